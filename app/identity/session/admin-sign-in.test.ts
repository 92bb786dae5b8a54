import sql from 'sql-template-tag';
import { afterAll, describe, expect, it } from 'vitest';
import { startIdentityApp, testPassword } from '#test/support/identity-app.ts';
import { until } from '#test/support/money/money-fixture.ts';

const app = await startIdentityApp();
afterAll(() => app.close());

const askCode = (phone: string) =>
  app.ask('POST Identity/AdminLogin', { body: { phone, password: testPassword, rememberMe: false } });

/** Obtains the right to change a password, and skips the minute between two codes. */
async function confirmPhone(phone: string): Promise<string> {
  const code = await app.sendCode(phone);
  await app.db.execute(sql`update sms_sent set sent_at = sent_at - interval '61 seconds' where phone = ${phone}`);
  return (await app.ask('GET Identity/ConfirmCode', { query: { phone, code } })).text('actionId');
}

const changePassword = (actionId: string) =>
  app.ask('PUT Identity/ChangePassword', { query: { actionId, password: 'совсем новый 48' } });

describe('a password change of a moderator', () => {
  it('voids the code that was sent after the old password', async () => {
    const { phone } = await app.someone('moderator');
    const actionId = await confirmPhone(phone);
    expect((await askCode(phone)).status).toBe(200);
    const code = await app.codeOf(phone);
    expect((await changePassword(actionId)).status).toBe(200);
    const login = await app.ask('GET Identity/ConfirmCodeAdmin', { query: { phone, code } });
    expect([login.status, login.code]).toEqual([410, 'CodeExpired']);
  });

  it('sends no code for an old password that was checked just before', async () => {
    const { phone } = await app.someone('moderator');
    const actionId = await confirmPhone(phone);
    const client = await app.db.pool.connect();
    await client.query('begin');
    await client.query(`select pg_advisory_xact_lock(hashtextextended('sms budget', 0))`);
    const asked = askCode(phone);
    await until(async () => {
      const { rows } = await app.db.execute(
        sql`select from pg_locks where locktype = 'advisory' and not granted and database = (
          select oid from pg_database where datname = current_database())`,
      );
      return rows.length > 0;
    });
    expect((await changePassword(actionId)).status).toBe(200);
    await client.query('commit');
    client.release();
    const { status, code } = await asked;
    expect([status, code]).toEqual([401, 'BadCredentials']);
  });
});

it('of a moderator whose codes of an hour are used up gets no advice about other places: there are no more codes there', async () => {
  const { phone } = await app.someone('moderator');
  for (let sent = 0; sent < 5; sent += 1) {
    expect((await askCode(phone)).status).toBe(200);
    await app.db.execute(sql`update sms_sent set sent_at = sent_at - interval '61 seconds' where phone = ${phone}`);
  }
  const advice = 'На этот номер отправлено слишком много кодов за час. Попробуйте позже';
  expect(await askCode(phone)).toMatchObject({ status: 429, message: advice });
});
