import type { Fault } from './fault.ts';

const platform = 'test/torture/platform/platform.torture.ts';

/** Faults of invariant 15. */
export const accessFaults: readonly Fault[] = [
  {
    name: 'moderators-are-let-in-everywhere',
    invariant: 15,
    says: 'moderators may use the calls of administrators',
    changes: [
      {
        file: 'base/calls/admission.server.ts',
        replace: `admin: ['admin'],`,
        by: `admin: ['moderator', 'admin'],`,
      },
    ],
    runs: { file: platform, test: '15:', scale: 0.01 },
  },
  {
    name: 'foreign-session-can-be-ended',
    invariant: 15,
    says: `the session of another user is ended instead of 404`,
    changes: [
      {
        file: 'app/identity/session/sessions-store.server.ts',
        replace: 'or person_id = $',
        by: 'or true or person_id = $',
      },
    ],
    runs: { file: platform, test: '15:', scale: 0.01 },
  },
  {
    name: 'answers-are-not-encoded',
    invariant: 15,
    says: 'an answer contains everything that the handler returns, beyond the contract',
    changes: [
      {
        file: 'base/calls/call-run.server.ts',
        replace: 'return z.encode(call.answer, result);',
        by: `return typeof result === 'object' && result !== null && !Array.isArray(result) ? { ...z.encode(call.answer, result), inside: 1 } : result;`,
      },
    ],
    runs: { file: platform, test: '15:', scale: 0.01 },
  },
  {
    name: 'foreign-webhook-is-told',
    invariant: 15,
    says: `the messages to another user's webhook can be read`,
    changes: [
      {
        file: 'app/integrations/integrations.server.ts',
        replace: 'if ((await readWebhook(context.db, webhookId, callerOf(context).userId)) === null)',
        by: `if (webhookId === '')`,
      },
    ],
    runs: { file: platform, test: '15:', scale: 0.01 },
  },
  {
    name: 'foreign-order-says-forbidden',
    invariant: 15,
    says: `another user's order has another refusal than a missing one`,
    changes: [
      {
        file: 'app/orders/order/placed-order.server.ts',
        replace:
          'if (order === null || (ownerId !== null && order.userId !== ownerId)) throw failures.notFound.because();',
        by: `if (order === null) throw failures.notFound.because();
  if (ownerId !== null && order.userId !== ownerId) throw failures.forbidden.because();`,
      },
    ],
    runs: { file: platform, test: '15:', scale: 0.01 },
  },
  {
    name: 'missing-creator-has-no-goal',
    invariant: 15,
    says: 'the goal of a creator who does not exist is none instead of 404',
    changes: [
      {
        file: 'app/widgets/statistics/goal.server.ts',
        replace: 'if (project === null || !project.isAvailable) throw failures.notFound.because();',
        by: 'if (project === null || !project.isAvailable) return null;',
      },
    ],
    runs: { file: platform, test: '15:', scale: 0.01 },
  },
];
