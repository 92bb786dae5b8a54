import { setTimeout as pause } from 'node:timers/promises';
import { it, onTestFinished } from 'vitest';
import { until } from '#test/support/money/money-fixture.ts';
import { paymentFixture, said, unexpected } from '#test/support/money/payment-fixture.ts';
import { type PaymentSystem, ProviderUnavailable } from '../payment-system.server.ts';
import { startPaymentSweeper } from './payment-sweeper.server.ts';

const answerMilliseconds = 3_000;

/** A system whose every question is answered by nothing, after a while. */
const hanging: PaymentSystem = {
  name: 'click',
  way: 'redirect',
  browserOrigins: [],
  asksFirst: true,
  refundsParts: false,
  open: async ({ reference }) => ({
    id: reference,
    expiresAt: new Date(Date.now() + 3_600_000),
    payerUrl: 'https://x',
  }),
  ask: async () => {
    await pause(answerMilliseconds);
    throw new ProviderUnavailable('silence');
  },
  refund: unexpected,
};

const fixture = paymentFixture(() => [hanging]);

it('a system that does not answer delays no payment of another one', async () => {
  const { payments } = fixture();
  const { rows } = await fixture().database.db.pool.query<{ id: string }>(
    'select gen_random_uuid() as id from generate_series(1, 30)',
  );
  const waiting: string[] = [];
  for (const { id } of rows) waiting.push((await fixture().ask(id, 'thing', 'click')).paymentId);
  const one = await fixture().open();
  fixture().provider.ask = async () => said(one, 'paid');
  await fixture().makeDue([...waiting, one.paymentId]);
  await fixture().database.db.pool.query(
    `update payment set next_check_at = now() - interval '1 hour' where id = any ($1)`,
    [waiting],
  );
  const sweeper = startPaymentSweeper({ polling: payments.polling, log: { error: () => undefined } });
  onTestFinished(() => sweeper.stop());
  await until(async () => (await fixture().rowOf(one.paymentId))?.status === 'Paid', answerMilliseconds / 2);
});
