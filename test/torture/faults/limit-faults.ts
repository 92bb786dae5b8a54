import type { Fault } from './fault.ts';

const adminSignIn = 'app/identity/session/admin-sign-in.server.ts';
const smsCodesStore = 'app/identity/codes/sms-codes-store.server.ts';
const smsBudgetStore = 'app/identity/codes/sms-budget-store.server.ts';
const identity = 'test/torture/identity/identity.torture.ts';
const clock = 'test/torture/identity/clock.torture.ts';
const limits = 'test/torture/identity/clock-limits.torture.ts';

/** Faults of invariants 10 to 13, beside those of `identity-faults.ts`: what is bound, counted over hours, or ended elsewhere. */
export const limitFaults: readonly Fault[] = [
  {
    name: 'code-of-a-login-opens-the-admin-area',
    invariant: 10,
    says: 'the second factor of moderators accepts the code of an ordinary login',
    changes: [
      [
        adminSignIn,
        `codes.check(phone, 'admin', code, context.network)`,
        `codes.check(phone, 'phone', code, context.network)`,
      ],
      [adminSignIn, `codes.consume(tx, phone, 'admin', tried)`, `codes.consume(tx, phone, 'phone', tried)`],
    ],
    runs: { file: identity, test: '10: codes and rights' },
  },
  {
    name: 'registration-sets-a-password',
    invariant: 10,
    says: 'a registration for a phone may set its password without the code',
    changes: [
      [smsCodesStore, "and kind = 'password' and expires_at > now()`,", 'and expires_at > now()`,'],
      [smsCodesStore, `kind = 'password' and expires_at > now() returning phone`, 'expires_at > now() returning phone'],
    ],
    runs: { file: identity, test: '10: codes and rights' },
  },
  {
    name: 'codes-begin-with-zero',
    invariant: 10,
    says: 'only a tenth of the codes are ever sent',
    changes: [['app/identity/codes/phone-codes.server.ts', 'randomInt(1_000_000)', 'randomInt(100_000)']],
    runs: { file: identity, test: '10: codes are random' },
  },
  {
    name: 'code-lives-an-hour',
    invariant: 10,
    says: 'a code is good for an hour instead of 5 minutes',
    changes: [[smsCodesStore, `now() + interval '5 minutes'`, `now() + interval '1 hour'`]],
    runs: { file: clock },
  },
  {
    name: 'address-may-ask-for-all',
    invariant: 11,
    says: 'one address may have any number of codes sent',
    changes: [[smsBudgetStore, 'const perAddressHour = 30;', 'const perAddressHour = 3_000;']],
    runs: { file: identity, test: '11:' },
  },
  {
    name: 'day-is-not-counted',
    invariant: 11,
    says: 'a phone gets 5 codes an hour all day long',
    changes: [[smsBudgetStore, 'const perPhoneDay = 10;', 'const perPhoneDay = 100;']],
    runs: { file: limits },
  },
  {
    name: 'unknown-phone-has-its-own-answer',
    invariant: 12,
    says: 'a wrong password has another answer for an unknown phone than for a known one',
    changes: [
      [
        'app/identity/session/sign-in.server.ts',
        `if (!failures.tooManyRequests.is(error)) throw error;
  });
  throw badCredentials.because();`,
        `if (!failures.tooManyRequests.is(error)) throw error;
  });
  throw (person === null ? phoneNotConfirmed : badCredentials).because();`,
      ],
    ],
    runs: { file: identity, test: '12:' },
  },
  {
    name: 'wrong-passwords-lock-for-days',
    invariant: 12,
    says: 'the pauses after wrong passwords keep doubling beyond an hour',
    changes: [
      [
        'app/identity/passwords/password-delay-store.server.ts',
        'const longestDelaySeconds = 3600;',
        'const longestDelaySeconds = 1_000_000;',
      ],
    ],
    runs: { file: limits },
  },
  {
    name: 'blocked-person-stays-in',
    invariant: 13,
    says: 'a blocked user keeps the open sessions',
    changes: [
      [
        'app/identity/identity.server.ts',
        `person.reason))) throw failures.notFound.because();
  await endSessions(tx, person.userId);`,
        'person.reason))) throw failures.notFound.because();',
      ],
    ],
    runs: { file: identity, test: '13: refreshes' },
  },
  {
    name: 'new-password-leaves-sessions',
    invariant: 13,
    says: 'a new password ends no session, so a thief of the old one stays logged in',
    changes: [
      [
        'app/identity/passwords/registration.server.ts',
        'await endSessions(tx, userId);',
        `if (userId === '') await endSessions(tx, userId);`,
      ],
    ],
    runs: { file: identity, test: '13: refreshes' },
  },
  {
    name: 'widgets-of-a-blocked-creator-go-on',
    invariant: 13,
    says: 'the streams of a blocked creator stay open',
    changes: [
      [
        'app/staff/people/people.server.ts',
        'if (project === null || !person.isBlocked) return;',
        'if (project === null || person.isBlocked) return;',
      ],
    ],
    runs: { file: identity, test: '13: refreshes' },
  },
];
