import type { Fault } from './fault.ts';

const platform = 'test/torture/platform.torture.ts';

/** Faults of invariant 15. */
export const accessFaults: readonly Fault[] = [
  {
    name: 'moderators-are-let-in-everywhere',
    invariant: 15,
    says: 'a moderator may make the calls of administrators',
    changes: [
      {
        file: 'base/admission.server.ts',
        replace: `admin: ['admin'],`,
        by: `admin: ['moderator', 'admin'],`,
      },
    ],
    runs: { file: platform, test: '15:', scale: 0.01 },
  },
  {
    name: 'foreign-session-can-be-ended',
    invariant: 15,
    says: `another's session is ended instead of not being there`,
    changes: [
      {
        file: 'app/identity/sessions-store.server.ts',
        replace: 'or person_id = $',
        by: 'or true or person_id = $',
      },
    ],
    runs: { file: platform, test: '15:', scale: 0.01 },
  },
  {
    name: 'answers-are-not-encoded',
    invariant: 15,
    says: 'what a handler returns goes out whole, also what the contract lacks',
    changes: [
      {
        file: 'base/http.server.ts',
        replace: 'return z.encode(call.answer, result);',
        by: `return typeof result === 'object' && result !== null && !Array.isArray(result) ? { ...z.encode(call.answer, result), inside: 1 } : result;`,
      },
    ],
    runs: { file: platform, test: '15:', scale: 0.01 },
  },
  {
    name: 'foreign-webhook-is-told',
    invariant: 15,
    says: `what was sent to another's address can be read`,
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
    says: `another's order is refused otherwise than one that does not exist`,
    changes: [
      {
        file: 'app/orders/moving.server.ts',
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
        file: 'app/widgets/goal.server.ts',
        replace: 'if (project === null || !project.isAvailable) throw failures.notFound.because();',
        by: 'if (project === null || !project.isAvailable) return null;',
      },
    ],
    runs: { file: platform, test: '15:', scale: 0.01 },
  },
];
