import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterAll, describe, expect, it } from 'vitest';
import { createStripeApi } from './stripe-api.server.ts';
import { readStripePayment, reportStripe } from './stripe-report.server.ts';

type Members = Readonly<Record<string, unknown>>;

let session: Members = {};
let refunds: readonly Members[] | undefined;
let disputes: readonly Members[] | undefined;
const server = createServer(({ url: path = '' }, response) => {
  const data = path.startsWith('/v1/refunds') ? refunds : path.startsWith('/v1/disputes') ? disputes : undefined;
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(data === undefined ? session : { object: 'list', data }));
});
await once(server.listen(0, '127.0.0.1'), 'listening');
const address = server.address();
const url = typeof address === 'object' && address !== null ? `http://127.0.0.1:${address.port}` : '';
afterAll(() => server.close());

/** What is reported of a session of 5,000 that has these members instead. */
async function reportOf(members: Members) {
  session = {
    id: 'cs_test_1',
    object: 'checkout.session',
    status: 'complete',
    currency: 'uzs',
    amount_total: 500_000,
    client_reference_id: 'ours',
    payment_status: 'unpaid',
    payment_intent: null,
    ...members,
  };
  const api = createStripeApi({ key: 'sk_test_of_this_test', url });
  return reportStripe(await readStripePayment(api, 'cs_test_1'));
}

describe('a session', () => {
  it.each([0, 500_000])('for which no payment was required is not paid: %s', async (amount_total) => {
    const report = await reportOf({ payment_status: 'no_payment_required', amount_total });
    expect(report).toMatchObject({ status: 'created', amount: amount_total, refundedAmount: 0 });
  });

  it('that is complete without a PaymentIntent, or open, is not paid', async () => {
    expect(await reportOf({})).toMatchObject({ status: 'created' });
    expect(await reportOf({ status: 'open' })).toMatchObject({ status: 'created' });
  });

  it('that is said to be paid with nothing is reported with nothing, which fits no payment', async () => {
    const report = await reportOf({ payment_status: 'paid', amount_total: 0 });
    expect(report).toMatchObject({ amount: 0 });
  });

  it('with a fraction that is no sum of ours is not believed', async () => {
    await expect(reportOf({ currency: 'bhd', amount_total: 1_001 })).rejects.toThrow('impossible amount');
  });
});

/** What is reported of 5,000 that were received, with what came of them since, the newest first. */
function paidReport({ made = [], lost = [], intent = {} }: { made?: Members[]; lost?: Members[]; intent?: Members }) {
  const written = (one: Members, at: number) => ({ id: `x_${at}`, currency: 'uzs', status: 'succeeded', ...one });
  refunds = made.map(written);
  disputes = lost.map(written);
  const charge = { id: 'ch_1', object: 'charge', disputed: lost.length > 0 };
  const received = {
    id: 'pi_1',
    object: 'payment_intent',
    status: 'succeeded',
    currency: 'uzs',
    amount_received: 500_000,
  };
  return reportOf({ payment_status: 'paid', payment_intent: { ...received, latest_charge: charge, ...intent } });
}

describe('a paid session', () => {
  it('names a refund that a bank has sent back, also behind a newer one', async () => {
    const made = [{ amount: 100_000 }, { amount: 200_000, status: 'failed' }];
    expect(await paidReport({ made })).toMatchObject({ refundedAmount: 100_000, problem: 'RefundFailed x_1' });
    const whole = { status: 'refunded', refundedAmount: 500_000 };
    const again = await paidReport({ made: [{ amount: 500_000 }, { amount: 500_000, status: 'failed' }] });
    expect(again).toMatchObject(whole);
    expect(again.problem, 'all is back by another one').toBeUndefined();
  });

  it('that was received in another currency is reported with that one, which fits no payment', async () => {
    const intent = { currency: 'usd', amount_received: 500_000 };
    expect(await paidReport({ intent })).toMatchObject({ status: 'paid', currency: 'USD', amount: 500_000 });
  });

  it('does not count a sum of another currency as gone, and names it', async () => {
    const lost = [{ amount: 4_000, currency: 'usd', status: 'lost' }];
    expect(await paidReport({ lost })).toMatchObject({
      status: 'paid',
      refundedAmount: 0,
      problem: 'Dispute x_0 lost',
    });
    const made = [{ amount: 500_000, currency: 'usd' }];
    expect(await paidReport({ made })).toMatchObject({
      status: 'paid',
      refundedAmount: 0,
      problem: 'RefundCurrency x_0 USD',
    });
  });
});
