import type { Fault } from './fault.ts';

const identity = 'test/torture/identity/identity.torture.ts';
const platform = 'test/torture/platform/platform.torture.ts';

/** Faults of invariants 10 to 14. */
export const identityFaults: readonly Fault[] = [
  {
    name: 'code-is-not-used-up',
    invariant: 10,
    says: 'a right code may be used again',
    changes: [
      {
        file: 'app/identity/codes/sms-codes-store.server.ts',
        replace: 'delete from phone_code c using held where c.id = held.id returning c.id',
        by: 'select id from held',
      },
    ],
    runs: { file: identity, test: '10: codes', scale: 0.01 },
  },
  {
    name: 'codes-may-be-guessed',
    invariant: 10,
    says: 'any number of wrong codes is checked',
    changes: [
      {
        file: 'app/identity/codes/sms-codes-store.server.ts',
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
        file: 'app/identity/codes/sms-budget-store.server.ts',
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
        file: 'app/identity/codes/sms-budget-store.server.ts',
        replace: 'const gapSeconds = 60;',
        by: 'const gapSeconds = 0;',
      },
    ],
    runs: { file: identity, test: '11:', scale: 0.01 },
  },
  {
    name: 'unknown-phone-is-answered-at-once',
    invariant: 12,
    says: 'the password is not hashed for an unknown phone, so the time shows who has an account',
    changes: [
      {
        file: 'app/identity/passwords/password-hashing.server.ts',
        replace: 'async verify(password: string, hash: string | null, network = noNetwork): Promise<boolean> {',
        by: 'async verify(password: string, hash: string | null, network = noNetwork): Promise<boolean> {\n    if (hash === null) return false;',
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
        file: 'app/identity/passwords/password-delay-store.server.ts',
        replace: 'const longestDelaySeconds = 3600;',
        by: 'const longestDelaySeconds = 0;',
      },
    ],
    runs: { file: 'app/identity/passwords/wrong-passwords.test.ts', test: 'wrong passwords', scale: 0.01 },
  },
  {
    name: 'each-refresh-has-its-own-successor',
    invariant: 13,
    says: 'refreshes of one token at once do not get one and the same successor',
    changes: [
      {
        file: 'app/identity/session/sessions.server.ts',
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
        file: 'app/identity/session/sessions.server.ts',
        replace: 'const graceSeconds = 10;',
        by: 'const graceSeconds = 1_000_000;',
      },
    ],
    runs: { file: identity, test: '13: a refresh token', scale: 0.01 },
  },
  {
    name: 'others-hear-late-of-a-logout',
    invariant: 13,
    says: 'another process accepts an ended session for 3 s',
    changes: [
      {
        file: 'app/identity/session/sessions.server.ts',
        replace: 'if (wasAlive) await dropCached',
        by: 'if (wasAlive && sessionId === userId) await dropCached',
      },
      {
        file: 'app/identity/session/live-sessions.server.ts',
        replace: 'const cacheMilliseconds = 700;',
        by: 'const cacheMilliseconds = 3_000;',
      },
    ],
    runs: { file: identity, test: '13: refreshes', scale: 0.01 },
  },
  {
    name: 'token-signature-is-not-checked',
    invariant: 14,
    says: 'the signature of an access token is not checked',
    changes: [
      {
        file: 'app/identity/session/access-tokens.server.ts',
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
    changes: [{ file: 'app/identity/session/access-tokens.server.ts', replace: '          audience,\n', by: '' }],
    runs: { file: platform, test: '14:', scale: 0.01 },
  },
  {
    name: 'session-of-a-token-is-not-looked-for',
    invariant: 14,
    says: 'a correctly signed token is accepted although its session was never opened',
    changes: [
      {
        file: 'app/identity/session/sessions.server.ts',
        replace: 'return caller?.userId === named.userId ? caller : null;',
        by: 'return caller ?? named;',
      },
    ],
    runs: { file: platform, test: '14:', scale: 0.01 },
  },
];
