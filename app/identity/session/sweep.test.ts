import { escapeIdentifier } from 'pg';
import sql, { raw } from 'sql-template-tag';
import { expect, it } from 'vitest';
import { deviceName } from '#base/text/device-name.ts';
import { startIdentityApp } from '#test/support/identity-app.ts';
import { newPhone } from '#test/support/sign-in.ts';

const tables = [
  'session',
  'refresh_token',
  'phone_code',
  'sms_sent',
  'phone_action',
  'password_delay',
  'outbox_message',
];

it('deletes expired rows and nothing else', async () => {
  const app = await startIdentityApp();
  const count = async () => {
    const counted = await Promise.all(
      tables.map((table) =>
        app.db.execute<{ n: number }>(sql`select count(*)::int as n from ${raw(escapeIdentifier(table))}`),
      ),
    );
    return counted.map(({ rows }) => rows[0]?.n);
  };
  const person = await app.someone();
  await app.ask('POST Identity/Register', { body: { phone: newPhone(), password: 'верная лошадь 47' } });
  await app.logIn(person.phone, 'not this one 1');
  expect(await count()).toEqual([1, 1, 1, 1, 1, 1, 1]);
  await app.identity.sweep();
  expect(await count()).toEqual([1, 1, 1, 1, 1, 1, 1]);
  await app.db.execute(sql`update session set ended_at = now()`);
  await app.identity.sweep();
  expect(await count()).toEqual([1, 0, 1, 1, 1, 1, 1]);
  await app.db.execute(sql`update session set ended_at = now() - interval '61 days'`);
  await app.db.execute(sql`update phone_code set expires_at = now() - interval '1 second'`);
  await app.db.execute(sql`update phone_action set expires_at = now() - interval '1 second'`);
  for (const [table, column] of [
    ['sms_sent', 'sent_at'],
    ['password_delay', 'last_try_at'],
    ['outbox_message', 'sent_at'],
  ] as const) {
    const name = raw(escapeIdentifier(column));
    await app.db.execute(sql`update ${raw(escapeIdentifier(table))} set ${name} = ${name} - interval '25 hours'`);
  }
  await app.identity.sweep();
  expect(await count()).toEqual([0, 0, 0, 0, 0, 0, 0]);
  await app.close();
});

it.each([
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile/15E148 Safari/604.1',
    'Safari, iPhone',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/150.0.0.0 YaBrowser/26.1 Safari/537.36',
    'Яндекс Браузер, Windows',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0', 'Firefox, Linux'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 Chrome/150.0.0.0 Safari/537.36 Edg/150.0',
    'Edge, macOS',
  ],
  ['curl/8.5.0', null],
  ['', null],
])('names the device of %s', (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name);
});
