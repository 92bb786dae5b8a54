import type { Fault } from './fault.ts';

const alertStore = 'app/widgets/queue/alert-store.server.ts';
const eventStream = 'base/events/event-stream.server.ts';
const alertControlStore = 'app/widgets/queue/alert-control-store.server.ts';
const widgets = 'test/torture/widgets/widgets.torture.ts';
const presses = { file: 'test/torture/widgets/presses.torture.ts', test: '27:', scale: 0.1 };

/** Faults of invariants 17 to 19 and 27. */
export const widgetFaults: readonly Fault[] = [
  {
    name: 'widgets-get-no-event-of-donations',
    invariant: 17,
    says: 'pages get no event for a new donation: they find it at their next request',
    changes: [
      [
        'app/widgets/widgets.server.ts',
        `if (alertId !== null) await appendEvent(tx, projectId, 'donation',`,
        `if (alertId === '') await appendEvent(tx, projectId, 'donation',`,
      ],
    ],
    runs: { file: widgets, test: '17:' },
  },
  {
    name: 'newest-alert-first',
    invariant: 17,
    says: 'the queue is served from its end',
    changes: [[alertStore, 'order by number limit 1`', 'order by number desc limit 1`']],
    runs: { file: widgets, test: '17:' },
  },
  {
    name: 'two-pages-hold-one-alert',
    invariant: 18,
    says: 'an alert is leased to a second page, and both may report that they play it',
    changes: [
      [
        alertStore,
        `if (current) return current.source === source && current.state === 'leased' ?`,
        `if (current) return current.state === 'leased' ?`,
      ],
      [alertStore, 'const isOnTheirLease = isOnLease(report, alert);', 'const isOnTheirLease = true;'],
    ],
    runs: { file: widgets, test: '18:' },
  },
  {
    name: 'reload-sounds-again',
    invariant: 18,
    says: 'a page that was reloaded while an alert played plays its sound again',
    changes: [
      [
        'app/widgets/overlay/alert-player.ts',
        'const audio = resumedAt === null ? this.#playAudio(alert, signal) : undefined;',
        'const audio = this.#playAudio(alert, signal);',
      ],
    ],
    runs: { file: widgets, test: '18:' },
  },
  {
    name: 'stalled-streams-stay',
    invariant: 19,
    says: 'a page that reads nothing is never dropped, however much is buffered for it',
    changes: [
      [eventStream, 'const stalledMilliseconds = 25_000;', 'const stalledMilliseconds = 30_000_000;'],
      [eventStream, 'const bufferLimit = 1_000_000;', 'const bufferLimit = 1_000_000_000;'],
    ],
    runs: { file: 'test/torture/widgets/streams.torture.ts', test: '19:' },
  },
  {
    name: 'streams-hold-the-process',
    invariant: 19,
    says: 'a process waits for its open streams at SIGTERM',
    changes: [[eventStream, 'for (const stream of this.#open) stream.end();', '']],
    runs: { file: 'test/torture/widgets/streams.torture.ts', test: '19:' },
  },
  {
    name: 'main-does-not-wait-for-its-work',
    invariant: 19,
    says: 'the program stops its database before it has stopped serving',
    changes: [['main.ts', 'await parts.add(() => opora.close());', '']],
    runs: { file: 'test/torture/widgets/streams.torture.ts', test: '19: the end of main' },
  },
  {
    name: 'skip-takes-all-that-wait',
    invariant: 27,
    says: 'skipping one alert skips all waiting ones',
    changes: [
      [
        alertControlStore,
        `if (action !== 'replay') return alertIds;`,
        `if (action !== 'replay') return [...alertIds, ...(await tx.run(waiting, [projectId])).map(({ id }) => id)];`,
      ],
      [
        alertControlStore,
        'export type ControlResult',
        `const waiting = statement<{ id: string }>("select id from alert where project_id = $1 and state = 'queued'");\nexport type ControlResult`,
      ],
    ],
    runs: presses,
  },
  {
    name: 'digest-answers-to-its-first-donation',
    invariant: 27,
    says: 'a digest has the id of its first donation: skipping that one skips thirty',
    changes: [
      [alertStore, 'digest as materialized (select uuid_v7() as id)', 'digest as materialized (select $3::uuid as id)'],
    ],
    runs: presses,
  },
  {
    name: 'report-on-any-lease',
    invariant: 27,
    says: 'a report is accepted under any lease',
    changes: [
      [
        alertStore,
        'if (leaseId !== undefined) return leaseId === alert.leaseId;',
        'if (leaseId !== undefined) return true;',
      ],
    ],
    runs: presses,
  },
];
