import sql from 'sql-template-tag';
import { afterAll, describe, expect, it } from 'vitest';
import { startIdentityApp, testPassword } from '#test/support/identity-app.ts';
import { until } from '#test/support/money/money-fixture.ts';
import { newPhone, type SignedIn } from '#test/support/sign-in.ts';
import { testSecrets } from '#test/support/start-app.ts';
import { blockPerson, changeRole } from '../identity.server.ts';

const app = await startIdentityApp();
/** The same server with a new secret; the old one is still listed. */
const renewed = await startIdentityApp({
  databaseUrl: app.databaseUrl,
  jwtSecret: `a secret that is new today,${testSecrets.jwt}`,
});
afterAll(async () => {
  await renewed.close();
  await app.close();
});

/** Changes a user while the login waits for the row lock; returns the answer. `change`: Sql, `$1` is the user's id. */
async function logInDuring({ userId, phone }: SignedIn, change: string) {
  const client = await app.db.pool.connect();
  try {
    await client.query('begin');
    await client.query('select from person where id = $1 for update', [userId]);
    const login = app.logIn(phone);
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    // On another connection: within a transaction it would always see the first answer.
    await until(async () => (await app.db.pool.query(waiting)).rowCount === 1);
    await client.query(change, [userId]);
    await client.query('commit');
    return await login;
  } finally {
    client.release();
  }
}

async function hoursOf(token: string): Promise<number | undefined> {
  const id = (await app.identity.authenticate(token))?.sessionId;
  const found = await app.db.execute<{ hours: number }>(
    sql`select (extract(epoch from expires_at - created_at) / 3600)::float8 as hours from session where id = ${id}`,
  );
  return found.rows[0]?.hours;
}

const askAdmin = (phone: string, rememberMe: boolean) =>
  app.ask('POST Identity/AdminLogin', { body: { phone, password: testPassword, rememberMe } });
const confirmAdmin = (phone: string, code: string) =>
  app.ask('GET Identity/ConfirmCodeAdmin', { query: { phone, code } });

describe('between the check of a password and the session', () => {
  it('an unchanged user is logged in', async () => {
    const person = await app.someone();
    expect((await logInDuring(person, 'update person set phone_confirmed_at = now() where id = $1')).status).toBe(200);
  });

  it('a new password refuses the old one', async () => {
    const other = (await app.identity.hashPassword('совсем новый 48')).replaceAll("'", '');
    const answer = await logInDuring(await app.someone(), `update person set password_hash = '${other}' where id = $1`);
    expect([answer.status, answer.code]).toEqual([401, 'BadCredentials']);
  });

  it('a new phone refuses a login with the old one', async () => {
    const gone = `update person set phone = '${newPhone()}' where id = $1`;
    const answer = await logInDuring(await app.someone(), gone);
    expect([answer.status, answer.code]).toEqual([401, 'BadCredentials']);
  });

  it('a block refuses the login, with its reason if there is one', async () => {
    const block = (reason: string) => `update person set blocked_at = now(), blocked_reason = ${reason} where id = $1`;
    const withReason = await logInDuring(await app.someone(), block(`'спам'`));
    expect([withReason.status, withReason.code, withReason.message.endsWith(': спам')]).toEqual([
      403,
      'AccountBlocked',
      true,
    ]);
    const untold = await logInDuring(await app.someone(), block(`''`));
    const unknown = await logInDuring(await app.someone(), block('null'));
    for (const one of [untold, unknown]) {
      expect([one.code, one.message]).toEqual(['AccountBlocked', 'Ваша учётная запись заблокирована']);
    }
  });
});

describe('between the password and the code of a staff login', () => {
  it('a removed role voids the code', async () => {
    const { userId, phone } = await app.someone('moderator');
    expect((await askAdmin(phone, false)).status).toBe(200);
    const code = await app.codeOf(phone);
    await app.db.transaction((tx) => changeRole(tx, { userId, role: 'user' }));
    expect((await confirmAdmin(phone, code)).code).toBe('CodeExpired');
  });

  it('a block refuses the login, before the code and after it', async () => {
    const { userId, phone } = await app.someone('moderator');
    expect((await askAdmin(phone, false)).status).toBe(200);
    await app.db.transaction((tx) => blockPerson(tx, { userId, reason: 'ушёл' }));
    expect((await confirmAdmin(phone, await app.codeOf(phone))).code).toBe('AccountBlocked');
    expect((await askAdmin(phone, false)).code).toBe('AccountBlocked');
  });

  it('the requested length of the session is stored', async () => {
    for (const [rememberMe, hours] of [
      [true, 500],
      [false, 24],
    ] as const) {
      const { phone } = await app.someone('admin');
      await askAdmin(phone, rememberMe);
      const login = await confirmAdmin(phone, await app.codeOf(phone));
      expect(await hoursOf(login.text('token'))).toBe(hours);
    }
  });
});

describe('between a code and its use', () => {
  it('the secret may be replaced: the code is valid while the old one is listed', async () => {
    const { phone } = await app.someone();
    const query = { phone, comfirmCode: await app.sendCode(phone) };
    expect((await renewed.ask('GET Sms/CheckComfirmCode', { query })).status).toBe(200);
    const other = await app.someone();
    const late = { phone: other.phone, comfirmCode: await renewed.sendCode(other.phone) };
    expect((await app.ask('GET Sms/CheckComfirmCode', { query: late })).code).toBe('WrongCode');
  });

  it('of two rights to set a password only the first is used', async () => {
    const { phone } = await app.someone();
    const right = await app.ask('GET Identity/ConfirmCode', { query: { phone, code: await app.sendCode(phone) } });
    const passwords = ['совсем новый 48', 'ещё один новый 49'];
    const answers = await Promise.all(
      passwords.map((password) =>
        app.ask('PUT Identity/ChangePassword', { query: { actionId: right.text('actionId'), password } }),
      ),
    );
    expect(answers.map(({ code }) => code).toSorted()).toEqual(['', 'ActionExpired']);
    const logins = [];
    for (const password of passwords) logins.push((await app.logIn(phone, password)).code);
    expect(logins).toEqual(answers.map(({ code }) => (code === '' ? '' : 'BadCredentials')));
  });

  it('a registration expires after an hour with its password', async () => {
    const phone = newPhone();
    const made = await app.ask('POST Identity/Register', { body: { phone, password: 'верная лошадь 49' } });
    await app.db.execute(sql`
      update phone_action set expires_at = expires_at - interval '60 minutes' where phone = ${phone}`);
    const query = { phone, comfirmCode: await app.codeOf(phone), actionId: made.text('actionId') };
    expect((await app.ask('GET Sms/CheckComfirmCode', { query })).code).toBe('CodeExpired');
    expect((await app.logIn(phone, 'верная лошадь 49')).code).toBe('BadCredentials');
  });

  it('a pending registration reports an unconfirmed phone only to its own password', async () => {
    const phone = newPhone();
    await app.ask('POST Identity/Register', { body: { phone, password: 'верная лошадь 49' } });
    expect((await app.logIn(phone, 'верная лошадь 49')).code).toBe('PhoneNotConfirmed');
    expect((await app.logIn(phone, 'верная лошадь 50')).code).toBe('BadCredentials');
  });
});
