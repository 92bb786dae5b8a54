import sql from 'sql-template-tag';
import { afterAll, describe, expect, it } from 'vitest';
import { startIdentityApp, testPassword } from '#test/support/identity-app.ts';
import { newPhone } from '#test/support/sign-in.ts';

const app = await startIdentityApp();
afterAll(() => app.close());

let lastNetwork = 0;
const newAddress = () => `10.20.${lastNetwork >> 8}.${lastNetwork++ & 255}`;

const queryNameOf = { 'GET Sms/CheckComfirmCode': 'comfirmCode' } as const;
type Door = 'GET Sms/CheckComfirmCode' | 'GET Identity/ConfirmCode' | 'GET Identity/ConfirmCodeAdmin';

const tryCode = (door: Door, phone: string, code: string, address: string) => {
  const member = door in queryNameOf ? 'comfirmCode' : 'code';
  const more = door in queryNameOf && { rememberMe: false };
  return app.ask(door, { query: { phone, [member]: code, ...more } }, { address });
};

const otherThan = (...codes: string[]) =>
  ['000000', '111111', '222222', '333333'].find((one) => !codes.includes(one)) ?? '';

/** Sends a code requested from an address, a minute after the last one. */
async function sendTo(phone: string, address: string): Promise<string> {
  await app.db.execute(sql`update sms_sent set sent_at = sent_at - interval '60 seconds' where phone = ${phone}`);
  const { status } = await app.ask('GET Sms/SendComfirmCode', { query: { phone } }, { address });
  if (status !== 200) throw new Error(`no code was sent: ${status}`);
  return app.codeOf(phone);
}

async function sendToAdmin(phone: string, address: string): Promise<string> {
  const body = { phone, password: testPassword, rememberMe: false };
  const { status } = await app.ask('POST Identity/AdminLogin', { body }, { address });
  if (status !== 200) throw new Error(`no code was sent: ${status}`);
  return app.codeOf(phone);
}

async function register(phone: string, address: string) {
  const body = { phone, password: testPassword };
  const { status, text } = await app.ask('POST Identity/Register', { body }, { address });
  if (status !== 200) throw new Error(`no code was sent: ${status}`);
  return { actionId: text('actionId'), code: await app.codeOf(phone) };
}

describe('a stranger who guesses codes', () => {
  it.each([
    ['a login', 'GET Sms/CheckComfirmCode'],
    ['a new password', 'GET Identity/ConfirmCode'],
    ['the admin area', 'GET Identity/ConfirmCodeAdmin'],
  ] as const)('cannot use up the code of %s', async (_, door) => {
    const { phone } = await app.someone('moderator');
    const home = newAddress();
    const code = door === 'GET Identity/ConfirmCodeAdmin' ? await sendToAdmin(phone, home) : await sendTo(phone, home);
    for (let tries = 0; tries < 10; tries += 1) await tryCode(door, phone, otherThan(code), newAddress());
    const own = await tryCode(door, phone, otherThan(code), home);
    const right = await tryCode(door, phone, code, home);
    expect([own.code, own.details]).toEqual(['WrongCode', { attemptsLeft: 2 }]);
    expect(right.status).toBe(200);
  });

  it('cannot use up the code of a registration, even through other calls', async () => {
    const phone = newPhone();
    const home = newAddress();
    const { actionId, code } = await register(phone, home);
    for (const door of ['GET Sms/CheckComfirmCode', 'GET Identity/ConfirmCode'] as const) {
      for (let tries = 0; tries < 6; tries += 1) await tryCode(door, phone, otherThan(code), newAddress());
    }
    const query = { phone, comfirmCode: code, rememberMe: false, actionId };
    expect((await app.ask('GET Sms/CheckComfirmCode', { query }, { address: home })).status).toBe(200);
  });

  it('cannot use it up by requesting another code and using up that', async () => {
    const { phone } = await app.someone();
    const home = newAddress();
    const away = newAddress();
    const code = await sendTo(phone, home);
    const later = await sendTo(phone, away);
    for (let tries = 0; tries < 6; tries += 1) {
      await tryCode('GET Sms/CheckComfirmCode', phone, otherThan(code, later), away);
    }
    if (later !== code) {
      expect((await tryCode('GET Sms/CheckComfirmCode', phone, later, away)).code).toBe('CodeExpired');
    }
    expect((await tryCode('GET Sms/CheckComfirmCode', phone, code, home)).status).toBe(200);
  });

  it('has no more attempts from many networks than from one', async () => {
    const { phone } = await app.someone();
    const home = newAddress();
    const code = await sendTo(phone, home);
    const wrong = await Promise.all(
      Array.from({ length: 60 }, () => tryCode('GET Identity/ConfirmCode', phone, otherThan(code), newAddress())),
    );
    expect(wrong.filter((answer) => answer.code === 'WrongCode')).toHaveLength(2);
    expect((await tryCode('GET Identity/ConfirmCode', phone, code, newAddress())).code).toBe('CodeExpired');
    expect((await tryCode('GET Identity/ConfirmCode', phone, code, home)).status).toBe(200);
  });
});

describe('a stranger behind the same address', () => {
  it('cannot keep a right code or right from being used', async () => {
    const { phone } = await app.someone();
    const home = newAddress();
    const code = await sendTo(phone, home);
    await app.db.execute(sql`
      insert into rate_limit (key, points, expire) values (${`code-tries:${home}`}, 600, ${Date.now() + 600_000})`);
    expect((await tryCode('GET Identity/ConfirmCode', phone, otherThan(code), home)).status).toBe(429);
    const right = await tryCode('GET Identity/ConfirmCode', phone, code, home);
    const query = { actionId: right.text('actionId'), password: 'совсем новый 48' };
    expect((await app.ask('PUT Identity/ChangePassword', { query }, { address: home })).status).toBe(200);
    expect((await app.ask('PUT Identity/ChangePassword', { query }, { address: home })).status).toBe(429);
  });
});

describe('a code', () => {
  it('is accepted from another network, because a phone may change its network between two steps', async () => {
    const { phone } = await app.someone();
    const code = await sendTo(phone, '2001:db8:7:1::1');
    const wrong = await tryCode('GET Sms/CheckComfirmCode', phone, otherThan(code), '2001:db8:7:2::1');
    expect([wrong.code, wrong.details]).toEqual(['WrongCode', { attemptsLeft: 1 }]);
    expect((await tryCode('GET Sms/CheckComfirmCode', phone, code, '2001:db8:7:2::1')).status).toBe(200);
  });

  it('belongs to the whole IPv6 network that requested it', async () => {
    const { phone } = await app.someone();
    const code = await sendTo(phone, '2001:db8:7:3::1');
    for (let left = 4; left >= 3; left -= 1) {
      const wrong = await tryCode('GET Sms/CheckComfirmCode', phone, otherThan(code), `2001:db8:7:3::${left}`);
      expect(wrong.details).toEqual({ attemptsLeft: left });
    }
  });

  it('replaces the last one that the same network requested, and no other', async () => {
    const { phone } = await app.someone();
    const home = newAddress();
    const away = newAddress();
    const old = await sendTo(phone, home);
    const foreign = await sendTo(phone, away);
    const fresh = await sendTo(phone, home);
    if (![foreign, fresh].includes(old)) {
      expect((await tryCode('GET Identity/ConfirmCode', phone, old, home)).code).toBe('WrongCode');
    }
    expect((await tryCode('GET Identity/ConfirmCode', phone, foreign, home)).status).toBe(200);
    // A login proves who owns the phone: all other codes are void.
    expect((await tryCode('GET Identity/ConfirmCode', phone, fresh, home)).code).toBe('CodeExpired');
  });

  /**
   * At most 10 codes a day are sent to a phone for a purpose, and 5 wrong answers to each are checked: 50 guesses of a million, a chance of
   * 1 in 20,000 a day for an attacker who uses all of them.
   */
  it('is checked at most five times, however many codes and networks there are', async () => {
    const phone = newPhone();
    const networks = Array.from({ length: 5 }, newAddress);
    const codes: string[] = [];
    for (const network of networks) codes.push(await sendTo(phone, network));
    const guess = otherThan(...codes);
    const from = [...networks, ...Array.from({ length: 15 }, newAddress)];
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, at) =>
        tryCode('GET Sms/CheckComfirmCode', phone, guess, from[at % from.length] ?? ''),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([400, 410]));
    const { rows } = await app.db.execute<{ tries: number; strange: number }>(
      sql`select tries, strange_tries as strange from phone_code where phone = ${phone}`,
    );
    expect(rows.map(({ tries }) => tries)).toEqual([5, 5, 5, 5, 5]);
    expect(rows.every(({ strange }) => strange <= 2)).toBe(true);
    expect(answers.filter(({ code }) => code === 'WrongCode').length).toBeLessThanOrEqual(25);
    for (const [at, code] of codes.entries()) {
      expect((await tryCode('GET Sms/CheckComfirmCode', phone, code, networks[at] ?? '')).code).toBe('CodeExpired');
    }
  });

  it('opens one session when several correct ones arrive at once', async () => {
    const { phone } = await app.someone();
    const networks = [newAddress(), newAddress(), newAddress()];
    const codes: string[] = [];
    for (const network of networks) codes.push(await sendTo(phone, network));
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        tryCode('GET Sms/CheckComfirmCode', phone, codes[at % 3] ?? '', networks[at % 3] ?? ''),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.every(({ status }) => [200, 400, 410].includes(status))).toBe(true);
  });
});
