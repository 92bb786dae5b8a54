import AlertsAPI from 'alerts-api';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { donationInsert } from '#app/donations/donations-store.server.ts';
import { type SignedIn, signIn } from '#test/support/sign-in.ts';
import { startApp, testSecrets } from '#test/support/start-app.ts';
import { givePaidTo, makeToken, makeWebhook, openReceiver, readWebhookLog } from '#test/support/tool-fixture.ts';

const app = await startApp({ env: { LIMITS: 'off' } });
const receiver = await openReceiver();
afterAll(async () => {
  await receiver.close();
  await app.close();
});

const withToken = z.object({ data: z.object({ id: z.string(), token: z.string() }) });
const tokens = z.object({
  data: z.array(z.object({ id: z.string(), ending: z.string(), lastUsedAt: z.string().nullable() })),
});

describe('an access token', () => {
  it('is shown once, stored as a hash, grants its scopes only, and is invalid once revoked', async () => {
    const person = await signIn(app.db, testSecrets.jwt);
    const token = await makeToken(app, person, ['oauth-user-show']);
    const [row] = tokens.parse((await app.api('GET Integration/Tokens', {}, person)).body).data;
    expect([row?.ending, row?.lastUsedAt]).toEqual([token.slice(-4), null]);
    const { rows } = await app.db.pool.query('select t::text as row from access_token t');
    expect(JSON.stringify(rows)).not.toContain(token);
    const ask = async (path: string, authorization: string) =>
      (await fetch(`${app.url}/api/v1/${path}`, { headers: { authorization } })).status;
    expect(await ask('user/oauth', `Bearer ${token}`)).toBe(200);
    expect(await ask('alerts/donations', `Bearer ${token}`)).toBe(403);
    for (const wrong of ['', token, 'Bearer', `Bearer ${token}x`, `Bearer ${person.token}`, 'Bearer opora_'])
      expect(await ask('user/oauth', wrong)).toBe(401);
    expect((await app.api('GET PersonalAccount/Get', {}, { token })).status).toBe(401);
    expect(tokens.parse((await app.api('GET Integration/Tokens', {}, person)).body).data[0]?.lastUsedAt).not.toBeNull();
    const other = await signIn(app.db, testSecrets.jwt);
    const revoke = (by: SignedIn) => app.api('DELETE Integration/Token', { query: { id: row?.id } }, by);
    expect([(await revoke(other)).status, (await revoke(person)).status]).toEqual([404, 200]);
    expect(await ask('user/oauth', `Bearer ${token}`)).toBe(401);
    expect(app.logLines.join('')).not.toContain(token);
  });

  it('is invalid while its owner is blocked, and is limited to twenty', async () => {
    const person = await signIn(app.db, testSecrets.jwt);
    const made = await Promise.all(
      Array.from({ length: 25 }, () =>
        app.api('POST Integration/CreateToken', { body: { name: 'x', scopes: ['oauth-user-show'] } }, person),
      ),
    );
    expect(made.filter(({ status }) => status === 200)).toHaveLength(20);
    const token = withToken.parse(made.find(({ status }) => status === 200)?.body).data.token;
    await app.db.pool.query(`update person set blocked_at = now(), blocked_reason = 'x' where id = $1`, [
      person.userId,
    ]);
    const answer = await fetch(`${app.url}/api/v1/user/oauth`, { headers: { authorization: `Bearer ${token}` } });
    expect([answer.status, await answer.json()]).toEqual([401, { message: 'Unauthenticated.' }]);
  });

  it.each([
    { name: '', scopes: ['oauth-user-show'] },
    { name: 'x', scopes: [] },
    { name: 'x', scopes: ['admin'] },
  ])('is refused as %j', async (body) => {
    const person = await signIn(app.db, testSecrets.jwt);
    expect((await app.api('POST Integration/CreateToken', { body }, person)).status).toBe(400);
  });
});

describe('the read API', () => {
  /** Inserts 65 donations directly, the last one refunded. */
  async function fill({ projectId }: SignedIn) {
    for (let at = 1; at <= 65; at += 1) {
      const row = {
        id: crypto.randomUUID(),
        project_id: projectId,
        donor_id: null,
        donor_key: 'anonymous',
        name: `Донор ${at}`,
        message: `Сообщение ${at}`,
        is_anonymous: at % 10 === 0,
        amount: at * 100,
        commission: 0,
        address: 'x',
      };
      await app.db.pool.query(donationInsert, [JSON.stringify(row)]);
      await app.db.pool.query(
        `update donation set number = $2::int, paid_at = '2026-01-31T09:00:00Z'::timestamptz + $2::int * interval '1 second',
           refunded_at = case when $2::int = 65 then now() end where id = $1`,
        [row.id, at],
      );
    }
    await app.db.pool.query('insert into project_total values ($1, 65, 64, 0)', [projectId]);
  }

  it('works with a public client of the API that stream tools use, with only its host changed', async () => {
    const person = await signIn(app.db, testSecrets.jwt, { userName: 'dasha.plays' });
    await fill(person);
    const client = new AlertsAPI({
      access_token: await makeToken(app, person, ['oauth-user-show', 'oauth-donation-index']),
    });
    client.basePath = `${app.url}/api/v1`;
    expect(await client.getUser()).toEqual({
      data: {
        id: expect.any(Number),
        code: 'dasha.plays',
        name: 'dasha.plays',
        avatar: '',
        email: '',
        language: 'ru_RU',
        is_active: 1,
        socket_connection_token: expect.stringMatching(/^[\w-]{100,}$/),
      },
    });
    const first = await client.getDonations(1, true);
    expect(first).toMatchObject({
      links: { prev: null, next: expect.stringMatching(/\/api\/v1\/alerts\/donations\?page=2$/) },
      meta: { current_page: 1, from: 1, last_page: 3, per_page: 30, to: 30, total: 64 },
    });
    expect(first.data[0]).toEqual({
      id: 64,
      name: 'Donations',
      username: 'Донор 64',
      message_type: 'text',
      message: 'Сообщение 64',
      amount: 64,
      currency: 'UZS',
      is_shown: 0,
      created_at: '2026-01-31 09:01:04',
      shown_at: null,
    });
    const pages = await Promise.all([1, 2, 3].map((page) => client.getDonations(page)));
    const all = pages.flatMap(({ data }) => data);
    expect(all.map(({ id }) => id)).toEqual(Array.from({ length: 64 }, (_, at) => 64 - at));
    expect(all.filter(({ username }) => username === 'Аноним').map(({ id }) => id)).toEqual([60, 50, 40, 30, 20, 10]);
    expect(pages[2]?.next).toBeUndefined();
    const beyond = await client.getDonations(9, true);
    expect(beyond).toMatchObject({ data: [], meta: { from: null, to: null, total: 64 } });
  });

  it('says what was shown on the stream, with stop words masked', async () => {
    const person = await signIn(app.db, testSecrets.jwt);
    const settings = await app.api('GET Widget/Settings', {}, person);
    const { key } = z.object({ data: z.object({ key: z.string() }) }).parse(settings.body).data;
    const hook = await makeWebhook(app, person, receiver.address, ['donation.shown']);
    const payId = await givePaidTo(app, person);
    const source = 'page-1';
    const leased = await app.api('POST Widget/Next', { body: { key, source, isVisible: true } });
    const { alertId } = z.object({ data: z.object({ alertId: z.string() }) }).parse(leased.body).data;
    for (const state of ['playing', 'shown', 'shown'])
      await app.api('POST Widget/Report', { body: { key, source, alertId, state } });
    const client = new AlertsAPI({ access_token: await makeToken(app, person, ['oauth-donation-index']) });
    client.basePath = `${app.url}/api/v1`;
    const { data } = await client.getDonations();
    expect(data).toMatchObject([{ is_shown: 1, message: '****, привет!', shown_at: expect.stringMatching(/^\d{4}-/) }]);
    await vi.waitUntil(() => receiver.received.length > 0, { timeout: 10_000 });
    expect((await readWebhookLog(app, person, hook.id)).count).toBe(1);
    expect(JSON.parse(receiver.received[0]?.body ?? '')).toMatchObject({ event: 'donation.shown', data: { payId } });
  });
});
