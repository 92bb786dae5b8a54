import type { Fault } from './fault.ts';

const fleet = 'test/torture/fleet/fleet.torture.ts';

/** Faults that only several processes on one database show. */
export const fleetFaults: readonly Fault[] = [
  {
    name: 'each-process-counts-for-itself',
    invariant: 11,
    says: 'each process counts the use of a budget by itself',
    changes: [
      {
        file: 'base/http/rate-limit.server.ts',
        replace: 'keyPrefix: budget.name,',
        by: 'keyPrefix: budget.name + process.pid,',
      },
    ],
    runs: { file: fleet, test: '11: fleet', scale: 0.01 },
  },
  {
    name: 'others-are-not-told-what-is-stale',
    invariant: 13,
    says: 'pages, answers and sessions that one process drops stay cached in the others',
    changes: [
      {
        file: 'base/events/cache-tags.server.ts',
        replace: 'listener.on(channel, (payload) => dropped(readTags(payload)));',
        by: '',
      },
    ],
    runs: { file: fleet, test: '13: fleet: caches', scale: 0.01 },
  },
];
