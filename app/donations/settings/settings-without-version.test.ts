import { afterAll, expect, it } from 'vitest';
import { z } from 'zod';
import { signIn } from '#test/support/sign-in.ts';
import { startApp, testSecrets } from '#test/support/start-app.ts';

const app = await startApp();
afterAll(() => app.close());

const settings = {
  minAmount: 5_000,
  maxAmount: 10_000_000,
  presets: [5_000],
  messageMaxLength: 300,
  commissionPercent: 5,
  stopWords: ['дурак'],
  isEnabled: true,
};

const answer = z.object({ data: z.object({ stopWords: z.array(z.string()), version: z.string() }) });

async function admin() {
  const { token } = await signIn(app.db, testSecrets.jwt, { role: 'admin' });
  return {
    read: async () => answer.parse((await app.api('GET Donate/Settings', {}, { token })).body).data,
    save: (change: object) => app.api('PUT Donate/Settings', { body: { ...settings, ...change } }, { token }),
  };
}

it('settings without a version replace those that their session was last shown, and no later ones', async () => {
  const first = await admin();
  const second = await admin();
  // Nobody has looked: there is nothing to compare.
  expect((await first.save({})).status).toBe(200);
  expect((await second.save({})).status).toBe(200);
  await first.read();
  const { version } = await second.read();
  expect((await second.save({ stopWords: ['дурак', 'осёл'], version })).status).toBe(200);
  expect(await first.save({})).toMatchObject({ status: 409, body: { error: { code: 'SettingsChanged' } } });
  // What it has saved itself, and what it reads now, is what it has seen.
  expect((await second.save({ stopWords: ['осёл'] })).status).toBe(200);
  expect((await first.read()).stopWords).toEqual(['осёл']);
  expect((await first.save({})).status).toBe(200);
});
