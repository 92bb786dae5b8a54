import type { Fault } from './fault.ts';

const platform = 'test/torture/platform/platform.torture.ts';

/** Faults of invariant 15. */
export const accessFaults: readonly Fault[] = [
  {
    name: 'moderators-are-let-in-everywhere',
    invariant: 15,
    says: 'moderators may use the calls of administrators',
    changes: [['base/calls/admission.server.ts', `admin: ['admin'],`, `admin: ['moderator', 'admin'],`]],
    runs: { file: platform, test: '15:' },
  },
  {
    name: 'foreign-session-can-be-ended',
    invariant: 15,
    says: `the session of another user is ended instead of 404`,
    changes: [['app/identity/session/sessions-store.server.ts', 'or person_id = $', 'or true or person_id = $']],
    runs: { file: platform, test: '15:' },
  },
  {
    name: 'answers-are-not-encoded',
    invariant: 15,
    says: 'an answer contains everything that the handler returns, beyond the contract',
    changes: [
      [
        'base/calls/call-run.server.ts',
        'return z.encode(call.answer, result);',
        `return typeof result === 'object' && result !== null && !Array.isArray(result) ? { ...z.encode(call.answer, result), inside: 1 } : result;`,
      ],
    ],
    runs: { file: platform, test: '15:' },
  },
  {
    name: 'foreign-webhook-is-readable',
    invariant: 15,
    says: `the messages to another user's webhook can be read`,
    changes: [
      [
        'app/integrations/integrations.server.ts',
        'if ((await readWebhook(context.db, webhookId, callerOf(context).userId)) === null)',
        `if (webhookId === '')`,
      ],
    ],
    runs: { file: platform, test: '15:' },
  },
  {
    name: 'foreign-order-says-forbidden',
    invariant: 15,
    says: `another user's order has another refusal than a missing one`,
    changes: [
      [
        'app/orders/order/placed-order.server.ts',
        'if (order === null || (ownerId !== null && order.userId !== ownerId)) throw failures.notFound.because();',
        `if (order === null) throw failures.notFound.because();
  if (ownerId !== null && order.userId !== ownerId) throw failures.forbidden.because();`,
      ],
    ],
    runs: { file: platform, test: '15:' },
  },
  {
    name: 'missing-creator-has-no-goal',
    invariant: 15,
    says: 'the goal of a creator who does not exist is none instead of 404',
    changes: [
      [
        'app/widgets/statistics/goal.server.ts',
        'if (project === null || !project.isAvailable) throw failures.notFound.because();',
        'if (project === null || !project.isAvailable) return null;',
      ],
    ],
    runs: { file: platform, test: '15:' },
  },
];
