import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openEventTape } from '#test/support/event-tape.ts';
import { newPhone, type SignedIn, signIn, signInAgain } from '#test/support/sign-in.ts';
import { startApp, testSecrets } from '#test/support/start-app.ts';
import { makeToken, makeWebhook } from '#test/support/tool-fixture.ts';

const app = await startApp();
afterAll(() => app.close());

const codes = z.object({ data: z.array(z.object({ code: z.string() })) });
const action = z.object({ data: z.object({ actionId: z.string() }) });
const withKey = z.object({ data: z.object({ key: z.string() }) });

/** Obtains the right to change the password of a phone. */
async function confirm(phone: string) {
  await app.api('GET Sms/SendComfirmCode', { query: { phone } });
  const code = codes.parse((await app.api('GET Dev/Outbox', { query: { phone } })).body).data[0]?.code;
  return (await app.api('GET Identity/ConfirmCode', { query: { phone, code } })).body;
}

async function reset(phone: string, more: object = {}) {
  const { actionId } = action.parse(await confirm(phone)).data;
  const query = { actionId, password: 'тихая река 91', ...more };
  return app.api('PUT Identity/ChangePassword', { query });
}

/** A creator with a token, a webhook and widgets. */
async function equipped() {
  const person = await signIn(app.db, testSecrets.jwt);
  const token = await makeToken(app, person, ['oauth-user-show']);
  await makeWebhook(app, person, 'http://127.0.0.1:9/hook', ['donation.paid']);
  const { key } = withKey.parse((await app.api('GET Widget/Settings', {}, person)).body).data;
  return { person, token, key };
}

const opens = async (token: string) =>
  (await fetch(`${app.url}/api/v1/user/oauth`, { headers: { authorization: `Bearer ${token}` } })).status;

const next = async (key: string) =>
  (await app.api('POST Widget/Next', { body: { key, source: 'one', isVisible: true } })).status;

const webhooksOf = async ({ userId }: SignedIn) => {
  const { body } = await app.api(
    'GET Integration/Webhooks',
    {},
    await signInAgain(app.db, testSecrets.jwt, { userId }),
  );
  return z.object({ data: z.array(z.object({ url: z.string() })) }).parse(body).data;
};

const trailOf = async ({ userId }: SignedIn) =>
  (await app.db.pool.query('select call, actor_id, subject, input, details from audit where subject = $1', [userId]))
    .rows;

describe('a new password', () => {
  it('revokes the tools that the old one may have exposed, reports it, and writes to the audit trail', async () => {
    const { person, token, key } = await equipped();
    const tape = await openEventTape(`${app.url}/api/Widget/Events?key=${key}&source=one`);
    await expect.poll(() => tape.events.length).toBeGreaterThan(0);
    expect([await opens(token), await next(key)]).toEqual([200, 200]);
    expect(await reset(person.phone)).toMatchObject({
      status: 200,
      body: { data: { revoked: { tokens: 1, webhooks: 1, chats: 0, browsers: 0, hasWidgets: true } } },
    });
    expect([await opens(token), await next(key)]).toEqual([401, 401]);
    await expect.poll(() => tape.isEnded).toBe(true);
    expect(await webhooksOf(person)).toEqual([]);
    const again = await signInAgain(app.db, testSecrets.jwt, person);
    const { key: fresh } = withKey.parse((await app.api('GET Widget/Settings', {}, again)).body).data;
    expect([fresh === key, await next(fresh)]).toEqual([false, 200]);
    expect(await trailOf(person)).toEqual([
      {
        call: 'PUT Identity/ChangePassword',
        actor_id: person.userId,
        subject: person.userId,
        input: {},
        details: { keepTools: false, tokens: 1, webhooks: 1, chats: 0, browsers: 0, hasWidgets: true },
      },
    ]);
  });

  it('keeps them if the user says so', async () => {
    const { person, token, key } = await equipped();
    const answer = await reset(person.phone, { keepTools: true });
    expect(answer).toMatchObject({ status: 200, body: { data: {} } });
    expect([await opens(token), await next(key)]).toEqual([200, 200]);
    expect(await webhooksOf(person)).toHaveLength(1);
    expect(await trailOf(person)).toMatchObject([{ details: { keepTools: true } }]);
  });

  it('reports no tools if there are none, and does not touch those of other users', async () => {
    const other = await equipped();
    const person = await signIn(app.db, testSecrets.jwt);
    expect(await confirm(person.phone)).toEqual({ success: true, data: { actionId: expect.any(String) } });
    await app.db.pool.query(`update sms_sent set sent_at = sent_at - interval '1 minute'`);
    expect((await reset(person.phone)).body).toEqual({ success: true, data: {} });
    expect((await reset(newPhone())).body).toEqual({ success: true, data: {} });
    expect([await opens(other.token), await next(other.key)]).toEqual([200, 200]);
  });

  it('reports with the right to change it whether there are any', async () => {
    const { person } = await equipped();
    expect(await confirm(person.phone)).toMatchObject({ data: { hasTools: true } });
  });

  it('also revokes those that a session creates at the same moment', async () => {
    const { person } = await equipped();
    const { actionId } = action.parse(await confirm(person.phone)).data;
    const query = { actionId, password: 'тихая река 91' };
    const body = { name: 'last', scopes: ['oauth-user-show'] };
    const hook = { url: 'http://127.0.0.1:9/last', events: ['donation.paid'] };
    await Promise.all([
      app.api('PUT Identity/ChangePassword', { query }),
      ...Array.from({ length: 8 }, () => app.api('POST Integration/CreateToken', { body }, person)),
      ...Array.from({ length: 4 }, () => app.api('POST Integration/CreateWebhook', { body: hook }, person)),
    ]);
    const left = await app.db.pool.query('select from access_token where person_id = $1', [person.userId]);
    expect([left.rowCount, await webhooksOf(person)]).toEqual([0, []]);
  });
});
