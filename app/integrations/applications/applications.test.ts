import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  allowedCode,
  allScopes,
  answerAccess,
  askKeys,
  type Client,
  challengeOf,
  codeFields,
  grantKeys,
  makeApplication,
  refreshFields,
} from '#test/support/oauth-fixture.ts';
import { type SignedIn, signIn, signInAgain } from '#test/support/sign-in.ts';
import { startApp, testSecrets } from '#test/support/start-app.ts';
import { makeToken } from '#test/support/tool-fixture.ts';
import { mostApplications, mostGrants } from '../scopes.ts';

const app = await startApp({ env: { LIMITS: 'off' } });
afterAll(() => app.close());

const newPerson = () => signIn(app.db, testSecrets.jwt);
const developer = await newPerson();
const client = await makeApplication(app, developer);

const opens = async (token: string, path = 'user/oauth') =>
  (await fetch(`${app.url}/api/v1/${path}`, { headers: { authorization: `Bearer ${token}` } })).status;

const ask = (person: SignedIn, more: object = {}) =>
  app.api(
    'GET Integration/Access',
    {
      query: {
        clientId: client.clientId,
        redirectUri: client.redirect,
        responseType: 'code',
        scope: allScopes,
        ...more,
      },
    },
    person,
  );

const refused = (error: string, status = 400) => ({
  status,
  body: { error, error_description: expect.any(String), message: expect.any(String) },
});

/** Lets the last refresh be older than a moment. */
const settle = () => app.db.pool.query(`update access_token set refreshed_at = refreshed_at - interval '1 minute'`);

describe('an application', () => {
  it('shows its secret once, is listed, and belongs to its developer', async () => {
    const person = await newPerson();
    const own = await makeApplication(app, person, 'https://bot.test/back');
    const listed = await app.api('GET Integration/Applications', {}, person);
    expect(listed.body).toMatchObject({
      data: [{ clientId: own.clientId, redirects: ['https://bot.test/back'], ending: own.secret.slice(-4) }],
    });
    expect(JSON.stringify(listed.body)).not.toContain(own.secret);
    const { rows } = await app.db.pool.query('select a::text as row from application a');
    expect(JSON.stringify(rows)).not.toContain(own.secret);
    const remove = (by: SignedIn) => app.api('DELETE Integration/Application', { query: { id: own.id } }, by);
    expect([(await remove(developer)).status, (await remove(person)).status]).toEqual([404, 200]);
    expect(app.logLines.join('')).not.toContain(own.secret);
  });

  it.each([
    'http://bot.test/back',
    'javascript:alert(1)',
    'bot://back',
    'https://bot.test/back#here',
    'https://user:word@bot.test/',
    'https:\\\\bot.test',
    '/back',
    'https://bot.test/a b',
    'https://bot.test/\u202eback',
    '',
  ])('has no address %j', async (redirect) => {
    const answer = await app.api(
      'POST Integration/CreateApplication',
      { body: { name: 'x', redirects: [redirect] } },
      developer,
    );
    expect(answer).toMatchObject({ status: 400, body: { error: { fields: { redirects: expect.any(String) } } } });
  });

  it('is one of ten at most, also at once', async () => {
    const person = await newPerson();
    const body = { name: 'x', redirects: ['https://bot.test/'] };
    const made = await Promise.all(
      Array.from({ length: mostApplications + 3 }, () =>
        app.api('POST Integration/CreateApplication', { body }, person),
      ),
    );
    expect(made.filter(({ status }) => status === 200)).toHaveLength(mostApplications);
  });
});

describe('the consent', () => {
  it('says who asks for what, and leads back with a code and the state', async () => {
    const person = await newPerson();
    expect(await ask(person)).toMatchObject({
      status: 200,
      body: { data: { name: 'Бот для стрима', host: '127.0.0.1:9', scopes: allScopes.split(' '), refused: null } },
    });
    const state = 'a b&c=ё#';
    const location = await answerAccess(app, person, client, { state });
    expect(`${location.origin}${location.pathname}`).toBe(client.redirect);
    expect(location.searchParams.get('state')).toBe(state);
    const denied = await answerAccess(app, person, client, { state, isAllowed: false });
    expect(Object.fromEntries(denied.searchParams)).toMatchObject({ error: 'access_denied', state });
    expect(denied.searchParams.has('code')).toBe(false);
  });

  it('leads to no other address, and asks nothing of strangers', async () => {
    const person = await newPerson();
    for (const redirectUri of [
      `${client.redirect}/`,
      `${client.redirect}?a=1`,
      'https://evil.test/',
      'http://127.0.0.1:9@evil.test/back',
      '',
    ]) {
      expect(await ask(person, { redirectUri })).toMatchObject({
        status: 409,
        body: { error: { code: 'WrongRedirect' } },
      });
      const body = { clientId: client.clientId, redirectUri, responseType: 'code', scope: allScopes, isAllowed: false };
      expect((await app.api('POST Integration/Access', { body }, person)).status).toBe(409);
    }
    for (const clientId of ['0', '999999999', 'x', '1 or 1=1', ''])
      expect(await ask(person, { clientId })).toMatchObject({
        status: 404,
        body: { error: { code: 'UnknownApplication' } },
      });
    expect(
      (await app.api('GET Integration/Access', { query: { clientId: client.clientId, redirectUri: client.redirect } }))
        .status,
    ).toBe(401);
    const token = await makeToken(app, person, ['oauth-user-show']);
    expect((await app.api('POST Integration/Access', { body: {} }, { token })).status).toBe(401);
  });

  it.each([
    [{ responseType: 'token' }, 'unsupported_response_type'],
    [{ scope: 'oauth-custom_alert-store' }, 'invalid_scope'],
    [{ scope: `${allScopes} oauth-goal-subscribe` }, 'invalid_scope'],
    [{ scope: 'events' }, 'invalid_scope'],
    [{ scope: ' ' }, 'invalid_scope'],
    [{ challenge: 'plain', challengeMethod: 'plain' }, 'invalid_request'],
    [{ challenge: challengeOf('x') }, 'invalid_request'],
  ])('gives nothing for %j', async (more, error) => {
    const person = await newPerson();
    expect(await ask(person, more)).toMatchObject({ body: { data: { scopes: [], refused: { error } } } });
    const location = await answerAccess(app, person, client, { ...more, state: 's' });
    expect(Object.fromEntries(location.searchParams)).toMatchObject({ error, state: 's' });
    expect(location.searchParams.has('code')).toBe(false);
  });

  it('is reached where programs of DonationAlerts send people', async () => {
    const search = `?client_id=1&redirect_uri=${encodeURIComponent('https://evil.test//x')}&state=%0d%0aa`;
    const answer = await fetch(`${app.url}/oauth/authorize${search}`, { redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([
      302,
      `/profile/tools?ask=access&${search.slice(1)}`,
    ]);
    expect((await fetch(`${app.url}/oauth/authorize`, { method: 'POST' })).status).toBe(405);
  });
});

describe('a code', () => {
  it('is exchanged for keys with what was allowed, and nothing else', async () => {
    const person = await newPerson();
    const keys = await grantKeys(app, person, client, { scope: 'oauth-user-show' });
    expect(keys).toMatchObject({ token_type: 'Bearer', expires_in: 30 * 86_400 });
    expect([await opens(keys.access_token), await opens(keys.access_token, 'alerts/donations')]).toEqual([200, 403]);
    expect((await app.api('GET Integration/Tokens', {}, person)).body).toMatchObject({ data: [] });
    const { rows } = await app.db.pool.query('select t::text as row from access_token t');
    for (const secret of [keys.access_token, keys.refresh_token]) {
      expect(JSON.stringify(rows)).not.toContain(secret);
      expect(app.logLines.join('')).not.toContain(secret);
    }
  });

  it('is taken as JSON, with the secret in the header, and with a number for the id', async () => {
    const person = await newPerson();
    const fields = codeFields(client, await allowedCode(app, person, client));
    const post = (body: object, headers: Record<string, string> = {}) =>
      fetch(`${app.url}/oauth/token`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      });
    const answer = await post({ ...fields, client_id: Number(client.clientId) });
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
    const { grant_type, redirect_uri } = fields;
    const authorization = `Basic ${Buffer.from(`${client.clientId}:${client.secret}`).toString('base64')}`;
    const code = await allowedCode(app, person, client);
    expect((await post({ grant_type, redirect_uri, code }, { authorization })).status).toBe(200);
    for (const wrong of ['', '[]', '{"code":{}}', '{'])
      expect(
        (
          await fetch(`${app.url}/oauth/token`, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: wrong,
          })
        ).status,
      ).toBe(400);
    expect((await fetch(`${app.url}/oauth/token`)).status).toBe(405);
  });

  it('used again ends the access, and two at once get one', async () => {
    const person = await newPerson();
    const fields = codeFields(client, await allowedCode(app, person, client));
    const { keys } = await askKeys(app, fields);
    expect(await opens(keys?.access_token ?? '')).toBe(200);
    expect(await askKeys(app, fields)).toMatchObject(refused('invalid_grant'));
    expect(await opens(keys?.access_token ?? '')).toBe(401);
    const twice = codeFields(client, await allowedCode(app, person, client));
    const both = await Promise.all([askKeys(app, twice), askKeys(app, twice)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  });

  it('is of its application, its address, its minute and its verifier', async () => {
    const person = await newPerson();
    const other = await makeApplication(app, developer, client.redirect);
    const code = await allowedCode(app, person, client);
    expect(await askKeys(app, codeFields(other, code))).toMatchObject(refused('invalid_grant'));
    expect(await askKeys(app, { ...codeFields(client, code), redirect_uri: 'http://127.0.0.1:9/other' })).toMatchObject(
      refused('invalid_grant'),
    );
    expect(await askKeys(app, { ...codeFields(client, code), client_secret: other.secret })).toMatchObject(
      refused('invalid_client', 401),
    );
    expect(await askKeys(app, { ...codeFields(client, code), code_verifier: 'x' })).toMatchObject(
      refused('invalid_grant'),
    );
    expect((await askKeys(app, codeFields(client, code))).status).toBe(200);
    const late = await allowedCode(app, person, client);
    await app.db.pool.query(`update application_code set expires_at = now() where token_id is null`);
    expect(await askKeys(app, codeFields(client, late))).toMatchObject(refused('invalid_grant'));
    const verifier = 'v'.repeat(43);
    const more = { challenge: challengeOf(verifier), challengeMethod: 'S256' };
    const proven = codeFields(client, await allowedCode(app, person, client, more));
    expect(await askKeys(app, proven)).toMatchObject(refused('invalid_grant'));
    expect(await askKeys(app, { ...proven, code_verifier: `${verifier}x` })).toMatchObject(refused('invalid_grant'));
    expect((await askKeys(app, { ...proven, code_verifier: verifier })).status).toBe(200);
  });
});

describe('a refresh token', () => {
  it('is exchanged once; the keys before it are over', async () => {
    const person = await newPerson();
    const first = await grantKeys(app, person, client);
    const { keys } = await askKeys(app, refreshFields(client, first.refresh_token));
    expect([await opens(first.access_token), await opens(keys?.access_token ?? '')]).toEqual([401, 200]);
    await settle();
    expect(await askKeys(app, refreshFields(client, first.refresh_token))).toMatchObject(refused('invalid_grant'));
    expect(await opens(keys?.access_token ?? '')).toBe(401);
    expect(await askKeys(app, refreshFields(client, keys?.refresh_token ?? ''))).toMatchObject(
      refused('invalid_grant'),
    );
  });

  it('gives keys to one of two that ask at once', async () => {
    const person = await newPerson();
    const first = await grantKeys(app, person, client);
    const both = await Promise.all(
      Array.from({ length: 4 }, () => askKeys(app, refreshFields(client, first.refresh_token))),
    );
    const won = both.filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    expect(await opens(won[0]?.keys?.access_token ?? '')).toBe(200);
  });

  it('is of its application, and gives no more rights', async () => {
    const person = await newPerson();
    const other = await makeApplication(app, developer);
    const { refresh_token: token } = await grantKeys(app, person, client, { scope: 'oauth-user-show' });
    await settle();
    expect(await askKeys(app, refreshFields(other, token))).toMatchObject(refused('invalid_grant'));
    expect(await askKeys(app, { ...refreshFields(client, token), scope: allScopes })).toMatchObject(
      refused('invalid_scope'),
    );
    for (const wrong of ['', 'opora_r_', `${token}x`, `opora_r_${'A'.repeat(86)}`])
      expect(await askKeys(app, refreshFields(client, wrong))).toMatchObject(refused('invalid_grant'));
    expect((await askKeys(app, { ...refreshFields(client, token), scope: 'oauth-user-show' })).status).toBe(200);
    expect(await askKeys(app, { ...refreshFields(client, token), grant_type: 'password' })).toMatchObject(
      refused('unsupported_grant_type'),
    );
  });
});

describe('the access of an application', () => {
  const granted = z.object({ data: z.array(z.object({ applicationId: z.string() })) });

  it('is listed and ended by its person, and ends with the application', async () => {
    const person = await newPerson();
    const own = await makeApplication(app, developer);
    const keys = await grantKeys(app, person, own);
    const again = await grantKeys(app, person, own, { scope: 'oauth-user-show' });
    const listed = await app.api('GET Integration/Granted', {}, person);
    expect(listed.body).toMatchObject({
      data: [{ applicationId: own.id, name: 'Бот для стрима', scopes: allScopes.split(' ').toSorted() }],
    });
    const pending = await allowedCode(app, person, own);
    const end = (by: SignedIn) => app.api('DELETE Integration/Granted', { query: { applicationId: own.id } }, by);
    expect([(await end(developer)).status, (await end(person)).status]).toEqual([404, 200]);
    expect([await opens(keys.access_token), await opens(again.access_token)]).toEqual([401, 401]);
    expect((await askKeys(app, codeFields(own, pending))).status).toBe(400);
    const last = await grantKeys(app, person, own);
    expect((await app.api('DELETE Integration/Application', { query: { id: own.id } }, developer)).status).toBe(200);
    expect(await opens(last.access_token)).toBe(401);
    expect(granted.parse((await app.api('GET Integration/Granted', {}, person)).body).data).toEqual([]);
  });

  it('has a few grants at once; a further one ends the oldest', async () => {
    const person = await newPerson();
    const all: string[] = [];
    for (let at = 0; at <= mostGrants; at += 1) all.push((await grantKeys(app, person, client)).access_token);
    expect(await Promise.all(all.map((token) => opens(token)))).toEqual([
      401,
      ...Array.from({ length: mostGrants }, () => 200),
    ]);
  });

  it('expires, and ends with a block of the person or of the developer', async () => {
    const maker = await newPerson();
    const own = await makeApplication(app, maker);
    const person = await newPerson();
    const keys = await grantKeys(app, person, own);
    const block = (who: SignedIn) =>
      app.db.pool.query(`update person set blocked_at = now(), blocked_reason = 'x' where id = $1`, [who.userId]);
    const other = await newPerson();
    const others = await grantKeys(app, other, own);
    await block(other);
    expect([await opens(others.access_token), await opens(keys.access_token)]).toEqual([401, 200]);
    expect((await askKeys(app, refreshFields(own, others.refresh_token))).status).toBe(400);
    await app.db.pool.query('update access_token set expires_at = now() where person_id = $1', [person.userId]);
    expect(await opens(keys.access_token)).toBe(401);
    const renewed = await askKeys(app, refreshFields(own, keys.refresh_token));
    expect(await opens(renewed.keys?.access_token ?? '')).toBe(200);
    await block(maker);
    expect(await opens(renewed.keys?.access_token ?? '')).toBe(401);
    expect((await askKeys(app, refreshFields(own, renewed.keys?.refresh_token ?? ''))).status).toBe(401);
    expect((await ask(person, { clientId: own.clientId })).status).toBe(404);
  });

  it('ends with the tools of an account, also where a code waits', async () => {
    const person = await newPerson();
    const keys = await grantKeys(app, person, client);
    const code = await allowedCode(app, person, client);
    const { createConnectedTools } = await import('../connected-tools.server.ts');
    const tools = createConnectedTools({ secret: testSecrets.jwt, audit: async () => undefined });
    expect(await tools.areThere(app.db, person.userId)).toBe(true);
    const revoked = await app.db.transaction((tx) => tools.revoke(tx, person.userId));
    expect(revoked.tokens).toBe(1);
    expect(await opens(keys.access_token)).toBe(401);
    expect((await askKeys(app, codeFields(client, code))).status).toBe(400);
    const again = await signInAgain(app.db, testSecrets.jwt, person);
    expect(granted.parse((await app.api('GET Integration/Granted', {}, again)).body).data).toEqual([]);
  });
});

it('nobody reads the list of another, and a session that has ended allows nothing', async () => {
  const person = await newPerson();
  const own: Client = await makeApplication(app, person);
  await app.db.pool.query(
    'delete from refresh_token where session_id in (select id from session where person_id = $1)',
    [person.userId],
  );
  await app.db.pool.query('delete from session where person_id = $1', [person.userId]);
  const body = {
    clientId: own.clientId,
    redirectUri: own.redirect,
    responseType: 'code',
    scope: allScopes,
    isAllowed: true,
  };
  expect((await app.api('POST Integration/Access', { body }, person)).status).toBe(401);
});
