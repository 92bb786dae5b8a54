import { afterAll, expect, test } from 'vitest';
import { newPhone, signIn } from '#test/support/sign-in.ts';
import { dataOf, startApp, testSecrets } from '#test/support/start-app.ts';
import { runAdminCommand } from './admin-command.ts';

const app = await startApp();
afterAll(() => app.close());

async function admin(...words: string[]): Promise<string[]> {
  const lines: string[] = [];
  await runAdminCommand({ databaseUrl: app.databaseUrl, log: (line) => lines.push(line) }, words);
  return lines;
}

const person = (role: 'user' | 'admin' = 'user') => signIn(app.db, testSecrets.jwt, { role });

/** Leaves one admin, whatever the tests before have made, and returns the phone. */
async function soleAdmin(): Promise<string> {
  const { phone } = await person('admin');
  for (const line of await admin('list')) {
    const [other = ''] = line.split(' ');
    if (line.endsWith(' admin') && other !== phone) await admin('revoke', other);
  }
  return phone;
}

test('a role is granted and revoked; sessions end, and the audit trail names the operator and the role before', async () => {
  const chief = await person('admin');
  const helper = await person();
  const spaced = `+${helper.phone.slice(0, 3)} ${helper.phone.slice(3)}`;
  expect(await admin('grant', spaced, 'moderator')).toEqual([
    `${helper.phone} has the role moderator now, and must log in again`,
  ]);
  await expect
    .poll(async () => (await app.api('POST Identity/GetUser', {}, helper)).status, { timeout: 30_000 })
    .toBe(401);
  expect(await admin('list')).toEqual([`${chief.phone} admin`, `${helper.phone} moderator`, '2 with a role']);
  expect(await admin('grant', helper.phone, 'moderator')).toEqual([`${helper.phone} has the role moderator already`]);
  expect(await admin('revoke', helper.phone)).toEqual([`${helper.phone} has the role user now, and must log in again`]);
  const trail = dataOf(await app.api('GET Moderator/Audit', { query: { UserId: helper.userId } }, chief));
  const line = { call: 'PUT Moderator/SetRole', actor: null, subject: helper.userId };
  expect(trail).toMatchObject({
    count: 2,
    items: [
      { ...line, input: { role: 'user' }, details: { before: 'moderator' } },
      { ...line, input: { role: 'moderator' }, details: { before: 'user' } },
    ],
  });
});

test('the last admin keeps the role until another has it', async () => {
  const last = await soleAdmin();
  const next = await person();
  await expect(admin('revoke', last)).rejects.toThrow('the last admin keeps the role');
  await admin('grant', next.phone, 'admin');
  expect(await admin('revoke', last)).toEqual([`${last} has the role user now, and must log in again`]);
});

test('unknown phones, roles and commands are refused in one line', async () => {
  const phone = newPhone();
  await expect(admin('grant', phone, 'admin')).rejects.toThrow(`${phone} is not registered: register at /registration`);
  for (const words of [['grant', phone, 'chief'], ['grant', phone], ['revoke'], []]) {
    await expect(admin(...words)).rejects.toThrow('admin grant <phone>');
  }
});

test('a blocked person gets no role', async () => {
  const { phone, userId } = await person();
  const chief = await person('admin');
  await app.api('PUT Moderator/BlockUser', { query: { userId } }, chief);
  await expect(admin('grant', phone, 'admin')).rejects.toThrow('is blocked');
});
