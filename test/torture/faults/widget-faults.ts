import type { Fault } from './fault.ts';

const widgets = 'test/torture/widgets.torture.ts';

/** Faults of invariants 17 to 19. */
export const widgetFaults: readonly Fault[] = [
  {
    name: 'widgets-are-not-told-of-gifts',
    invariant: 17,
    says: 'no event tells the pages of a new gift: they find it when they next ask',
    changes: [
      {
        file: 'app/widgets/widgets.server.ts',
        replace: `if (alertId !== null) await appendEvent(tx, projectId, 'gift',`,
        by: `if (alertId === '') await appendEvent(tx, projectId, 'gift',`,
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
        file: 'app/widgets/alert-store.server.ts',
        replace: 'order by number limit 1`',
        by: 'order by number desc limit 1`',
      },
    ],
    runs: { file: widgets, test: '17:', scale: 0.01 },
  },
  {
    name: 'two-pages-hold-one-alert',
    invariant: 18,
    says: 'an alert is given to a second page, and both may say that they play it',
    changes: [
      {
        file: 'app/widgets/alert-store.server.ts',
        replace: `if (current) return current.source === source && current.state === 'leased' ?`,
        by: `if (current) return current.state === 'leased' ?`,
      },
      {
        file: 'app/widgets/alert-store.server.ts',
        replace: 'const isTheirs = alert.source === source;',
        by: 'const isTheirs = true;',
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
        file: 'app/widgets/alert-player.ts',
        replace: 'const heard = resumedAt === null ? this.#beHeard(alert, signal) : undefined;',
        by: 'const heard = this.#beHeard(alert, signal);',
      },
    ],
    runs: { file: widgets, test: '18:', scale: 0.01 },
  },
  {
    name: 'stalled-streams-stay',
    invariant: 19,
    says: 'a page that reads nothing is never dropped, whatever is kept for it',
    changes: [
      {
        file: 'base/event-stream.server.ts',
        replace: 'const stalledMilliseconds = 25_000;',
        by: 'const stalledMilliseconds = 30_000_000;',
      },
      {
        file: 'base/event-stream.server.ts',
        replace: 'const bufferLimit = 1_000_000;',
        by: 'const bufferLimit = 1_000_000_000;',
      },
    ],
    runs: { file: 'test/torture/streams.torture.ts', test: '19:', scale: 0.01 },
  },
  {
    name: 'streams-hold-the-process',
    invariant: 19,
    says: 'a process that is told to end waits for its open streams',
    changes: [
      {
        file: 'base/event-stream.server.ts',
        replace: 'for (const stream of this.#open) stream.end();',
        by: '',
      },
    ],
    runs: { file: 'test/torture/streams.torture.ts', test: '19:', scale: 0.01 },
  },
  {
    name: 'main-does-not-wait-for-its-work',
    invariant: 19,
    says: 'the program ends its database without ending what it serves first',
    changes: [{ file: 'main.ts', replace: 'stops.push(() => opora.close());', by: '' }],
    runs: { file: 'test/torture/streams.torture.ts', test: '19: the end of main', scale: 0.01 },
  },
];
