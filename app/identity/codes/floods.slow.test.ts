import sql from 'sql-template-tag';
import { afterAll, describe, expect, it } from 'vitest';
import { startIdentityApp, testPassword } from '#test/support/identity-app.ts';
import { newPhone } from '#test/support/sign-in.ts';

const app = await startIdentityApp();
afterAll(() => app.close());

let lastAddress = 0;

/** An address with untouched budgets. */
const newAddress = () => `10.0.${lastAddress >> 8}.${lastAddress++ & 255}`;

const ask = (phone: string, address: string) => app.ask('GET Sms/SendComfirmCode', { query: { phone } }, { address });

/** Backdates the messages sent to a phone. */
const age = (phone: string, seconds: number) =>
  app.db.execute(sql`update sms_sent set sent_at = sent_at - ${seconds} * interval '1 second' where phone = ${phone}`);

/** Sets the age of the last code of a phone, however long the test has run. */
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
  it('are sent to one phone 60 s apart, even for parallel requests', async () => {
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

  it('are sent to one phone at most 5 times an hour and 10 times a day', async () => {
    const phone = newPhone();
    const sendAndAge = async (seconds: number) => {
      const { status, message } = await ask(phone, newAddress());
      await age(phone, seconds);
      return status === 200 ? 'sent' : message;
    };
    const hour = [];
    for (let index = 0; index < 6; index++) hour.push(await sendAndAge(60));
    expect(hour.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => 'sent'));
    expect(hour[5]).toContain('за час');
    // The first of the five is 6 minutes old: 54 minutes later exactly one more is allowed.
    await age(phone, 54 * 60);
    expect(await sendAndAge(60)).toBe('sent');
    await age(phone, 3600);
    for (let index = 0; index < 4; index++) expect(await sendAndAge(60)).toBe('sent');
    await age(phone, 3600);
    const refused = await ask(phone, newAddress());
    expect(refused.message).toContain('за сутки');
    expect(refused.retryAfter).toBeGreaterThan(20 * 3600);
    await age(phone, 86_400);
    expect((await ask(phone, newAddress())).status).toBe(200);
  });

  it('are kept for whoever has logged in there before, when strangers ask for them all day', async () => {
    const { phone } = await app.someone();
    const home = newAddress();
    expect((await app.logIn(phone, undefined, { address: home })).status).toBe(200);
    const sendAndAge = async (address: string, seconds: number) => {
      const { status, message } = await ask(phone, address);
      await age(phone, seconds);
      return status === 200 ? 'sent' : message;
    };
    const strange = [];
    for (let index = 0; index < 4; index += 1) strange.push(await sendAndAge(newAddress(), 60));
    expect(strange).toEqual(['sent', 'sent', 'sent', expect.stringContaining('запросите код там, где уже входили')]);
    expect([await sendAndAge(home, 60), await sendAndAge(home, 3_600)]).toEqual(['sent', 'sent']);
    expect(await sendAndAge(newAddress(), 3_600)).toBe('sent');
    expect(await sendAndAge(newAddress(), 60)).toContain('за сутки');
    for (let index = 0; index < 4; index += 1) expect(await sendAndAge(home, 60)).toBe('sent');
    expect(await sendAndAge(home, 60)).toContain('за сутки');
  });

  it('may be requested 30 times an hour by one address; an IPv6 network counts as one address', async () => {
    const answers = await Promise.all(
      Array.from({ length: 45 }, (_, index) => ask(newPhone(), `2001:db8:7:7::${index + 1}`)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(30);
    expect(answers.find(({ status }) => status === 429)?.message).toContain('С вашего адреса');
    expect(await countSent({ address: '2001:db8:7:7::/64' })).toBe(30);
    expect((await ask(newPhone(), '2001:db8:7:8::1')).status).toBe(200);
  });

  it('of the second factor wait for no codes that strangers asked for', async () => {
    const { phone } = await app.someone('moderator');
    const office = newAddress();
    await app.db.execute(sql`
      insert into sms_sent (phone, purpose, address) select '998901110000', 'phone', ${office} from generate_series(1, 30)`);
    expect((await ask(phone, newAddress())).status).toBe(200);
    const body = { phone, password: testPassword, rememberMe: false };
    expect((await app.ask('POST Identity/AdminLogin', { body }, { address: office })).status).toBe(200);
  });

  it('leave most of the global cap to others, from however many networks one site asks', async () => {
    const capped = await startIdentityApp({ smsPerHour: 320 });
    const request = (phone: string, address: string) =>
      capped.ask('GET Sms/SendComfirmCode', { query: { phone } }, { address });
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) => request(newPhone(), `2001:db8:9:${index.toString(16)}::1`)),
    );
    // Beyond a few it is busy, and gets no more than 30 a minute; then its share of an hour ends.
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(30);
    expect(answers.find(({ status }) => status === 429)?.message).toContain('Сейчас запрашивают');
    await capped.db.execute(sql`update sms_sent set sent_at = sent_at - interval '1 minute'`);
    for (let at = 0; at < 2; at += 1) expect((await request(newPhone(), `2001:db8:9:7${at}::1`)).status).toBe(200);
    expect((await request(newPhone(), '2001:db8:9:72::1')).message).toContain('Из вашей сети');
    expect((await request(newPhone(), '2001:db8:a:1::1')).status).toBe(200);
    expect((await request(newPhone(), '127.0.1.1')).status).toBe(200);
    const { phone: moderator } = await capped.someone('moderator');
    const body = { phone: moderator, password: testPassword, rememberMe: false };
    expect((await capped.ask('POST Identity/AdminLogin', { body }, { address: '2001:db8:9:77::1' })).status).toBe(200);
    await capped.close();
  });

  it('are refused to a flood from many addresses by the minute, and not to quiet ones', async () => {
    const spread = await startIdentityApp();
    const request = (address: string) =>
      spread.ask('GET Sms/SendComfirmCode', { query: { phone: newPhone() } }, { address });
    await spread.db.execute(sql`
      insert into sms_sent (phone, purpose, address, sent_at)
      select '99890' || (1000000 + at), 'phone', '10.67.0.' || at % 67, now() - interval '2 minutes'
      from generate_series(1, 134) as at`);
    const flood = await Promise.all(Array.from({ length: 67 * 6 }, (_, at) => request(`10.67.0.${at % 67}`)));
    expect(flood.filter(({ status }) => status === 200)).toHaveLength(33);
    const refused = flood.find(({ status }) => status === 429);
    expect(refused?.retryAfter).toBeLessThanOrEqual(60);
    for (let at = 0; at < 10; at += 1) expect((await request(newAddress())).status).toBe(200);
    await spread.db.execute(sql`
      insert into sms_sent (phone, purpose, address, sent_at)
      select '99891' || (1000000 + at), 'phone', '10.67.1.' || at % 67, now() - interval '30 minutes'
      from generate_series(1, 1100) as at`);
    await spread.db.execute(sql`update sms_sent set sent_at = sent_at - interval '1 minute'`);
    expect((await request('10.67.0.1')).retryAfter).toBeGreaterThan(1_000);
    expect((await request(newAddress())).status).toBe(200);
    await spread.close();
  });

  it('stay under the global cap while logins by password go on', async () => {
    const capped = await startIdentityApp({ smsPerHour: 25 });
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        capped.ask('GET Sms/SendComfirmCode', { query: { phone: newPhone() } }, { address: `127.0.1.${index % 100}` }),
      ),
    );
    // 15 to busy sites at most, 21 to all that nobody has logged in from, the rest to those that somebody has.
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(21);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(179);
    expect(capped.logLines.filter((line) => line.includes('too many are asked for'))).toHaveLength(1);
    const { phone: regular } = await capped.someone();
    expect((await capped.logIn(regular)).status).toBe(200);
    const own = await capped.ask('GET Sms/SendComfirmCode', { query: { phone: regular } });
    expect(own.status).toBe(200);
    const { phone: victim } = await capped.someone('moderator');
    expect((await capped.logIn(victim)).status).toBe(200);
    const body = { phone: victim, password: testPassword, rememberMe: false };
    expect((await capped.ask('POST Identity/AdminLogin', { body })).status).toBe(200);
    expect((await capped.ask('POST Identity/AdminLogin', { body })).status).toBe(429);
    await capped.close();
  });
});

it.each([
  ['one address', () => '10.9.9.9', 70, 60],
  ['one IPv6 /48', (at: number) => `2001:db8:60:${at.toString(16)}::1`, 260, 240],
] as const)('limits the checks of phones from %s', async (_, addressOf, asked, admitted) => {
  const answers = await Promise.all(
    Array.from({ length: asked }, (__, at) =>
      app.ask('GET Identity/CheckPhone', { query: { phone: newPhone() } }, { address: addressOf(at) }),
    ),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(admitted);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(asked - admitted);
});
