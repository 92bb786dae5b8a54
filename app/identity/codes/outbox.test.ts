import { afterAll, beforeAll, expect, it } from 'vitest';
import { newPhone } from '#test/support/sign-in.ts';
import { startApp, type TestApp } from '#test/support/start-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
}, 60_000);

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
