import sql from 'sql-template-tag';
import { afterAll, describe, expect, it } from 'vitest';
import { startIdentityApp } from '#test/support/identity-app.ts';
import { newPhone } from '#test/support/sign-in.ts';

const app = await startIdentityApp();
/** The same server behind https. */
const secure = await startIdentityApp({ databaseUrl: app.databaseUrl, env: { PUBLIC_URL: 'https://opora.example' } });
afterAll(async () => {
  await secure.close();
  await app.close();
});

let lastAddress = 0;
/** A network that nobody has logged in from. */
const newAddress = () => `10.30.${lastAddress >> 8}.${lastAddress++ & 255}`;

const cookieOf = ({ setCookie }: { setCookie: string }) => setCookie.split(';')[0] ?? '';

/** Asks for a code a minute after the last one. */
async function askForCode(phone: string, settings: { address?: string; cookie?: string } = {}) {
  await app.db.execute(sql`update sms_sent set sent_at = sent_at - interval '1 minute' where phone = ${phone}`);
  return app.ask('GET Sms/SendComfirmCode', { query: { phone } }, { address: newAddress(), ...settings });
}

/** Logs in by code and returns the cookie of the browser. */
async function logInByCode(phone: string, cookie = '') {
  const asked = await askForCode(phone, { cookie });
  if (asked.status !== 200) throw new Error(`no code was sent: ${asked.message}`);
  const query = { phone, comfirmCode: await app.codeOf(phone), rememberMe: false };
  const answer = await app.ask('GET Sms/CheckComfirmCode', { query }, { address: newAddress(), cookie });
  if (answer.status !== 200) throw new Error(`the code was refused: ${answer.message}`);
  return cookieOf(answer);
}

/** A stranger asks from changing addresses until nothing more is sent. */
async function flood(phone: string, cookie = '') {
  for (let asked = 0; asked < 10; asked += 1) {
    if ((await askForCode(phone, { cookie })).status !== 200) return;
  }
}

/** A stranger uses up the day: six of ten codes over hours. */
async function floodDay(phone: string) {
  for (let asked = 0; asked < 2; asked += 1) {
    await flood(phone);
    await app.db.execute(sql`update sms_sent set sent_at = sent_at - interval '1 hour' where phone = ${phone}`);
  }
}

describe('a browser that a user has logged in with', () => {
  it('keeps a random token that no script and no other site can read', async () => {
    const { phone } = await app.someone();
    const answer = await app.logIn(phone);
    expect(answer.setCookie).toMatch(
      /^knownBrowser=[\w-]{43}; Path=\/api; Max-Age=6984000; HttpOnly; SameSite=Strict$/,
    );
    expect((await secure.logIn(phone)).setCookie).toMatch(/; HttpOnly; SameSite=Strict; Secure$/);
    const stored = await app.db.execute(sql`select encode(browser_hash, 'escape') as hash from session`);
    expect(JSON.stringify(stored.rows)).not.toContain(cookieOf(answer).slice('knownBrowser='.length));
  });

  it('gets the codes of login and reset that strangers cannot use up, for an account without a password too', async () => {
    const phone = newPhone();
    const cookie = await logInByCode(phone);
    await floodDay(phone);
    const stranger = await askForCode(phone);
    expect([stranger.status, stranger.message]).toEqual([429, expect.stringContaining('за сутки')]);
    const again = await logInByCode(phone, cookie);
    expect((await askForCode(phone, { cookie: again })).status).toBe(200);
    const query = { phone, code: await app.codeOf(phone) };
    const right = await app.ask('GET Identity/ConfirmCode', { query }, { address: newAddress() });
    const change = { actionId: right.text('actionId'), password: 'совсем новый 48' };
    expect((await app.ask('PUT Identity/ChangePassword', { query: change })).status).toBe(200);
  });

  it('logs in by password where strangers have used up the attempts of the network', async () => {
    const { phone } = await app.someone();
    const cookie = cookieOf(await app.logIn(phone));
    const address = '2001:db8:77:1::1';
    await app.db.execute(sql`
      insert into rate_limit (key, points, expire)
      values ('password-tries:2001:db8:77:1::/64', 120, ${Date.now() + 600_000}),
        (${`password-site:2001:db8:77::/48:${phone}`}, 20, ${Date.now() + 3_000_000})`);
    await app.db.execute(sql`
      insert into password_delay (phone, address, tries, next_try_at, last_try_at)
      values (${phone}, '2001:db8:77:1::/64', 9, now() + interval '1 hour', now())`);
    expect((await app.logIn(phone, undefined, { address })).status).toBe(429);
    expect((await app.logIn(phone, undefined, { address, cookie })).status).toBe(200);
  });
});

describe('whoever has stolen the token of a browser', () => {
  it('has the attempts of one network, however many networks are used', async () => {
    const { phone } = await app.someone();
    const cookie = cookieOf(await app.logIn(phone));
    const guesses = [];
    for (let at = 0; at < 6; at += 1) {
      guesses.push((await app.logIn(phone, 'not this one 1', { address: newAddress(), cookie })).status);
    }
    expect(guesses).toEqual([401, 401, 401, 429, 429, 429]);
    expect((await app.logIn(phone, undefined, { address: newAddress() })).status).toBe(200);
  });

  it('gets no more codes for the phone than anybody', async () => {
    const { phone } = await app.someone();
    const cookie = cookieOf(await app.logIn(phone));
    await flood(phone, cookie);
    const sent = await app.db.execute(sql`select from sms_sent where phone = ${phone}`);
    expect(sent.rowCount).toBe(5);
    // No code is kept for it anywhere else.
    const advice = 'На этот номер отправлено слишком много кодов за час. Попробуйте позже';
    expect((await askForCode(phone, { cookie })).message).toBe(advice);
  });

  it('gets nothing for other phones', async () => {
    const mine = await app.someone();
    const other = await app.someone();
    const cookie = cookieOf(await app.logIn(other.phone));
    await app.logIn(mine.phone);
    await flood(mine.phone);
    expect((await askForCode(mine.phone, { cookie })).status).toBe(429);
  });

  it('gets nothing once the browser has logged in again', async () => {
    const { phone } = await app.someone();
    const stolen = cookieOf(await app.logIn(phone));
    const next = cookieOf(await app.logIn(phone, undefined, { cookie: stolen }));
    await flood(phone);
    expect((await askForCode(phone, { cookie: stolen })).status).toBe(429);
    expect((await askForCode(phone, { cookie: next })).status).toBe(200);
  });

  it('gets nothing once a new password or the end of that session has made the browser unknown', async () => {
    const { phone } = await app.someone();
    const ended = await app.logIn(phone);
    const token = ended.text('token');
    const listed = await app.ask('GET Identity/Sessions', {}, { token });
    const current = Array.isArray(listed.data) ? listed.data.find(({ isCurrent }) => isCurrent) : null;
    expect((await app.ask('DELETE Identity/Session', { query: { id: current.id } }, { token })).status).toBe(200);
    const changed = cookieOf(await app.logIn(phone));
    const query = { phone, code: await app.sendCode(phone) };
    const right = await app.ask('GET Identity/ConfirmCode', { query });
    const change = { actionId: right.text('actionId'), password: 'совсем новый 48' };
    expect((await app.ask('PUT Identity/ChangePassword', { query: change })).status).toBe(200);
    await flood(phone);
    for (const cookie of [cookieOf(ended), changed]) expect((await askForCode(phone, { cookie })).status).toBe(429);
  });
});

describe('the token of a browser', () => {
  it('stays known after logging out, and is replaced by a login, so that a planted one is worth nothing', async () => {
    const attacker = await app.someone();
    const victim = await app.someone();
    const planted = cookieOf(await app.logIn(attacker.phone));
    const login = await app.logIn(victim.phone, undefined, { cookie: planted });
    const shared = cookieOf(login);
    const tokens = { accessToken: login.text('token'), refreshToken: login.text('refreshToken') };
    await app.ask('POST Identity/RevokeToken', { body: tokens });
    await flood(victim.phone);
    expect((await askForCode(victim.phone, { cookie: planted })).status).toBe(429);
    expect((await askForCode(victim.phone, { cookie: shared })).status).toBe(200);
    await flood(attacker.phone);
    expect((await askForCode(attacker.phone, { cookie: shared })).status).toBe(200);
  });

  it('of four people at most is kept, one of each', async () => {
    let cookie = '';
    const counts = [];
    for (let at = 0; at < 5; at += 1) {
      const { phone } = await app.someone();
      for (let logins = 0; logins < 2; logins += 1) {
        cookie = cookieOf(await app.logIn(phone, undefined, { address: newAddress(), cookie }));
      }
      counts.push(cookie.split('.').length);
    }
    expect(counts).toEqual([1, 2, 3, 4, 4]);
  });

  it('is of no use to a stranger: it is stored by logins only, and an invented one changes no answer', async () => {
    const { phone } = await app.someone();
    const cookie = `knownBrowser=${'A'.repeat(43)}.x.; lang=ru`;
    for (const asked of [phone, newPhone()]) {
      const code = await askForCode(asked, { cookie });
      const wrong = await app.logIn(asked, 'not this one 1', { address: newAddress(), cookie });
      expect([code.status, code.data, code.setCookie]).toEqual([200, { codeSent: true, resendIn: 60 }, '']);
      expect([wrong.status, wrong.code, wrong.setCookie]).toEqual([401, 'BadCredentials', '']);
    }
  });
});
