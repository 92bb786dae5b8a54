import sql from 'sql-template-tag';
import { afterAll, describe, expect, it } from 'vitest';
import { testPassword as password, startIdentityApp } from '#test/support/identity-app.ts';
import { newPhone } from '#test/support/sign-in.ts';

const app = await startIdentityApp();
afterAll(() => app.close());

/** Skips the minute between two codes of a phone. */
const passMinute = (phone: string) =>
  app.db.execute(sql`update sms_sent set sent_at = sent_at - interval '61 seconds' where phone = ${phone}`);

const register = (phone: string, given = password) =>
  app.ask('POST Identity/Register', { body: { phone, password: given } });

const checkCode = (query: Record<string, unknown>) => app.ask('GET Sms/CheckComfirmCode', { query });

const wrong = (code: string) => (code === '000000' ? '111111' : '000000');

describe('registration', () => {
  it('creates an account by phone, password and code, with a page, a project and a money account', async () => {
    const phone = newPhone();
    const written = `+998 (${phone.slice(3, 5)}) ${phone.slice(5, 8)}-${phone.slice(8, 10)}-${phone.slice(10)}`;
    expect((await app.ask('GET Identity/CheckPhone', { query: { phone: written } })).data).toEqual({ exists: false });
    const asked = await register(written);
    expect(asked.data).toEqual({ codeSent: true, resendIn: 60, actionId: expect.any(String) });
    expect((await app.logIn(phone)).code).toBe('PhoneNotConfirmed');
    expect((await app.logIn(phone, 'another one 1')).code).toBe('BadCredentials');
    const comfirmCode = await app.codeOf(phone);
    expect(comfirmCode).toMatch(/^\d{6}$/);
    const confirmed = await checkCode({ phone, comfirmCode, rememberMe: true, actionId: asked.text('actionId') });
    expect(confirmed.status).toBe(200);
    const user = await app.ask('POST Identity/GetUser', {}, { token: confirmed.text('token') });
    expect(user.data).toEqual({ id: expect.any(String), phone, userName: expect.any(String), roles: ['user'] });
    expect((await app.ask('GET Identity/CheckPhone', { query: { phone } })).data).toEqual({ exists: true });
    expect((await app.logIn(written)).status).toBe(200);
    const again = await register(phone);
    expect([again.status, again.code]).toEqual([409, 'PhoneTaken']);
  });

  it('refuses weak passwords, foreign phones and unknown members without sending a code', async () => {
    const phone = newPhone();
    for (const weak of ['short 1', 'Password1', 'qwertyuiop', 'x'.repeat(129)]) {
      const refused = await register(phone, weak);
      expect([refused.status, refused.code], weak).toEqual([400, 'WeakPassword']);
      expect(refused.fields).toHaveProperty('password');
    }
    expect((await register('+7 701 123 45 67')).fields).toHaveProperty('phone');
    const odd = await app.ask('POST Identity/Register', { body: { phone, password, role: 'admin' } });
    expect([odd.code, odd.fields]).toEqual(['ValidationFailed', { role: expect.any(String) }]);
    expect(await app.codeOf(phone)).toBe('');
  });

  it("drops a stranger's password when the owner confirms without that registration", async () => {
    const phone = newPhone();
    const stranger = await register(phone, 'planted by a stranger');
    const comfirmCode = await app.codeOf(phone);
    expect((await checkCode({ phone, comfirmCode, rememberMe: false })).status).toBe(200);
    expect((await app.logIn(phone, 'planted by a stranger')).code).toBe('BadCredentials');
    await passMinute(phone);
    const next = await app.sendCode(phone);
    const late = await checkCode({ phone, comfirmCode: next, actionId: stranger.text('actionId') });
    expect([late.status, late.code]).toEqual([410, 'CodeExpired']);
  });

  it('lets the owner finish a registration although a stranger started another one later', async () => {
    const phone = newPhone();
    const own = await register(phone);
    await passMinute(phone);
    await register(phone, 'planted by a stranger');
    const comfirmCode = await app.codeOf(phone);
    expect((await checkCode({ phone, comfirmCode, actionId: own.text('actionId') })).status).toBe(200);
    expect((await app.logIn(phone)).status).toBe(200);
    expect((await app.logIn(phone, 'planted by a stranger')).code).toBe('BadCredentials');
  });
});

describe('login by code', () => {
  it('works once, only for the phone it was sent to, and not as the second factor', async () => {
    const { phone } = await app.someone('admin');
    const code = await app.sendCode(phone);
    expect((await checkCode({ phone: newPhone(), comfirmCode: code })).code).toBe('CodeExpired');
    expect((await app.ask('GET Identity/ConfirmCodeAdmin', { query: { phone, code } })).code).toBe('CodeExpired');
    const login = await checkCode({ phone, comfirmCode: code, rememberMe: false });
    const user = await app.ask('POST Identity/GetUser', {}, { token: login.text('token') });
    expect(user.data).toMatchObject({ phone, roles: ['user'] });
    const reused = await checkCode({ phone, comfirmCode: code });
    expect([reused.status, reused.code]).toEqual([410, 'CodeExpired']);
  });

  it('gives the same answers for an unknown phone', async () => {
    const { phone } = await app.someone();
    const known = await app.ask('GET Sms/SendComfirmCode', { query: { phone } });
    const unknown = await app.ask('GET Sms/SendComfirmCode', { query: { phone: newPhone() } });
    expect(known.data).toEqual({ codeSent: true, resendIn: 60 });
    expect(unknown.data).toEqual(known.data);
  });

  it('invalidates a code after five wrong attempts', async () => {
    const { phone } = await app.someone();
    const code = await app.sendCode(phone);
    for (let left = 4; left >= 0; left--) {
      const refused = await checkCode({ phone, comfirmCode: wrong(code) });
      expect([refused.status, refused.code, refused.details]).toEqual([400, 'WrongCode', { attemptsLeft: left }]);
    }
    expect((await checkCode({ phone, comfirmCode: code })).code).toBe('CodeExpired');
    expect((await app.logIn(phone)).status).toBe(200);
  });

  it('opens one session for 200 correct answers at once, and checks at most five wrong ones', async () => {
    const first = await app.someone();
    const code = await app.sendCode(first.phone);
    const right = await Promise.all(
      Array.from({ length: 200 }, () => checkCode({ phone: first.phone, comfirmCode: code })),
    );
    expect(right.filter(({ status }) => status === 200)).toHaveLength(1);
    const second = await app.someone();
    const other = await app.sendCode(second.phone);
    const looked = await Promise.all(
      Array.from({ length: 50 }, () => checkCode({ phone: second.phone, comfirmCode: wrong(other) })),
    );
    expect(looked.filter(({ code: name }) => name === 'WrongCode')).toHaveLength(5);
    expect(looked.filter(({ code: name }) => name === 'CodeExpired')).toHaveLength(45);
  });

  it('accepts no code after its 5 minutes', async () => {
    const { phone } = await app.someone();
    const code = await app.sendCode(phone);
    await app.db.execute(
      sql`update phone_code set expires_at = expires_at - interval '5 minutes' where phone = ${phone}`,
    );
    expect((await checkCode({ phone, comfirmCode: code })).code).toBe('CodeExpired');
  });
});
