import type { Fault } from './fault.ts';

const widgets = 'test/torture/widgets/widgets.torture.ts';
const presses = { file: 'test/torture/widgets/presses.torture.ts', test: '27:', scale: 0.1 };

/** Faults of invariants 17 to 19 and 27. */
export const widgetFaults: readonly Fault[] = [
  {
    name: 'widgets-are-not-told-of-donations',
    invariant: 17,
    says: 'pages get no event for a new donation: they find it at their next request',
    changes: [
      {
        file: 'app/widgets/widgets.server.ts',
        replace: `if (alertId !== null) await appendEvent(tx, projectId, 'donation',`,
        by: `if (alertId === '') await appendEvent(tx, projectId, 'donation',`,
      },
    ],
    runs: { file: widgets, test: '17:', scale: 0.01 },
  },
  {
    name: 'newest-alert-first',
    invariant: 17,
    says: 'the queue is served from its end',
    changes: [
      {
        file: 'app/widgets/queue/alert-store.server.ts',
        replace: 'order by number limit 1`',
        by: 'order by number desc limit 1`',
      },
    ],
    runs: { file: widgets, test: '17:', scale: 0.01 },
  },
  {
    name: 'two-pages-hold-one-alert',
    invariant: 18,
    says: 'an alert is leased to a second page, and both may report that they play it',
    changes: [
      {
        file: 'app/widgets/queue/alert-store.server.ts',
        replace: `if (current) return current.source === source && current.state === 'leased' ?`,
        by: `if (current) return current.state === 'leased' ?`,
      },
      {
        file: 'app/widgets/queue/alert-store.server.ts',
        replace: 'const isOnTheirLease = isOnLease(report, alert);',
        by: 'const isOnTheirLease = true;',
      },
    ],
    runs: { file: widgets, test: '18:', scale: 0.01 },
  },
  {
    name: 'reload-sounds-again',
    invariant: 18,
    says: 'a page that was reloaded while an alert played plays its sound again',
    changes: [
      {
        file: 'app/widgets/overlay/alert-player.ts',
        replace: 'const audio = resumedAt === null ? this.#playAudio(alert, signal) : undefined;',
        by: 'const audio = this.#playAudio(alert, signal);',
      },
    ],
    runs: { file: widgets, test: '18:', scale: 0.01 },
  },
  {
    name: 'stalled-streams-stay',
    invariant: 19,
    says: 'a page that reads nothing is never dropped, however much is buffered for it',
    changes: [
      {
        file: 'base/events/event-stream.server.ts',
        replace: 'const stalledMilliseconds = 25_000;',
        by: 'const stalledMilliseconds = 30_000_000;',
      },
      {
        file: 'base/events/event-stream.server.ts',
        replace: 'const bufferLimit = 1_000_000;',
        by: 'const bufferLimit = 1_000_000_000;',
      },
    ],
    runs: { file: 'test/torture/widgets/streams.torture.ts', test: '19:', scale: 0.01 },
  },
  {
    name: 'streams-hold-the-process',
    invariant: 19,
    says: 'a process waits for its open streams at SIGTERM',
    changes: [
      {
        file: 'base/events/event-stream.server.ts',
        replace: 'for (const stream of this.#open) stream.end();',
        by: '',
      },
    ],
    runs: { file: 'test/torture/widgets/streams.torture.ts', test: '19:', scale: 0.01 },
  },
  {
    name: 'main-does-not-wait-for-its-work',
    invariant: 19,
    says: 'the program stops its database before it has stopped serving',
    changes: [{ file: 'main.ts', replace: 'await parts.add(() => opora.close());', by: '' }],
    runs: { file: 'test/torture/widgets/streams.torture.ts', test: '19: the end of main', scale: 0.01 },
  },
  {
    name: 'skip-takes-all-that-wait',
    invariant: 27,
    says: 'skipping one alert skips all waiting ones',
    changes: [
      {
        file: 'app/widgets/queue/alert-control-store.server.ts',
        replace: `if (action !== 'replay') return alertIds;`,
        by: `if (action !== 'replay') return [...alertIds, ...(await tx.run(waiting, [projectId])).map(({ id }) => id)];`,
      },
      {
        file: 'app/widgets/queue/alert-control-store.server.ts',
        replace: 'export type ControlResult',
        by: `const waiting = statement<{ id: string }>("select id from alert where project_id = $1 and state = 'queued'");\nexport type ControlResult`,
      },
      {
        file: 'app/widgets/queue/alert-control-store.server.ts',
        replace: `import type { Tx } from '#base/db/db.server.ts';`,
        by: `import { statement, type Tx } from '#base/db/db.server.ts';`,
      },
    ],
    runs: presses,
  },
  {
    name: 'digest-answers-to-its-first-donation',
    invariant: 27,
    says: 'a digest has the id of its first donation: skipping that one skips thirty',
    changes: [
      {
        file: 'app/widgets/queue/alert-store.server.ts',
        replace: 'digest as materialized (select uuid_v7() as id)',
        by: 'digest as materialized (select $3::uuid as id)',
      },
    ],
    runs: presses,
  },
  {
    name: 'report-on-any-lease',
    invariant: 27,
    says: 'a report is accepted under any lease',
    changes: [
      {
        file: 'app/widgets/queue/alert-store.server.ts',
        replace: 'if (leaseId !== undefined) return leaseId === alert.leaseId;',
        by: 'if (leaseId !== undefined) return true;',
      },
    ],
    runs: presses,
  },
];
