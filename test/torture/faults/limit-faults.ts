import type { Fault } from './fault.ts';

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
      {
        file: 'app/identity/session/admin-sign-in.server.ts',
        replace: `codes.check(phone, 'admin', code, context.network)`,
        by: `codes.check(phone, 'phone', code, context.network)`,
      },
      {
        file: 'app/identity/session/admin-sign-in.server.ts',
        replace: `codes.consume(tx, phone, 'admin', tried)`,
        by: `codes.consume(tx, phone, 'phone', tried)`,
      },
    ],
    runs: { file: identity, test: '10: codes and rights', scale: 0.01 },
  },
  {
    name: 'registration-sets-a-password',
    invariant: 10,
    says: 'a registration for a phone may set its password without the code',
    changes: [
      {
        file: 'app/identity/codes/sms-codes-store.server.ts',
        replace: "and kind = 'password' and expires_at > now()`,",
        by: 'and expires_at > now()`,',
      },
      {
        file: 'app/identity/codes/sms-codes-store.server.ts',
        replace: `kind = 'password' and expires_at > now() returning phone`,
        by: 'expires_at > now() returning phone',
      },
    ],
    runs: { file: identity, test: '10: codes and rights', scale: 0.01 },
  },
  {
    name: 'codes-begin-with-zero',
    invariant: 10,
    says: 'only a tenth of the codes are ever sent',
    changes: [
      {
        file: 'app/identity/codes/phone-codes.server.ts',
        replace: 'randomInt(1_000_000)',
        by: 'randomInt(100_000)',
      },
    ],
    runs: { file: identity, test: '10: codes are random', scale: 0.01 },
  },
  {
    name: 'code-lives-an-hour',
    invariant: 10,
    says: 'a code is good for an hour instead of 5 minutes',
    changes: [
      {
        file: 'app/identity/codes/sms-codes-store.server.ts',
        replace: `now() + interval '5 minutes'`,
        by: `now() + interval '1 hour'`,
      },
    ],
    runs: { file: clock, scale: 0.01 },
  },
  {
    name: 'address-may-ask-for-all',
    invariant: 11,
    says: 'one address may have any number of codes sent',
    changes: [
      {
        file: 'app/identity/codes/sms-budget-store.server.ts',
        replace: 'const perAddressHour = 30;',
        by: 'const perAddressHour = 3_000;',
      },
    ],
    runs: { file: identity, test: '11:', scale: 0.01 },
  },
  {
    name: 'day-is-not-counted',
    invariant: 11,
    says: 'a phone gets 5 codes an hour all day long',
    changes: [
      {
        file: 'app/identity/codes/sms-budget-store.server.ts',
        replace: 'const perPhoneDay = 10;',
        by: 'const perPhoneDay = 100;',
      },
    ],
    runs: { file: limits, scale: 0.01 },
  },
  {
    name: 'unknown-phone-has-its-own-answer',
    invariant: 12,
    says: 'a wrong password has another answer for an unknown phone than for a known one',
    changes: [
      {
        file: 'app/identity/session/sign-in.server.ts',
        replace: `if (!failures.tooManyRequests.is(error)) throw error;
  });
  throw badCredentials.because();`,
        by: `if (!failures.tooManyRequests.is(error)) throw error;
  });
  throw (person === null ? phoneNotConfirmed : badCredentials).because();`,
      },
    ],
    runs: { file: identity, test: '12:', scale: 0.01 },
  },
  {
    name: 'wrong-passwords-lock-for-days',
    invariant: 12,
    says: 'the pauses after wrong passwords keep doubling beyond an hour',
    changes: [
      {
        file: 'app/identity/passwords/password-delay-store.server.ts',
        replace: 'const longestDelaySeconds = 3600;',
        by: 'const longestDelaySeconds = 1_000_000;',
      },
    ],
    runs: { file: limits, scale: 0.01 },
  },
  {
    name: 'blocked-person-stays-in',
    invariant: 13,
    says: 'a blocked user keeps the open sessions',
    changes: [
      {
        file: 'app/identity/identity.server.ts',
        replace: `person.reason))) throw failures.notFound.because();
  await endAllSessions(tx, person.userId);`,
        by: 'person.reason))) throw failures.notFound.because();',
      },
    ],
    runs: { file: identity, test: '13: refreshes', scale: 0.01 },
  },
  {
    name: 'new-password-leaves-sessions',
    invariant: 13,
    says: 'a new password ends no session, so a thief of the old one stays logged in',
    changes: [
      {
        file: 'app/identity/passwords/registration.server.ts',
        replace: 'await endAllSessions(tx, userId);',
        by: `if (userId === '') await endAllSessions(tx, userId);`,
      },
    ],
    runs: { file: identity, test: '13: refreshes', scale: 0.01 },
  },
  {
    name: 'widgets-of-a-blocked-creator-go-on',
    invariant: 13,
    says: 'the streams of a blocked creator stay open',
    changes: [
      {
        file: 'app/staff/people/people.server.ts',
        replace: 'if (project !== null && person.isBlocked) await',
        by: 'if (project !== null && !person.isBlocked) await',
      },
    ],
    runs: { file: identity, test: '13: refreshes', scale: 0.01 },
  },
];
