import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Database } from '#base/db.server.ts';
import { failures } from '#base/errors.ts';
import { createTestDatabase } from '#test/database.ts';
import { type IdentityApp, startIdentityApp } from '#test/identity-app.ts';
import { newPhone } from '#test/sign-in.ts';
import { testSecrets } from '#test/start-app.ts';
import { countPasswordTry, forgetPasswordTries } from './password-delay-store.server.ts';
import { PasswordHashing } from './password-hashing.server.ts';

let app: IdentityApp;
/** The same server after its secret was replaced, while the one before is still listed. */
let renewed: IdentityApp;
let boundless: IdentityApp;
let drop: () => Promise<void>;

beforeAll(async () => {
  const database = await createTestDatabase();
  drop = database.drop;
  app = await startIdentityApp(database.url);
  renewed = await startIdentityApp(database.url, { jwtSecret: `a secret that is new today,${testSecrets.jwt}` });
  boundless = await startIdentityApp(database.url, { hasLimits: false });
});
afterAll(async () => {
  for (const one of [app, renewed, boundless]) await one.close();
  await drop();
});

let lastAddress = 0;
/** An address that nobody has logged in from. */
const newAddress = () => `10.0.${lastAddress >> 8}.${lastAddress++ & 255}`;

/** All of a budget is spent. */
const spendAll = (key: string, points: number) =>
  app.db.execute(sql`insert into rate_limit (key, points, expire) values (${key}, ${points}, ${Date.now() + 600_000})`);

/** As long as one who has tried for half a day. */
const holdBack = (phone: string) =>
  app.db.execute(sql`update password_delay set next_try_at = now() + interval '1 hour' where phone = ${phone}`);

const wrong = (phone: string, address: string, at = app) => at.logIn(phone, 'not this one 1', { address });

describe('when strangers have spent all wrong passwords of a phone', () => {
  it('its owner at home may still mistype, and is told nothing else than ever', async () => {
    const { phone } = await app.someone();
    const home = newAddress();
    await app.logIn(phone, undefined, { address: home });
    await spendAll(`wrong-passwords:${phone}`, 100);
    const mistyped = await wrong(phone, home);
    expect([mistyped.status, mistyped.code]).toEqual([401, 'BadCredentials']);
    expect((await wrong(phone, newAddress())).status).toBe(429);
  });

  it('home is still home though the secret was replaced since', async () => {
    const { phone } = await app.someone();
    const home = newAddress();
    await app.logIn(phone, undefined, { address: home });
    await spendAll(`wrong-passwords:${phone}`, 100);
    expect((await renewed.logIn(phone, undefined, { address: newAddress() })).status).toBe(429);
    expect((await renewed.logIn(phone, undefined, { address: home })).status).toBe(200);
  });

  it("another person's home is none", async () => {
    const [mine, other] = [await app.someone(), await app.someone()];
    const home = newAddress();
    await app.logIn(other.phone, undefined, { address: home });
    await spendAll(`wrong-passwords:${mine.phone}`, 100);
    expect((await app.logIn(mine.phone, undefined, { address: home })).status).toBe(429);
  });
});

describe('passwords', () => {
  it('are tried from one network over all phones up to a bound', async () => {
    await spendAll('password-tries:2001:db8:9:9::/64', 120);
    const { phone } = await app.someone();
    const refused = await app.logIn(phone, undefined, { address: '2001:db8:9:9::5' });
    expect([refused.status, refused.message]).toEqual([429, expect.stringContaining('С вашего адреса')]);
    expect((await app.logIn(phone, undefined, { address: '2001:db8:9:a::5' })).status).toBe(200);
  });

  it('that are wrong are slowed down, except where limits are turned off', async () => {
    const { phone } = await app.someone();
    const address = newAddress();
    expect((await wrong(phone, address)).status).toBe(401);
    await holdBack(phone);
    expect((await wrong(phone, address)).status).toBe(429);
    expect((await wrong(phone, address, boundless)).status).toBe(401);
  });

  it('once changed forget what was tried before, at every address', async () => {
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

  it('that the server has no room to look at are not counted', async () => {
    const { phone } = await app.someone();
    const room = vi.spyOn(PasswordHashing.prototype, 'requireRoom').mockImplementation(() => {
      throw failures.unavailable.because({ retryAfter: 2 });
    });
    const refused = await wrong(phone, newAddress());
    room.mockRestore();
    expect([refused.status, refused.retryAfter]).toEqual([503, 2]);
    const counted = sql`select from password_delay where phone = ${phone}`;
    expect((await app.db.execute(counted)).rowCount).toBe(0);
    await wrong(phone, newAddress());
    expect((await app.db.execute(counted)).rowCount).toBe(1);
  });

  it('are not answered where they cannot be counted: nobody may guess on', async () => {
    const { phone } = await app.someone();
    await app.db.execute(sql`
      create function fail_to_count() returns trigger language plpgsql as $$ begin raise 'cannot be counted'; end $$`);
    await app.db.execute(sql`
      create trigger fail_to_count before insert or update on rate_limit for each row
      when (new.key like 'wrong-passwords:%') execute function fail_to_count()`);
    const unknown = await wrong(phone, newAddress());
    await app.db.execute(sql`drop function fail_to_count cascade`);
    expect([unknown.status, unknown.code]).toEqual([500, 'InternalError']);
    expect((await wrong(phone, newAddress())).code).toBe('BadCredentials');
  });

  it('open nothing to a person whose phone nobody has confirmed', async () => {
    const { phone } = await app.someone();
    await app.db.execute(sql`update person set phone_confirmed_at = null where phone = ${phone}`);
    const refused = await app.logIn(phone);
    expect([refused.status, refused.code]).toEqual([403, 'PhoneNotConfirmed']);
    expect((await wrong(phone, newAddress())).code).toBe('BadCredentials');
  });
});

it('names a short pause where the tries are forgotten while it is looked up', async () => {
  const [phone, address] = [newPhone(), newAddress()];
  for (let tries = 0; tries < 3; tries++) expect(await countPasswordTry(app.db, phone, address)).toBe(0);
  // A right password of the same moment comes between the two statements.
  const between: Database = Object.create(app.db, {
    execute: {
      async value(...given: Parameters<Database['execute']>) {
        const answer = await app.db.execute(...given);
        await forgetPasswordTries(app.db, phone, address);
        return answer;
      },
    },
  });
  expect(await countPasswordTry(between, phone, address)).toBe(1);
  expect(await countPasswordTry(app.db, phone, address)).toBe(0);
});
