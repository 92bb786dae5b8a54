import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase } from '#test/database.ts';
import { type IdentityApp, startIdentityApp, testPassword } from '#test/identity-app.ts';
import { newPhone } from '#test/sign-in.ts';

let app: IdentityApp;
let drop: () => Promise<void>;

beforeAll(async () => {
  const database = await createTestDatabase();
  drop = database.drop;
  app = await startIdentityApp(database.url);
});

afterAll(async () => {
  await app.close();
  await drop();
});

let lastAddress = 0;

/** An address that no other test has spent anything of. */
const newAddress = () => `10.0.${lastAddress >> 8}.${lastAddress++ & 255}`;

const ask = (phone: string, address: string) => app.ask('GET Sms/SendComfirmCode', { query: { phone } }, { address });

/** Moves what was sent to a phone into the past. */
const age = (phone: string, seconds: number) =>
  app.db.execute(sql`update sms_sent set sent_at = sent_at - ${seconds} * interval '1 second' where phone = ${phone}`);

/** The last code was sent to a phone so long ago, however long the test has taken until now. */
const sentAgo = (phone: string, seconds: number) =>
  app.db.execute(sql`update sms_sent set sent_at = now() - ${seconds} * interval '1 second' where phone = ${phone}`);

const countSent = async (where: { phone?: string; address?: string }) => {
  const found = await app.db.execute<{ count: number }>(sql`
    select count(*)::int as count from sms_sent
    where (${where.phone ?? null}::text is null or phone = ${where.phone ?? null})
      and (${where.address ?? null}::text is null or address = ${where.address ?? null})`);
  return found.rows[0]?.count;
};

describe('codes', () => {
  it('go to one phone 60 s apart, however many ask at once', async () => {
    const phone = newPhone();
    const answers = await Promise.all(Array.from({ length: 40 }, () => ask(phone, newAddress())));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = answers.find(({ status }) => status !== 200);
    expect([refused?.status, refused?.code, refused?.message]).toEqual([
      429,
      'TooManyRequests',
      'Код уже отправлен. Новый можно запросить через минуту',
    ]);
    expect(refused?.retryAfter).toBeGreaterThan(55);
    expect(refused?.retryAfter).toBeLessThanOrEqual(60);
    await sentAgo(phone, 50);
    const early = await ask(phone, newAddress());
    expect(early.status).toBe(429);
    expect(early.retryAfter).toBeLessThanOrEqual(10);
    await sentAgo(phone, 60);
    expect((await ask(phone, newAddress())).status).toBe(200);
  });

  it('go to one phone 5 times in any hour and 10 times in any day, and its owner still logs in', async () => {
    const { phone } = await app.someone();
    const sendAndAge = async (seconds: number) => {
      const { status, message } = await ask(phone, newAddress());
      await age(phone, seconds);
      return status === 200 ? 'sent' : message;
    };
    const hour = [];
    for (let index = 0; index < 6; index++) hour.push(await sendAndAge(60));
    expect(hour.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => 'sent'));
    expect(hour[5]).toContain('за час');
    // The first of the five is 6 minutes old by now: 54 minutes later there is room for exactly one.
    await age(phone, 54 * 60);
    expect(await sendAndAge(60)).toBe('sent');
    await age(phone, 3600);
    for (let index = 0; index < 4; index++) expect(await sendAndAge(60)).toBe('sent');
    await age(phone, 3600);
    const refused = await ask(phone, newAddress());
    expect(refused.message).toContain('за сутки');
    expect(refused.retryAfter).toBeGreaterThan(20 * 3600);
    expect((await app.logIn(phone)).status).toBe(200);
    await age(phone, 86_400);
    expect((await ask(phone, newAddress())).status).toBe(200);
  });

  it('are asked for 30 times an hour by one address, a whole IPv6 network being one', async () => {
    const answers = await Promise.all(
      Array.from({ length: 45 }, (_, index) => ask(newPhone(), `2001:db8:7:7::${index + 1}`)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(30);
    expect(answers.find(({ status }) => status === 429)?.message).toContain('С вашего адреса');
    expect(await countSent({ address: '2001:db8:7:7::/64' })).toBe(30);
    expect((await ask(newPhone(), '2001:db8:7:8::1')).status).toBe(200);
  });

  it('stay under the cap for everybody, and logins by password go on', async () => {
    const database = await createTestDatabase();
    const capped = await startIdentityApp(database.url, { smsPerHour: 25 });
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        capped.ask('GET Sms/SendComfirmCode', { query: { phone: newPhone() } }, { address: `127.0.1.${index % 100}` }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(25);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(175);
    const { phone: victim } = await capped.someone('moderator');
    expect((await capped.logIn(victim)).status).toBe(200);
    const body = { phone: victim, password: testPassword, rememberMe: false };
    expect((await capped.ask('POST Identity/AdminLogin', { body })).status).toBe(200);
    expect((await capped.ask('POST Identity/AdminLogin', { body })).status).toBe(429);
    await capped.close();
    await database.drop();
  });
});

describe('wrong passwords', () => {
  const wrong = (phone: string, address: string) => app.logIn(phone, 'not this one 1', { address });

  /** Lets the pause after the last try pass. */
  const wait = (phone: string) =>
    app.db.execute(sql`update password_delay set next_try_at = now() where phone = ${phone}`);

  /** The seconds from the last try to the next one. */
  const pauseOf = async (phone: string) => {
    const found = await app.db.execute<{ seconds: number }>(sql`
      select extract(epoch from next_try_at - last_try_at)::int as seconds from password_delay where phone = ${phone}`);
    return found.rows[0]?.seconds ?? 0;
  };

  const day = 86_400;

  /** Lets the pauses of these phones end at one moment in a day: however slow the machine is, they are not over. */
  const stretch = (...phones: string[]) =>
    app.db.execute(sql`
      update password_delay set next_try_at = now() + interval '1 day' where phone = any (${sql.param(phones)}::text[])`);

  it('slow the next try down, doubling up to an hour, and a right one ends it', async () => {
    const { phone } = await app.someone();
    const address = newAddress();
    for (let tries = 0; tries < 3; tries++) expect((await wrong(phone, address)).code).toBe('BadCredentials');
    const pauses: number[] = [];
    for (let tries = 0; tries < 14; tries++) {
      pauses.push(await pauseOf(phone));
      await stretch(phone);
      const refused = await wrong(phone, address);
      expect([refused.status, refused.code]).toEqual([429, 'TooManyRequests']);
      expect(refused.retryAfter).toBeGreaterThan(day - 60);
      expect(refused.retryAfter).toBeLessThanOrEqual(day);
      await wait(phone);
      expect((await wrong(phone, address)).code).toBe('BadCredentials');
    }
    expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 3600, 3600]);
    expect((await app.logIn(phone, undefined, { address })).status).toBe(429);
    await wait(phone);
    expect((await app.logIn(phone, undefined, { address })).status).toBe(200);
    expect((await wrong(phone, address)).code).toBe('BadCredentials');
    expect((await app.logIn(phone, undefined, { address })).status).toBe(200);
  });

  it('hold back nobody at another address, and are slowed down alike for a phone that nobody has', async () => {
    const { phone } = await app.someone();
    const unknown = newPhone();
    const address = newAddress();
    for (const one of [phone, unknown]) {
      expect((await wrong(one, address)).code).toBe('BadCredentials');
      await app.db.execute(sql`update password_delay set tries = 8 where phone = ${one}`);
      expect((await wrong(one, address)).code).toBe('BadCredentials');
    }
    expect([await pauseOf(phone), await pauseOf(unknown)]).toEqual([64, 64]);
    await stretch(phone, unknown);
    const [known, nobody] = [await wrong(phone, address), await wrong(unknown, address)];
    expect(known.status).toBe(429);
    expect([known.status, known.message]).toEqual([nobody.status, nobody.message]);
    expect((await app.logIn(phone, undefined, { address: newAddress() })).status).toBe(200);
  });

  it('are looked at three times when a hundred come at once', async () => {
    const { phone } = await app.someone();
    const address = newAddress();
    const begun = performance.now();
    const answers = await Promise.all(Array.from({ length: 100 }, () => wrong(phone, address)));
    // On a slow machine the first pauses of 1, 2, 4, … seconds are over before the last of them come.
    const pausesOver = Math.floor(Math.log2((performance.now() - begun) / 1_000 + 1));
    const looked = answers.filter(({ status }) => status === 401);
    expect(looked.length).toBeLessThanOrEqual(3 + pausesOver);
    expect(answers.every(({ status }) => [401, 429, 503].includes(status))).toBe(true);
  });

  it('are looked at once when a hundred come at the end of a long pause', async () => {
    const { phone } = await app.someone();
    const address = newAddress();
    await wrong(phone, address);
    await app.db.execute(sql`update password_delay set tries = 12, next_try_at = now() where phone = ${phone}`);
    const answers = await Promise.all(Array.from({ length: 100 }, () => wrong(phone, address)));
    expect(answers.filter(({ status }) => status === 401).length).toBe(1);
    expect(answers.every(({ status }) => [401, 429, 503].includes(status))).toBe(true);
  });

  it('from everywhere hold back strange addresses, not those that the owner has logged in from', async () => {
    const { phone } = await app.someone();
    const home = newAddress();
    expect((await app.logIn(phone, undefined, { address: home })).status).toBe(200);
    await app.db.execute(sql`
      insert into rate_limit (key, points, expire)
      values (${`wrong-passwords:${phone}`}, 100, ${Date.now() + 3_000_000})`);
    const strange = await app.logIn(phone, undefined, { address: newAddress() });
    expect([strange.status, strange.message]).toEqual([429, expect.stringContaining('Войдите по коду из SMS')]);
    expect((await app.logIn(phone, undefined, { address: home })).status).toBe(200);
  });

  it('are counted for the phone over all addresses', async () => {
    const phone = newPhone();
    await wrong(phone, newAddress());
    await wrong(phone, newAddress());
    const found = await app.db.execute<{ points: number }>(
      sql`select points from rate_limit where key = ${`wrong-passwords:${phone}`}`,
    );
    expect(found.rows).toEqual([{ points: 2 }]);
  });
});

it('answers checks of many phones from one address only up to a bound', async () => {
  const address = newAddress();
  const answers = await Promise.all(
    Array.from({ length: 70 }, () => app.ask('GET Identity/CheckPhone', { query: { phone: newPhone() } }, { address })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(60);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(10);
});
