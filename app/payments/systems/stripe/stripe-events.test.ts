import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { until } from '#test/support/money/money-fixture.ts';
import { openStripeShop, sendEvent, sessionEvent } from '#test/support/money/stripe-caller.ts';
import { sessionIdOf, stripeCards, stripeEnv } from '#test/support/money/stripe-scene.ts';

const stripe = await openStripeShop({
  STRIPE_WEBHOOK_SECRET: `${stripeEnv.STRIPE_WEBHOOK_SECRET},whsec_the_one_before`,
});
const { shop, standIn, orders } = stripe;
afterEach(async () => {
  stripe.cut(false);
  await standIn.mode('ok');
});
afterAll(() => shop.app.close());

const send = (event: unknown, how?: Parameters<typeof sendEvent>[2]) => sendEvent(shop.app.url, event, how);

/** A paid session of which no event has arrived. */
async function paidUnheard() {
  const one = await orders.placed();
  stripe.cut(true);
  await standIn.pay(one.paymentUrl);
  const event = sessionEvent(sessionIdOf(one.paymentUrl));
  return { ...one, event };
}

const seconds = () => Math.floor(Date.now() / 1_000);

describe('an event of Stripe', () => {
  it('is refused unless it is signed with a secret of ours within five minutes, and nothing of it is done', async () => {
    const { event, status, orderId } = await paidUnheard();
    expect(await send(event, { secret: 'whsec_of_somebody_else' })).toBe(400);
    expect(await send(event, { timestamp: seconds() - 310 })).toBe(400);
    const path = `${shop.app.url}/api/Payment/Stripe`;
    for (const body of ['{}', '', 'no JSON', JSON.stringify(event)]) {
      const headers = { 'content-type': 'application/json', 'stripe-signature': `t=${seconds()},v1=00` };
      expect((await fetch(path, { method: 'POST', headers, body })).status).toBe(400);
      expect((await fetch(path, { method: 'POST', body })).status).toBe(400);
    }
    expect(await status()).toBe('AwaitingPayment');
    expect(await orders.posted(orderId)).toBe(0);
    expect(shop.app.logLines.join('')).toContain('a payment callback with a wrong signature was refused');
  });

  it('settles what Stripe answers, also signed with the secret before, and once however many come', async () => {
    const { event, status, orderId, total } = await paidUnheard();
    const sent = Array.from({ length: 6 }, () => send(event, { secret: 'whsec_the_one_before' }));
    expect(new Set(await Promise.all(sent))).toEqual(new Set([200]));
    expect(await status()).toBe('Paid');
    expect(await orders.posted(orderId)).toBe(total);
  });

  it('is never believed: Stripe is asked what became of the session', async () => {
    const { paymentUrl, status } = await orders.placed();
    const id = sessionIdOf(paymentUrl);
    const object = { id, object: 'checkout.session', payment_status: 'paid', status: 'complete', amount_total: 1 };
    expect(await send(sessionEvent(id, { data: { object } }))).toBe(200);
    expect(await send(sessionEvent(id, { type: 'checkout.session.expired' }))).toBe(200);
    expect(await status()).toBe('AwaitingPayment');
    await standIn.pay(paymentUrl);
    expect(await status()).toBe('Paid');
    expect(await send(sessionEvent(id, { type: 'checkout.session.expired' })), 'it comes late').toBe(200);
    expect(await status()).toBe('Paid');
  });

  it('is handled once: a replayed one asks nothing, one that could not be handled is repeated by Stripe', async () => {
    const { event, status } = await paidUnheard();
    await standIn.mode('down');
    expect(await send(event)).toBe(503);
    expect(await status()).toBe('AwaitingPayment');
    await standIn.mode('ok');
    expect(await send(event)).toBe(200);
    expect(await status()).toBe('Paid');
    await standIn.mode('down');
    expect(await send(event), 'nobody is asked').toBe(200);
    expect(await send({ ...event, id: 'evt_another_one' })).toBe(503);
  });

  it('may have 256 KB, and not a byte more', async () => {
    const { event, status } = await paidUnheard();
    const long = (bytes: number) => {
      const rest = bytes - JSON.stringify({ ...event, padding: '' }).length;
      return { ...event, padding: 'x'.repeat(rest) };
    };
    expect(await send(long(256 * 1_024 + 1))).toBe(413);
    expect(await status()).toBe('AwaitingPayment');
    expect(await send(long(256 * 1_024))).toBe(200);
    expect(await status()).toBe('Paid');
  });

  it('of a text that cannot be stored are none of ours', async () => {
    const event = sessionEvent('cs_1\u0000');
    for (const one of [event, { ...sessionEvent('cs_1'), id: 'evt_\u0000' }]) expect(await send(one)).toBe(200);
  });

  it('of another account, another site or of no interest is answered and ignored', async () => {
    const { event, paymentUrl } = await paidUnheard();
    const elsewhere = await standIn.openElsewhere(paymentUrl);
    await standIn.pay(elsewhere);
    expect(await send(sessionEvent(sessionIdOf(elsewhere)))).toBe(200);
    expect(await send(sessionEvent('cs_test_of_somebody_else'))).toBe(200);
    expect(await send({ ...event, account: 'acct_connected' })).toBe(200);
    expect(await send({ ...event, type: 'customer.created' })).toBe(200);
    expect(await send({ hello: 'Stripe' })).toBe(200);
    const intent = { id: 'ch_1', object: 'charge', payment_intent: 'pi_of_a_terminal' };
    expect(await send(sessionEvent('', { type: 'charge.refunded', data: { object: intent } }))).toBe(200);
    const { rows } = await shop.app.db.pool.query('select 1 from stripe_event where id = $1', [event.id]);
    expect(rows).toHaveLength(0);
  });

  it('is heard for a stored payment whatever address the site had when it was opened', async () => {
    const { paymentUrl, paymentId, orderId, total, status } = await orders.placed();
    const more = { client_reference_id: orderId, 'line_items[0][price_data][unit_amount]': String(total) };
    const earlier = await standIn.openElsewhere(paymentUrl, more);
    await shop.app.db.pool.query('update payment set provider_id = $2 where id = $1', [
      paymentId,
      sessionIdOf(earlier),
    ]);
    await standIn.pay(earlier);
    await until(async () => (await status()) === 'Paid');
  });

  it('about money for a payment that is not stored is repeated until it is', async () => {
    const { event, paymentId, status } = await paidUnheard();
    const row = 'update payment set provider_id = provider_id || $2 where id = $1';
    const hidden = '-hidden';
    await shop.app.db.pool.query(row, [paymentId, hidden]);
    expect(await send(event)).toBe(404);
    expect(shop.app.logLines.join('')).toContain('the provider reports money for an unknown payment');
    await shop.app.db.pool.query('update payment set provider_id = replace(provider_id, $2, $3) where id = $1', [
      paymentId,
      hidden,
      '',
    ]);
    expect(await send(event)).toBe(200);
    expect(await status()).toBe('Paid');
  });
});

it('the return page, the question and events at once settle a payment once', async () => {
  const { event, who, orderId, total, status } = await paidUnheard();
  const ask = () => shop.app.api('GET Order/Payment', { query: { orderId } }, { token: who.token });
  const events = Array.from({ length: 4 }, (_, at) => send({ ...event, id: `${event.id}-${at}` }));
  await Promise.all([...events, ask(), ask(), ask()]);
  await until(async () => (await status()) === 'Paid');
  expect(await orders.posted(orderId)).toBe(total);
});

describe('a bank that decides later', () => {
  it('leaves the payment open until it has approved', async () => {
    const { paymentUrl, paymentId, status, pay } = await orders.placed();
    expect(await standIn.pay(paymentUrl, 'bank')).toBe(303);
    expect(await orders.row(paymentId)).toMatchObject({ status: 'Created', problem: null });
    const again = await pay('stripe');
    expect(again.body, 'nothing to pay now, so it leads back to the order').toMatchObject({
      data: { paymentId, paymentUrl: expect.not.stringContaining('/stripe/pay/') },
    });
    await standIn.act(paymentUrl, 'approve');
    expect(await status()).toBe('Paid');
  });

  it('or has refused: then the order is paid by another session', async () => {
    const { paymentUrl, paymentId, status, pay } = await orders.placed();
    await standIn.pay(paymentUrl, 'bank');
    await standIn.act(paymentUrl, 'refuse');
    expect(await orders.row(paymentId)).toMatchObject({ status: 'Failed' });
    const second: unknown = (await pay('stripe')).body;
    expect(second).not.toMatchObject({ data: { paymentUrl } });
    await standIn.pay(String(Object(second).data.paymentUrl), stripeCards.succeeds);
    expect(await status()).toBe('Paid');
  });
});
