import type { Fault } from './fault.ts';

const smsCodesStore = 'app/identity/codes/sms-codes-store.server.ts';
const smsBudgetStore = 'app/identity/codes/sms-budget-store.server.ts';
const sessions = 'app/identity/session/sessions.server.ts';
const accessTokens = 'app/identity/session/access-tokens.server.ts';
const identity = 'test/torture/identity/identity.torture.ts';
const platform = 'test/torture/platform/platform.torture.ts';

/** Faults of invariants 10 to 14. */
export const identityFaults: readonly Fault[] = [
  {
    name: 'code-is-not-used-up',
    invariant: 10,
    says: 'a right code may be used again',
    changes: [
      [smsCodesStore, 'delete from phone_code c using held where c.id = held.id returning c.id', 'select id from held'],
    ],
    runs: { file: identity, test: '10: codes' },
  },
  {
    name: 'codes-may-be-guessed',
    invariant: 10,
    says: 'any number of wrong codes is checked',
    changes: [[smsCodesStore, 'const triesOfCode = 5;', 'const triesOfCode = 5_000;']],
    runs: { file: identity, test: '10: codes' },
  },
  {
    name: 'no-global-cap',
    invariant: 11,
    says: 'nothing limits the codes to all phones together',
    changes: [
      [smsBudgetStore, 'placesOf(budget, isKnown)', 'placesOf({ ...budget, globalPerHour: 1_000_000 }, isKnown)'],
    ],
    runs: { file: identity, test: '11:' },
  },
  {
    name: 'no-pause-between-codes',
    invariant: 11,
    says: 'codes to one phone need not be 60 s apart',
    changes: [[smsBudgetStore, 'const gapSeconds = 60;', 'const gapSeconds = 0;']],
    runs: { file: identity, test: '11:' },
  },
  {
    name: 'unknown-phone-is-answered-at-once',
    invariant: 12,
    says: 'the password is not hashed for an unknown phone, so the time shows who has an account',
    changes: [
      [
        'app/identity/passwords/password-hashing.server.ts',
        'async verify(password: string, hash: string | null, network = noNetwork): Promise<boolean> {',
        'async verify(password: string, hash: string | null, network = noNetwork): Promise<boolean> {\n    if (hash === null) return false;',
      ],
    ],
    runs: { file: identity, test: '12:' },
  },
  {
    name: 'wrong-passwords-cost-no-time',
    invariant: 12,
    says: 'the next try after a wrong password need not wait',
    changes: [
      [
        'app/identity/passwords/password-delay-store.server.ts',
        'const longestDelaySeconds = 3600;',
        'const longestDelaySeconds = 0;',
      ],
    ],
    runs: { file: 'app/identity/passwords/wrong-passwords.test.ts', test: 'wrong passwords' },
  },
  {
    name: 'each-refresh-has-its-own-successor',
    invariant: 13,
    says: 'refreshes of one token at once do not get one and the same successor',
    changes: [
      [
        sessions,
        'const successor = successorOf(keys.current, refreshToken);',
        `const successor = randomBytes(32).toString('base64url');`,
      ],
    ],
    runs: { file: identity, test: '13: refreshes' },
  },
  {
    name: 'old-refresh-token-is-good',
    invariant: 13,
    says: 'a refresh token that was used long ago gets the successor again and ends nothing',
    changes: [[sessions, 'const graceSeconds = 10;', 'const graceSeconds = 1_000_000;']],
    runs: { file: identity, test: '13: a refresh token' },
  },
  {
    name: 'logout-reaches-other-processes-late',
    invariant: 13,
    says: 'another process accepts an ended session for 3 s',
    changes: [
      [sessions, 'if (wasAlive) await dropCached', 'if (wasAlive && sessionId === userId) await dropCached'],
      [
        'app/identity/session/live-sessions.server.ts',
        'const cacheMilliseconds = 700;',
        'const cacheMilliseconds = 3_000;',
      ],
    ],
    runs: { file: identity, test: '13: refreshes' },
  },
  {
    name: 'token-signature-is-not-checked',
    invariant: 14,
    says: 'the signature of an access token is not checked',
    changes: [
      [
        accessTokens,
        'await jwtVerify(\n',
        `((given: string) => ({ payload: JSON.parse(Buffer.from(given.split('.')[1] ?? '', 'base64url').toString()) }))(\n`,
      ],
    ],
    runs: { file: platform, test: '14:' },
  },
  {
    name: 'token-for-another-audience',
    invariant: 14,
    says: 'a token that was made for another service is good',
    changes: [[accessTokens, '          audience,\n', '']],
    runs: { file: platform, test: '14:' },
  },
  {
    name: 'session-of-a-token-is-not-looked-for',
    invariant: 14,
    says: 'a correctly signed token is accepted although its session was never opened',
    changes: [[sessions, 'return caller?.userId === named.userId ? caller : null;', 'return caller ?? named;']],
    runs: { file: platform, test: '14:' },
  },
];
