import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { openShop } from '#test/support/shop-fixture.ts';
import { dataOf } from '#test/support/start-app.ts';

const shop = await openShop();
afterAll(() => shop.app.close());
afterEach(() => {
  vi.restoreAllMocks();
});

/** A site has so many reads answered at once (docs/rules.md#trouble). */
const atOnce = 12;

test('questions about donations that wait for a silent payment system close no other call to their network', async () => {
  const { api, opora } = shop.app;
  const { projectId } = await shop.person();
  const body = { projectId, amount: 10_000, name: 'Азиз' };
  const payId = String(dataOf(await api('POST ProjectPay/Create', { body })).payId);
  const silence = Promise.withResolvers<null>();
  const asked = vi.spyOn(opora.areas.payments, 'checkPayment').mockReturnValue(silence.promise);
  const questions = Array.from({ length: atOnce + 1 }, () => api('GET ProjectPay/Status', { query: { payId } }));
  await vi.waitFor(() => {
    if (asked.mock.calls.length <= atOnce) throw new Error('a question waits for its turn');
  });
  expect(await api('GET ProjectPay/Success', { query: { payId } })).toMatchObject({ status: 200 });
  silence.resolve(null);
  const statuses = (await Promise.all(questions)).map(({ status }) => status);
  expect(new Set(statuses), 'the system knows no payment').toEqual(new Set([404]));
});
