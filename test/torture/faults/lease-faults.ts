import type { Fault } from './fault.ts';

const deliveryQueueStore = 'app/integrations/webhooks/delivery-queue-store.server.ts';
const leases = { file: 'test/torture/processes/paused-leases.torture.ts', scale: 0.02 } as const;

/** Faults of invariant 26: a process that was stopped writes what it has no right to any more. */
export const leaseFaults: readonly Fault[] = [
  {
    name: 'lost-key-still-writes',
    invariant: 26,
    says: 'a process that has lost its idempotency key to another one writes all the same, so a payout is made twice',
    changes: [
      [
        'base/calls/call-run.server.ts',
        `  return services.db.transaction(async (tx) => {
    const notes: AuditNote[] = [];
    const subject = (await run?.claim(tx)) ?? uuidV7();`,
        `  const subject = (await run?.claim(services.db)) ?? uuidV7();
  return services.db.transaction(async (tx) => {
    const notes: AuditNote[] = [];`,
      ],
      [
        'base/calls/idempotency.server.ts',
        'where key = $1 and token = $2 and answer is null returning key',
        'where key = $1 and $2::uuid is not null returning key',
      ],
    ],
    runs: { file: 'test/invariants/paused-process.slow.test.ts', test: 'invariant 26: a payout' },
  },
  {
    name: 'lost-alert-lease-still-writes',
    invariant: 26,
    says: 'a report on an alert is taken whichever page holds the alert by now, under whichever lease',
    changes: [
      [
        'app/widgets/queue/alert-store.server.ts',
        `if (alert.source !== source) return false;
  if (leaseId !== undefined) return leaseId === alert.leaseId;`,
        `if (source !== '' && leaseId !== undefined) return true;`,
      ],
    ],
    runs: leases,
  },
  {
    name: 'lost-message-still-writes',
    invariant: 26,
    says: 'a process that has lost a webhook message to another one writes what came of its own attempt',
    changes: [
      [
        deliveryQueueStore,
        `delivered_at = now()
  where id = $1 and lease = $2 and state = 'waiting' returning id`,
        `delivered_at = now()
  where id = $1 and $2::uuid is not null returning id`,
      ],
      [
        deliveryQueueStore,
        `interval '1 second' end
  where id = $1 and lease = $2 and state = 'waiting' returning id`,
        `interval '1 second' end
  where id = $1 and $2::uuid is not null returning id`,
      ],
    ],
    runs: leases,
  },
];
