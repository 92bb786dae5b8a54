import sql from 'sql-template-tag';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { failures } from '#base/calls/errors.ts';
import type { Database } from '#base/db/db.server.ts';
import { startIdentityApp } from '#test/support/identity-app.ts';
import { newPhone } from '#test/support/sign-in.ts';
import { testSecrets } from '#test/support/start-app.ts';
import { countPasswordTry, forgetPasswordTries } from '../passwords/password-delay-store.server.ts';
import { PasswordHashing } from '../passwords/password-hashing.server.ts';

const app = await startIdentityApp();
/** The same server with a new secret; the old one is still listed. */
const renewed = await startIdentityApp({
  databaseUrl: app.databaseUrl,
  jwtSecret: `a secret that is new today,${testSecrets.jwt}`,
});
const boundless = await startIdentityApp({ databaseUrl: app.databaseUrl, hasLimits: false });
afterAll(async () => {
  for (const one of [renewed, boundless, app]) await one.close();
});

let lastAddress = 0;
/** An address without earlier logins. */
const newAddress = () => `10.0.${lastAddress >> 8}.${lastAddress++ & 255}`;

/** Uses up a budget. */
const spendAll = (key: string, points: number) =>
  app.db.execute(sql`
    insert into rate_limit (key, points, expire) values (${key}, ${points}, ${Date.now() + 600_000})
    on conflict (key) do update set points = excluded.points, expire = excluded.expire`);

/** Sets the delay of an attacker who has tried for half a day. */
const holdBack = (phone: string) =>
  app.db.execute(sql`update password_delay set next_try_at = now() + interval '1 hour' where phone = ${phone}`);

const wrong = (phone: string, address: string, at = app) => at.logIn(phone, 'not this one 1', { address });

describe('when strangers have used up the attempts of a site', () => {
  let lastSite = 0;
  const newSite = () => `2001:db8:${(0xa0 + lastSite++).toString(16)}`;
  const spendSite = (phone: string, site: string) => spendAll(`password-site:${site}::/48:${phone}`, 20);

  it('its owner may still mistype at home and gets the usual answer', async () => {
    const { phone } = await app.someone();
    const site = newSite();
    await app.logIn(phone, undefined, { address: `${site}:1::1` });
    await spendSite(phone, site);
    const mistyped = await wrong(phone, `${site}:1::1`);
    expect([mistyped.status, mistyped.code]).toEqual([401, 'BadCredentials']);
    expect((await wrong(phone, `${site}:2::1`)).status).toBe(429);
  });

  it('home is recognised after the secret was replaced', async () => {
    const { phone } = await app.someone();
    const site = newSite();
    await app.logIn(phone, undefined, { address: `${site}:1::1` });
    await spendSite(phone, site);
    expect((await renewed.logIn(phone, undefined, { address: `${site}:2::1` })).status).toBe(429);
    expect((await renewed.logIn(phone, undefined, { address: `${site}:1::1` })).status).toBe(200);
  });

  it('the home of another user is not recognised', async () => {
    const mine = await app.someone();
    const other = await app.someone();
    const site = newSite();
    await app.logIn(other.phone, undefined, { address: `${site}:1::1` });
    await spendSite(mine.phone, site);
    expect((await app.logIn(mine.phone, undefined, { address: `${site}:1::1` })).status).toBe(429);
  });
});

describe('passwords', () => {
  it('are limited by network over all phones', async () => {
    await spendAll('password-tries:2001:db8:9:9::/64', 120);
    const { phone } = await app.someone();
    const refused = await app.logIn(phone, undefined, { address: '2001:db8:9:9::5' });
    expect([refused.status, refused.message]).toEqual([429, expect.stringContaining('С вашего адреса')]);
    expect((await app.logIn(phone, undefined, { address: '2001:db8:9:a::5' })).status).toBe(200);
  });

  it('are delayed after wrong ones, unless limits are disabled', async () => {
    const { phone } = await app.someone();
    const address = newAddress();
    expect((await wrong(phone, address)).status).toBe(401);
    await holdBack(phone);
    expect((await wrong(phone, address)).status).toBe(429);
    expect((await wrong(phone, address, boundless)).status).toBe(401);
  });

  it('reset all delays when changed', async () => {
    const { phone } = await app.someone();
    const addresses = [newAddress(), newAddress()];
    for (const address of addresses) {
      await wrong(phone, address);
      await holdBack(phone);
      expect((await app.logIn(phone, undefined, { address })).status).toBe(429);
    }
    const right = await app.ask('GET Identity/ConfirmCode', { query: { phone, code: await app.sendCode(phone) } });
    const password = 'совсем новый 48';
    await app.ask('PUT Identity/ChangePassword', { query: { actionId: right.text('actionId'), password } });
    for (const address of addresses) expect((await app.logIn(phone, password, { address })).status).toBe(200);
  });

  it('are not counted if the queue of checks is full', async () => {
    const { phone } = await app.someone();
    const room = vi.spyOn(PasswordHashing.prototype, 'requireRoom').mockImplementation(() => {
      throw failures.unavailable({ retryAfter: 2 });
    });
    const refused = await wrong(phone, newAddress());
    room.mockRestore();
    expect([refused.status, refused.retryAfter]).toEqual([503, 2]);
    const counted = sql`select from password_delay where phone = ${phone}`;
    expect((await app.db.execute(counted)).rowCount).toBe(0);
    await wrong(phone, newAddress());
    expect((await app.db.execute(counted)).rowCount).toBe(1);
  });

  it('are not answered if they cannot be counted, so that no one can go on guessing', async () => {
    const { phone } = await app.someone();
    await app.db.execute(sql`
      create function fail_to_count() returns trigger language plpgsql as $$ begin raise 'cannot be counted'; end $$`);
    await app.db.execute(sql`
      create trigger fail_to_count before insert or update on password_delay for each row
      execute function fail_to_count()`);
    const unknown = await wrong(phone, newAddress());
    await app.db.execute(sql`drop function fail_to_count cascade`);
    expect([unknown.status, unknown.code]).toEqual([500, 'InternalError']);
    expect((await wrong(phone, newAddress())).code).toBe('BadCredentials');
  });

  it('open nothing to a user whose phone is not confirmed', async () => {
    const { phone } = await app.someone();
    await app.db.execute(sql`update person set phone_confirmed_at = null where phone = ${phone}`);
    const refused = await app.logIn(phone);
    expect([refused.status, refused.code]).toEqual([403, 'PhoneNotConfirmed']);
    expect((await wrong(phone, newAddress())).code).toBe('BadCredentials');
  });
});

it('reports a short delay if the attempts are deleted during the lookup', async () => {
  const phone = newPhone();
  const network = newAddress();
  const asked = { phone, countedAs: network, isKnown: false };
  for (let tries = 0; tries < 3; tries++) expect(await countPasswordTry(app.db, asked)).toBe(0);
  // A correct password at the same moment, between the two statements.
  const between: Database = Object.create(app.db, {
    run: {
      async value(...given: Parameters<Database['run']>) {
        const answer = await app.db.run(...given);
        await forgetPasswordTries(app.db, phone, network);
        return answer;
      },
    },
  });
  expect(await countPasswordTry(between, asked)).toBe(1);
  expect(await countPasswordTry(app.db, asked)).toBe(0);
});
