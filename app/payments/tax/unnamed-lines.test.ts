import { afterAll, expect, it } from 'vitest';
import { newTransaction, paymeCaller, paymeEnv } from '#test/support/money/payme-caller.ts';
import { openShop } from '#test/support/shop-fixture.ts';
import { dataOf } from '#test/support/start-app.ts';

const shop = await openShop({ env: paymeEnv });
afterAll(() => shop.app.close());
const admin = await shop.person('admin');
const payme = paymeCaller(shop.app.url);

const message = 'a payment was sold without a product code';

/** The payments that the log names. */
const named = () =>
  shop.app.logLines.flatMap((line) => {
    const { msg, payment } = Object(JSON.parse(line));
    return msg === message ? [payment] : [];
  });

const placedAtPayme = async () =>
  shop.placed(await shop.person(), [{ productId: await shop.product({ stock: null }) }], { system: 'payme' });

async function paidAtPayme(): Promise<string> {
  const order = await placedAtPayme();
  const transaction = newTransaction(order.paymentUrl, order.total);
  await payme.call('CreateTransaction', transaction);
  await payme.call('PerformTransaction', { id: transaction.id });
  await payme.call('PerformTransaction', { id: transaction.id });
  return order.paymentId;
}

it('names once each payment whose fiscal receipt lacks what was sold, and none of a system without receipts', async () => {
  const paymentId = await paidAtPayme();
  expect(named()).toEqual([paymentId]);
  await shop.bought(await shop.person(), [{ productId: await shop.product({ stock: null }) }], { system: 'gateway' });
  expect(named()).toEqual([paymentId]);

  const item = { code: '10305008002000001', packageCode: '1501', unit: '796', vat: 12 };
  const { version } = dataOf(await shop.app.request('GET Receipt/TaxDefaults', {}, admin));
  const body = { donation: item, delivery: item, product: item, version };
  expect((await shop.app.request('PUT Receipt/TaxDefaults', { body }, admin)).status).toBe(200);
  await paidAtPayme();
  expect(named()).toEqual([paymentId]);
  expect(await (await fetch(`${shop.app.url}/metrics`)).text()).toMatch(
    /^opora_log_total\{[^}]*event="lines_unnamed"[^}]*\} 1$/m,
  );
});
