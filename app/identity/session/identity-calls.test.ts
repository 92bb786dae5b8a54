import sql from 'sql-template-tag';
import { afterAll, describe, expect, it } from 'vitest';
import { testPassword as password, startIdentityApp } from '#test/support/identity-app.ts';
import { newPhone } from '#test/support/sign-in.ts';
import { blockPerson, changeRole, unblockPerson } from '../identity.server.ts';

const app = await startIdentityApp();
afterAll(() => app.close());

describe('changing the password', () => {
  it('needs a code, works once and ends every session', async () => {
    const person = await app.someone();
    const { phone } = person;
    const code = await app.sendCode(phone);
    const confirm = () => app.ask('GET Identity/ConfirmCode', { query: { phone, code } });
    const actionId = (await confirm()).text('actionId');
    expect((await confirm()).code).toBe('CodeExpired');
    const change = (given: string, id = actionId) =>
      app.ask('PUT Identity/ChangePassword', { query: { actionId: id, password: given } });
    expect((await change('12345678')).code).toBe('WeakPassword');
    expect((await change('совсем новый 48', 'made up')).code).toBe('ActionExpired');
    expect((await change('совсем новый 48')).data).toEqual({});
    expect((await change('ещё один новый 49')).status).toBe(410);
    expect((await app.ask('POST Identity/GetUser', {}, { token: person.token })).status).toBe(401);
    expect((await app.logIn(phone)).code).toBe('BadCredentials');
    expect((await app.logIn(phone, 'совсем новый 48')).status).toBe(200);
  });

  it('revokes all other rights to change it', async () => {
    const { phone } = await app.someone();
    const confirm = async () => {
      const code = await app.sendCode(phone);
      await app.db.execute(sql`update sms_sent set sent_at = sent_at - interval '61 seconds' where phone = ${phone}`);
      return (await app.ask('GET Identity/ConfirmCode', { query: { phone, code } })).text('actionId');
    };
    const one = await confirm();
    const other = await confirm();
    const change = (actionId: string, given: string) =>
      app.ask('PUT Identity/ChangePassword', { query: { actionId, password: given } });
    expect((await change(other, 'совсем новый 48')).status).toBe(200);
    expect((await change(one, 'ещё один новый 49')).code).toBe('ActionExpired');
    expect((await app.logIn(phone, 'совсем новый 48')).status).toBe(200);
  });

  it('does not hash a password for an invented right, so that a flood of them delays no one', async () => {
    const made = Array.from({ length: 150 }, (_, index) =>
      app.ask('PUT Identity/ChangePassword', { query: { actionId: `made up ${index}`, password: 'совсем новый 48' } }),
    );
    expect(new Set((await Promise.all(made)).map(({ code }) => code))).toEqual(new Set(['ActionExpired']));
  });

  it('is not possible 10 minutes after the code', async () => {
    const { phone } = await app.someone();
    const code = await app.sendCode(phone);
    const right = await app.ask('GET Identity/ConfirmCode', { query: { phone, code } });
    await app.db.execute(
      sql`update phone_action set expires_at = expires_at - interval '10 minutes' where phone = ${phone}`,
    );
    const late = await app.ask('PUT Identity/ChangePassword', {
      query: { actionId: right.text('actionId'), password: 'совсем новый 48' },
    });
    expect(late.code).toBe('ActionExpired');
  });
});

describe('the admin area', () => {
  it('opens by password and code, and only to users with the role', async () => {
    const moderator = await app.someone('moderator');
    const user = await app.someone();
    const ask = (phone: string, given = password) =>
      app.ask('POST Identity/AdminLogin', { body: { phone, password: given, rememberMe: true } });
    const refused = [await ask(user.phone), await ask(moderator.phone, 'wrong one 1'), await ask(newPhone())];
    for (const one of refused)
      expect([one.status, one.code, one.message]).toEqual([401, 'BadCredentials', refused[2]?.message]);
    expect((await ask(moderator.phone)).data).toEqual({ codeSent: true, resendIn: 60 });
    const code = await app.codeOf(moderator.phone);
    expect(
      (await app.ask('GET Sms/CheckComfirmCode', { query: { phone: moderator.phone, comfirmCode: code } })).code,
    ).toBe('CodeExpired');
    const login = await app.ask('GET Identity/ConfirmCodeAdmin', { query: { phone: moderator.phone, code } });
    const token = login.text('token');
    const who = await app.ask('POST Identity/GetUser', {}, { token });
    expect(who.data).toMatchObject({ roles: ['user', 'moderator'] });
    const plain = await app.logIn(moderator.phone);
    const same = await app.ask('POST Identity/GetUser', {}, { token: plain.text('token') });
    expect(same.data).toMatchObject({ roles: ['user'] });
    await app.db.transaction((tx) => changeRole(tx, { userId: moderator.userId, role: 'user' }));
    expect((await app.ask('POST Identity/GetUser', {}, { token })).status).toBe(401);
  });
});

describe('blocking', () => {
  it('ends sessions, refuses logins with the reason, and can be undone', async () => {
    const { userId, phone, token, refreshToken } = await app.someone();
    await app.db.transaction((tx) => blockPerson(tx, { userId, reason: 'спам' }));
    expect((await app.ask('POST Identity/GetUser', {}, { token })).status).toBe(401);
    const refreshed = await app.ask('POST Identity/RefreshToken', { body: { accessToken: token, refreshToken } });
    expect([refreshed.status, refreshed.code]).toEqual([401, 'SessionEnded']);
    const refused = await app.logIn(phone);
    expect([refused.status, refused.code]).toEqual([403, 'AccountBlocked']);
    expect(refused.message).toContain('спам');
    expect(
      (await app.ask('GET Sms/CheckComfirmCode', { query: { phone, comfirmCode: await app.sendCode(phone) } })).code,
    ).toBe('AccountBlocked');
    await app.db.transaction((tx) => unblockPerson(tx, userId));
    expect((await app.logIn(phone)).status).toBe(200);
  });
});

describe('sessions', () => {
  it('are refreshed and revoked over the wire', async () => {
    const { phone } = await app.someone();
    const login = await app.logIn(phone);
    const body = { accessToken: login.text('token'), refreshToken: login.text('refreshToken') };
    const next = await app.ask('POST Identity/RefreshToken', { body });
    expect(next.text('refreshToken')).not.toBe(body.refreshToken);
    const revoke = () => app.ask('POST Identity/RevokeToken', { body });
    expect([(await revoke()).data, (await revoke()).data]).toEqual([{}, {}]);
    expect((await app.ask('POST Identity/GetUser', {}, { token: next.text('token') })).status).toBe(401);
    expect((await app.ask('POST Identity/GetUser')).code).toBe('Unauthorized');
  });

  it('are listed and ended one by one, but not those of another user', async () => {
    const mine = await app.someone();
    const other = await app.someone();
    const userAgent = 'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/150.0.0.0 Mobile Safari/537.36';
    const phoneLogin = (await app.logIn(mine.phone, password, { userAgent })).text('token');
    const list = (token: string) => app.ask('GET Identity/Sessions', {}, { token });
    const listed = await list(mine.token);
    expect(listed.data).toHaveLength(2);
    expect(listed.data).toContainEqual(expect.objectContaining({ device: 'Chrome, Android', isCurrent: false }));
    const id = (await app.identity.authenticate(phoneLogin))?.sessionId;
    const end = (token: string) => app.ask('DELETE Identity/Session', { query: { id } }, { token });
    expect((await end(other.token)).status).toBe(404);
    expect((await end(mine.token)).data).toEqual({});
    expect((await end(mine.token)).status).toBe(404);
    expect((await list(phoneLogin)).status).toBe(401);
    expect((await list(mine.token)).data).toHaveLength(1);
  });
});
