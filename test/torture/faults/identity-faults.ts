import type { Fault } from './fault.ts';

const identity = 'test/torture/identity.torture.ts';
const platform = 'test/torture/platform.torture.ts';

/** Faults of invariants 10 to 14. */
export const identityFaults: readonly Fault[] = [
  {
    name: 'code-is-not-used-up',
    invariant: 10,
    says: 'a right code may be used again',
    changes: [
      {
        file: 'app/identity/sms-codes-store.server.ts',
        replace: 'and used_at is null and expires_at > now() and tries <',
        by: 'and expires_at > now() and tries <',
      },
      {
        file: 'app/identity/sms-codes-store.server.ts',
        replace: 'and used_at is null and expires_at > now()`)',
        by: 'and expires_at > now()`)',
      },
    ],
    runs: { file: identity, test: '10: codes', scale: 0.01 },
  },
  {
    name: 'codes-may-be-guessed',
    invariant: 10,
    says: 'any number of wrong answers to a code is looked at',
    changes: [
      {
        file: 'app/identity/sms-codes-store.server.ts',
        replace: 'const triesOfCode = 5;',
        by: 'const triesOfCode = 5_000;',
      },
    ],
    runs: { file: identity, test: '10: codes', scale: 0.01 },
  },
  {
    name: 'no-cap-for-everybody',
    invariant: 11,
    says: 'nothing limits the codes to all phones together',
    changes: [
      {
        file: 'app/identity/sms-budget-store.server.ts',
        replace: 'budget.globalPerHour - 1',
        by: 'budget.globalPerHour + 1_000_000',
      },
    ],
    runs: { file: identity, test: '11:', scale: 0.01 },
  },
  {
    name: 'no-pause-between-codes',
    invariant: 11,
    says: 'codes to one phone need not be 60 s apart',
    changes: [
      {
        file: 'app/identity/sms-budget-store.server.ts',
        replace: 'const gapSeconds = 60;',
        by: 'const gapSeconds = 0;',
      },
    ],
    runs: { file: identity, test: '11:', scale: 0.01 },
  },
  {
    name: 'unknown-phone-is-answered-at-once',
    invariant: 12,
    says: 'the password is not hashed where nobody has the phone, so the time tells who is here',
    changes: [
      {
        file: 'app/identity/password-hashing.server.ts',
        replace: 'async verify(password: string, hash: string | null): Promise<boolean> {',
        by: 'async verify(password: string, hash: string | null): Promise<boolean> {\n    if (hash === null) return false;',
      },
    ],
    runs: { file: identity, test: '12:', scale: 0.01 },
  },
  {
    name: 'wrong-passwords-cost-no-time',
    invariant: 12,
    says: 'the next try after a wrong password need not wait',
    changes: [
      {
        file: 'app/identity/password-delay-store.server.ts',
        replace: 'const longestDelaySeconds = 3600;',
        by: 'const longestDelaySeconds = 0;',
      },
    ],
    runs: { file: 'app/identity/floods.test.ts', test: 'wrong passwords', scale: 0.01 },
  },
  {
    name: 'each-refresh-has-its-own-successor',
    invariant: 13,
    says: 'refreshes of one token at once do not get one and the same successor',
    changes: [
      {
        file: 'app/identity/sessions.server.ts',
        replace: 'const successor = successorOf(keys.current, refreshToken);',
        by: `const successor = randomBytes(32).toString('base64url');`,
      },
    ],
    runs: { file: identity, test: '13: refreshes', scale: 0.01 },
  },
  {
    name: 'old-refresh-token-is-good',
    invariant: 13,
    says: 'a refresh token that was used long ago gets the successor again and ends nothing',
    changes: [
      {
        file: 'app/identity/sessions.server.ts',
        replace: 'const graceSeconds = 10;',
        by: 'const graceSeconds = 1_000_000;',
      },
    ],
    runs: { file: identity, test: '13: a refresh token', scale: 0.01 },
  },
  {
    name: 'others-hear-late-of-a-logout',
    invariant: 13,
    says: 'another process takes an ended session for alive for 3 s',
    changes: [
      {
        file: 'app/identity/sessions.server.ts',
        replace: 'if (wasAlive) await dropCached',
        by: 'if (wasAlive && sessionId === userId) await dropCached',
      },
      {
        file: 'app/identity/live-sessions.server.ts',
        replace: 'const keptMilliseconds = 700;',
        by: 'const keptMilliseconds = 3_000;',
      },
    ],
    runs: { file: identity, test: '13: refreshes', scale: 0.01 },
  },
  {
    name: 'token-signature-is-not-checked',
    invariant: 14,
    says: 'what an access token says is believed whoever signed it',
    changes: [
      {
        file: 'app/identity/access-tokens.server.ts',
        replace: 'await jwtVerify(\n',
        by: `((given: string) => ({ payload: JSON.parse(Buffer.from(given.split('.')[1] ?? '', 'base64url').toString()) }))(\n`,
      },
    ],
    runs: { file: platform, test: '14:', scale: 0.01 },
  },
  {
    name: 'token-for-another-audience',
    invariant: 14,
    says: 'a token that was made for another service is good',
    changes: [{ file: 'app/identity/access-tokens.server.ts', replace: '          audience,\n', by: '' }],
    runs: { file: platform, test: '14:', scale: 0.01 },
  },
  {
    name: 'session-of-a-token-is-not-looked-for',
    invariant: 14,
    says: 'a well signed token is good though it names a session that was never opened',
    changes: [
      {
        file: 'app/identity/sessions.server.ts',
        replace: 'return caller?.userId === named.userId ? caller : null;',
        by: 'return caller ?? named;',
      },
    ],
    runs: { file: platform, test: '14:', scale: 0.01 },
  },
];
