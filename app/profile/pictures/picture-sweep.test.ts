import { expect, test } from 'vitest';
import { z } from 'zod';
import { createTestDatabase } from '#test/support/database/database.ts';
import { formOf, photo } from '#test/support/image-client.ts';
import { signIn } from '#test/support/sign-in.ts';
import { startApp, testSecrets } from '#test/support/start-app.ts';

const uploaded = z.object({ data: z.object({ name: z.string() }) });

test('a starting server deletes old pictures, except those under review and those of alerts', async () => {
  const { url: databaseUrl, drop } = await createTestDatabase();
  const app = await startApp({ databaseUrl });
  const { token } = await signIn(app.db, testSecrets.jwt);
  const headers = { authorization: `Bearer ${token}` };
  const body = await photo(64, 64).jpeg().toBuffer();
  const upload = async () => {
    const answer = await fetch(`${app.url}/api/Images`, { method: 'POST', headers, body: formOf(body) });
    return uploaded.parse(await answer.json()).data.name;
  };
  const avatar = await upload();
  const alert = await upload();
  const forgotten = await upload();
  const fresh = await upload();
  const update = { fields: [{ name: 'Avatar', value: avatar }] };
  expect((await app.api('POST PersonalAccount/Update', { body: update }, { token })).status).toBe(200);
  const settings = { alert: { image: alert } };
  expect((await app.api('PUT Widget/Settings', { body: settings }, { token })).status).toBe(200);
  await app.db.pool.query(`update image set created_at = now() - interval '25 hours' where name <> $1`, [fresh]);
  await app.close();

  const later = await startApp({ databaseUrl });
  const names = async () => {
    const { rows } = await later.db.pool.query<{ name: string }>('select name from image');
    return rows.map(({ name }) => name).sort();
  };
  await expect.poll(names, { timeout: 10_000 }).not.toContain(forgotten);
  expect(await names()).toEqual([avatar, alert, fresh].sort());
  await later.close();
  await drop();
});
