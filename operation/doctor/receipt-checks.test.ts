import { afterAll, expect, it } from 'vitest';
import { readConfig } from '#base/config/config.server.ts';
import { clickEnv } from '#test/support/money/click-caller.ts';
import { paymeCardEnv, paymeCardScene } from '#test/support/money/payme-card-caller.ts';
import { openShop } from '#test/support/shop-fixture.ts';
import { dataOf, testSecrets } from '#test/support/start-app.ts';
import { receiptChecks } from './receipt-checks.ts';

const env = { ...paymeCardEnv, ...clickEnv, CLICK_TAX_NUMBER: '305123456', PAYMENT: 'gateway,payme-card,click' };
const shop = await openShop({ env });
afterAll(() => shop.app.close());
const { pool } = shop.app.db;

async function said(check: string, more: Readonly<Record<string, string>> = {}) {
  const config = readConfig({ ...env, PUBLIC_URL: 'https://opora.example', ...more });
  const found = receiptChecks(config, shop.app.databaseUrl).find(([name]) => name === check);
  return found?.[1]();
}

async function donated(system: string): Promise<string> {
  const { projectId } = await shop.person();
  const body = { projectId, amount: 10_000, system };
  const { payId, paymentUrl } = dataOf(await shop.app.api('POST ProjectPay/Create', { body }));
  if (system === 'payme-card') {
    const place = { url: shop.app.sandbox.url, secret: testSecrets.payment, site: () => shop.app.url };
    await paymeCardScene(place).pay(String(paymentUrl));
  }
  return String(payId);
}

it('names the endpoint that Payme does not call about cards, as far as it had time to', async () => {
  const check = 'receipts of cards by payme';
  const forget = (reference: string) =>
    pool.query('delete from payme_transaction where payment_id in (select id from payment where reference = $1)', [
      reference,
    ]);
  const age = `update payment set paid_at = paid_at - interval '11 minutes' where system = 'payme-card'`;
  expect(await said(check)).toBe('no card was charged at Payme in the last week');
  const uncalled = await donated('payme-card');
  await forget(uncalled);
  expect(await said(check), 'it may still call').toMatch(/may still call about .* last minutes, 1/);
  const called = await donated('payme-card');
  expect(await said(check)).toContain('each of the 1');
  const late = {
    note: expect.stringMatching(/about 1 of the 2 .*https:\/\/opora\.example\/api\/Payment\/PaymeCard/),
  };
  await pool.query(age);
  expect(await said(check)).toEqual(late);
  await pool.query(`update payment set status = 'Refunded' where reference = $1`, [called]);
  expect(await said(check), 'who was refunded was charged').toEqual(late);
  expect(await said(check, { PAYMENT: 'gateway,click' })).toBeUndefined();
});

it('counts the payments by Click that name the operator where a creator has sold', async () => {
  const check = 'creators on receipts of click';
  const pay = async (agent: string | null, kind = 'donation') => {
    const text = `update payment set status = 'Paid', paid_at = now(),
      lines = jsonb_set(jsonb_set(lines, '{0,agent}', $2), '{0,kind}', $3) where reference = $1`;
    await pool.query(text, [await donated('click'), JSON.stringify(agent), JSON.stringify(kind)]);
  };
  expect(await said(check)).toBe('nothing was paid by Click in the last 30 days');
  await pay('123456789');
  await pay(null, 'delivery');
  expect(await said(check)).toContain('each of the 2');
  await pay(null);
  await pay(null, 'product');
  expect(await said(check)).toEqual({ note: expect.stringContaining('2 of the 4 payments by Click') });
  expect(await said(check, { CLICK_TAX_NUMBER: '' })).toBeUndefined();
});
