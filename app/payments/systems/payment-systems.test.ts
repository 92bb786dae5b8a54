import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import {
  fixtureAmount as amount,
  inAnHour,
  PaymentFixture,
  paymentFixture,
  said,
} from '#test/support/money/payment-fixture.ts';
import type { PaymentSystem } from '../payment-system.server.ts';
import type { PaymentSystemName } from '../payment-systems.ts';

/** A second system, beside the gateway of the fixture, that reports everything as paid and later as refunded. */
const page: PaymentSystem = {
  name: 'payme',
  way: 'redirect',
  browserOrigins: [],
  asksFirst: false,
  refundsParts: false,
  open: async ({ reference, returnUrl }) => ({
    id: `page-${reference}`,
    expiresAt: inAnHour(),
    payerUrl: `https://page.example/?back=${returnUrl}`,
  }),
  ask: async (id) => said({ id, reference: id.slice('page-'.length) }, 'paid', { system: 'payme' }),
  refund: async (id) => said({ id, reference: id.slice('page-'.length) }, 'refunded', { system: 'payme' }),
};

const fixture = paymentFixture(() => [page]);

async function open(system?: PaymentSystemName, at = fixture()) {
  const reference = randomUUID();
  return { reference, ...(await at.ask(reference, 'thing', system)) };
}

it('opens a payment where the payer has chosen, and says how to pay there', async () => {
  const { reference, paymentUrl, payer } = await open('payme');
  expect(paymentUrl).toBe(`https://page.example/?back=https://opora.example/things/${reference}`);
  expect(payer).toEqual({ system: 'payme', way: 'redirect', publicKey: null });
  fixture().provider.open = async () => ({
    id: randomUUID(),
    expiresAt: inAnHour(),
    payerUrl: 'https://pay.example/one',
  });
  expect(await open()).toMatchObject({ paymentUrl: 'https://pay.example/one' });
  expect(await open('gateway')).not.toHaveProperty('payer');
});

it('refuses a system that is not on offer', async () => {
  await expect(open('payme', new PaymentFixture(fixture().database))).rejects.toMatchObject({
    code: 'ValidationFailed',
    fields: { system: expect.anything() },
  });
});

it('asks, settles and refunds each payment at its own system', async () => {
  const { reference, paymentId } = await open('payme');
  const { payments } = fixture();
  const id = `page-${reference}`;
  expect(await payments.settle(said({ id, reference }, 'paid')), 'the gateway reports a payment of the other').toBe(
    'unknown',
  );
  expect(await fixture().rowOf(paymentId)).toMatchObject({ status: 'Created' });
  expect(await payments.settling.locked('gateway', id, async () => true)).toBeNull();
  expect(await payments.checkPayment(reference)).toMatchObject({ status: 'Paid', amount });
  await payments.refundPayment(reference);
  expect(await fixture().rowOf(paymentId)).toMatchObject({ status: 'Refunded' });
  expect(fixture().notices.map(([what]) => what)).toEqual(['paid', 'refunded']);
});

it('books two payments whose systems gave them the same id, each once', async () => {
  const { reference, paymentId } = await open('payme');
  const id = `page-${reference}`;
  fixture().provider.open = async () => ({ id, expiresAt: inAnHour(), payerUrl: '' });
  const other = await open('gateway');
  expect(other.paymentId).not.toBe(paymentId);
  const { payments } = fixture();
  expect(await payments.settle(said({ id, reference: other.reference }, 'paid'))).toBe('known');
  expect(await fixture().rowOf(paymentId)).toMatchObject({ status: 'Created' });
  expect(await payments.checkPayment(reference)).toMatchObject({ status: 'Paid', amount });
  expect(fixture().notices.map(([what, { reference: of }]) => [what, of])).toEqual([
    ['paid', other.reference],
    ['paid', reference],
  ]);
});

it('plans no partial refund at a system that has none', async () => {
  const { reference, paymentId } = await open('payme');
  await fixture().payments.checkPayment(reference);
  const part = { id: randomUUID(), paymentId, amount };
  const plan = fixture().database.db.transaction((tx) => fixture().payments.parts.plan(tx, part));
  await expect(plan).rejects.toMatchObject({ code: 'PartRefundNotOffered' });
});

it('cannot ask a system that is no longer configured, and nothing is lost', async () => {
  const { reference, paymentId } = await open('payme');
  const later = new PaymentFixture(fixture().database);
  expect(await later.payments.checkPayment(reference)).toMatchObject({ status: 'Created', isChecked: false });
  await fixture().payments.checkPayment(reference);
  await expect(later.payments.refundPayment(reference)).rejects.toMatchObject({ code: 'PaymentProviderUnavailable' });
  expect(await later.rowOf(paymentId)).toMatchObject({ status: 'Paid', problem: null });
});
