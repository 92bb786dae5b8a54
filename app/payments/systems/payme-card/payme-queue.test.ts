import { expect, it, onTestFinished } from 'vitest';
import { chargeTokenSealer } from '#app/payments/card-token-sealer.server.ts';
import { ProviderUnavailable } from '#app/payments/payment-system.server.ts';
import { paymentOf } from '#test/support/money/payme-card-caller.ts';
import { fixtureAmount as amount, paymentFixture } from '#test/support/money/payment-fixture.ts';
import { startFixedAnswer } from '#test/support/network/fixed-answer.ts';
import { createPaymeCard } from './payme-card.server.ts';

const account = {
  id: 'cash',
  key: 'the key of the register for cards',
  sealer: chargeTokenSealer('a secret of the program'),
};
const fixture = paymentFixture(({ db }) => [createPaymeCard({ db, ...account, url: 'http://127.0.0.1:9' })]);

/** The system, at a Payme that always answers the same. */
async function systemAnswering(result: unknown) {
  const payme = await startFixedAnswer({ jsonrpc: '2.0', id: 1, result });
  onTestFinished(() => payme.close());
  return createPaymeCard({ db: fixture().database.db, ...account, url: payme.url });
}

const queue = 21;
const paidAt = 1_480_582_278_000;

/** A payment whose receipt is in Payme's queue of cancellations. */
async function inQueue(times: object) {
  const { paymentUrl, paymentId } = await fixture().ask(crypto.randomUUID(), 'thing', 'payme-card');
  const receipt = { _id: `r${paymentId}`, state: queue, amount, currency: 860, ...times };
  const named = 'insert into payme_receipt (payment_id, id, charges) values ($1, $2, 1)';
  await fixture().database.db.pool.query(named, [paymentId, receipt._id]);
  return { payment: paymentOf(paymentUrl), receipt };
}

it('a receipt in the queue of cancellations is paid until it has left the queue, if it ever was', async () => {
  const { payment, receipt } = await inQueue({ pay_time: paidAt });
  await expect((await systemAnswering({ receipt })).ask(payment)).resolves.toMatchObject({ status: 'paid' });
});

it.each([{}, { pay_time: 0 }])('a receipt that is cancelled before it was paid, %o, is never paid', async (times) => {
  const { payment, receipt } = await inQueue(times);
  await expect((await systemAnswering({ receipt })).ask(payment)).rejects.toBeInstanceOf(ProviderUnavailable);
  const cancelled = await systemAnswering({ receipt: { ...receipt, state: 50 } });
  await expect(cancelled.ask(payment)).resolves.toMatchObject({ status: 'failed' });
});

it('the books call a receipt in that queue unpaid if it never was paid', async () => {
  const receipt = { state: queue, amount, currency: 860, account: [] };
  const listed = [
    { ...receipt, _id: 'never' },
    { ...receipt, _id: 'once', pay_time: paidAt },
  ];
  const { books } = await systemAnswering(listed);
  if (books?.kind !== 'list') throw new Error('Payme lists its receipts');
  const found = await Array.fromAsync(books.list({ from: new Date(0), to: new Date() }));
  expect(found.map(({ id, state }) => [id, state])).toEqual([
    ['never', 'unpaid'],
    ['once', 'refunding'],
  ]);
});
