import { afterAll, expect, it } from 'vitest';
import { newPhone, signIn } from '#test/support/sign-in.ts';
import { dataOf, startApp, testSecrets } from '#test/support/start-app.ts';

const app = await startApp();
afterAll(() => app.close());

it('shows sent texts only to requests from the same machine', async () => {
  const phone = newPhone();
  await app.api('GET Sms/SendComfirmCode', { query: { phone } }, { address: '192.0.2.77' });
  const read = (address?: string) =>
    app.api('GET Dev/Outbox', { query: { phone } }, address === undefined ? {} : { address });
  expect(await read()).toMatchObject({ status: 200, body: { data: [{ code: expect.stringMatching(/^\d{6}$/) }] } });
  for (const address of ['192.0.2.77', '127.0.0.1']) {
    const refused = await read(address);
    expect(refused).toMatchObject({ status: 403, body: { data: null, error: { code: 'Forbidden' } } });
    expect(JSON.stringify(refused.body)).not.toMatch(/\d{6}/);
  }
});

it('shows texts with the name of the site, in the language of who asked', async () => {
  const { token } = await signIn(app.db, testSecrets.jwt, { role: 'admin' });
  const textFor = async (headers: Readonly<Record<string, string>>) => {
    const phone = newPhone();
    await fetch(`${app.url}/api/Sms/SendComfirmCode?phone=${phone}`, { headers });
    return JSON.stringify((await app.api('GET Dev/Outbox', { query: { phone } })).body);
  };
  expect(await textFor({})).toContain('Opora: код подтверждения');
  const settings = await dataOf(await app.api('GET Site/Settings', {}, { token }));
  expect(await app.api('PUT Site/Settings', { body: { ...settings, name: 'Мозаика' } }, { token })).toMatchObject({
    status: 200,
  });
  expect(await textFor({ 'accept-language': 'en-US,ru;q=0.5' })).toContain('Мозаика: confirmation code');
  expect(await textFor({ 'accept-language': 'en', cookie: 'lang=uz' })).toContain('Мозаика: tasdiqlash kodi');
});
