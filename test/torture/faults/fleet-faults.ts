import type { Fault } from './fault.ts';

const fleet = 'test/torture/fleet/fleet.torture.ts';

/** Faults that only several processes on one database show. */
export const fleetFaults: readonly Fault[] = [
  {
    name: 'each-process-counts-for-itself',
    invariant: 11,
    says: 'each process counts the use of a budget by itself',
    changes: [['base/http/rate-limit.server.ts', 'keyPrefix: budget.name,', 'keyPrefix: budget.name + process.pid,']],
    runs: { file: fleet, test: '11: fleet' },
  },
  {
    name: 'other-processes-keep-stale-caches',
    invariant: 13,
    says: 'pages, answers and sessions that one process drops stay cached in the others',
    changes: [
      ['base/events/cache-tags.server.ts', 'listener.on(channel, (payload) => dropped(...readTags(payload)));', ''],
    ],
    runs: { file: fleet, test: '13: fleet: caches' },
  },
];
