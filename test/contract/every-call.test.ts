import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import type { Role } from '#app/identity/roles.ts';
import type { Call } from '#base/calls/call.ts';
import { readApiDocument } from '#test/support/api-document.ts';
import { inputsOf } from '#test/support/arbitrary-input.ts';
import { everyCall } from '#test/support/every-call.ts';
import { textFaultsOf, wordsOf, wrongInputsOf } from '#test/support/refusal-texts.ts';
import { type SignedIn, signIn, signInAgain } from '#test/support/sign-in.ts';
import { type ApiInput, startApp, testSecrets } from '#test/support/start-app.ts';

const runsPerCall = Number(process.env.FUZZ_RUNS ?? 12);

const nameOf = (call: Call) => `${call.method} ${call.path}`;
const named = (access: readonly string[]) =>
  everyCall.filter((call) => access.includes(call.access)).map((call) => [nameOf(call), call] as const);

const people = new Map<Role, SignedIn>();

const app = await startApp({ env: { LIMITS: 'off' } });
const document = await readApiDocument(app.url);
for (const role of ['user', 'moderator', 'admin'] as const) {
  people.set(role, await signIn(app.db, testSecrets.jwt, { role }));
}
const ended = await signIn(app.db, testSecrets.jwt, { role: 'admin' });
await app.api('POST Identity/RevokeToken', { body: { accessToken: ended.token, refreshToken: ended.refreshToken } });
afterAll(() => app.close());

const tokenOf = (role: Role) => people.get(role)?.token ?? '';

/** A person's token for one try: calls such as RevokeToken or SetRole may end a session on the way. */
async function freshToken(role: Role): Promise<string> {
  const userId = people.get(role)?.userId ?? '';
  return (await signInAgain(app.db, testSecrets.jwt, { userId, role })).token;
}

describe('who may make a call', () => {
  test.each(named(['user', 'moderator', 'admin']))(
    '%s refuses guests and ended sessions before it looks at the input',
    async (name) => {
      const nonsense = { query: { id: 'nonsense' }, params: { id: 'nonsense' } };
      for (const token of [undefined, 'nonsense', ended.token]) {
        const answer = await app.request(name, nonsense, token === undefined ? {} : { token });
        expect(answer).toMatchObject({ status: 401, body: { success: false, error: { code: 'Unauthorized' } } });
      }
    },
  );

  test.each(named(['moderator', 'admin']))('%s is forbidden to a plain user', async (name) => {
    const answer = await app.request(name, {}, { token: tokenOf('user') });
    expect(answer).toMatchObject({ status: 403, body: { error: { code: 'Forbidden' } } });
  });

  test.each(named(['admin']))('%s is forbidden to a moderator', async (name) => {
    const answer = await app.request(name, {}, { token: tokenOf('moderator') });
    expect(answer).toMatchObject({ status: 403, body: { error: { code: 'Forbidden' } } });
  });

  test.each(named(['guest', 'key']))('%s does not ask a guest to log in', async (name, call) => {
    const answer = await app.request(name, {});
    const isKeyMissing = call.access === 'key' && answer.status === 401;
    expect(isKeyMissing || !JSON.stringify(answer.body).includes('"Unauthorized"')).toBe(true);
    expect(answer.status).not.toBe(403);
  });
});

/** Texts that no answer may contain. */
const leaks = /at \w+ \(|node_modules|\.server\.ts|select .+ from|syntax error|password_hash|ECONN/i;

describe('whatever is sent', () => {
  test.each(everyCall.map((call) => [nameOf(call), call] as const))(
    '%s answers with its envelope and no 5xx, as the API document says, and refuses in Russian',
    async (name, call) => {
      const token = ['guest', 'key'].includes(call.access) ? undefined : await freshToken('admin');
      const ask = async (input: ApiInput) => {
        const answer = await app.request(name, input, token === undefined ? {} : { token });
        expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(500);
        if (call.form === undefined) expect(answer.body).toHaveProperty('success', answer.status === 200);
        expect(JSON.stringify(answer.body)).not.toMatch(leaks);
        return answer;
      };
      const words = wordsOf(call);
      for (const input of wrongInputsOf(call)) expect(textFaultsOf(await ask(input), words)).toEqual([]);
      const isDescribed = async (input: ApiInput) => {
        expect(document.faultOf(name, await ask(input))).toBe(null);
      };
      await fc.assert(fc.asyncProperty(inputsOf(call), isDescribed), { numRuns: runsPerCall });
    },
    60_000 + runsPerCall * 200,
  );
});
