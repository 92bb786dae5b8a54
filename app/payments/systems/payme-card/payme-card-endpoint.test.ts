import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { chargeTokenSealer } from '#app/payments/card-token-sealer.server.ts';
import { callbackApp } from '#test/support/money/callback-app.ts';
import { paymeCardEnv, paymeCardStandIn, paymentOf } from '#test/support/money/payme-card-caller.ts';
import { paymentFixture } from '#test/support/money/payment-fixture.ts';
import { startPaymentSandbox } from '../../../../payment-gateway/server.ts';
import { createPaymeCard } from './payme-card.server.ts';

const { PAYME_CARD_ID: id, PAYME_CARD_KEY: key } = paymeCardEnv;
const secret = 'the secret of the tester';
const sealer = chargeTokenSealer('a secret of the program');
const nowhere = 'http://127.0.0.1:9';
let site = nowhere;

const endpoint = () => `${site}/Payment/PaymeCard`;
const sandbox = await startPaymentSandbox({ secret, paymeCard: { id, key, endpoint } });
afterAll(() => sandbox.close());
const url = `${sandbox.url}/payme-card/api`;
const fixture = paymentFixture(({ db }) => [createPaymeCard({ db, id, key, url, sealer })]);
const app = callbackApp(fixture);
const standIn = paymeCardStandIn({ url: sandbox.url, secret, site: () => site });
afterEach(() => standIn.mode('ok'));

/** A payment by card whose cash register calls the endpoint of this test. */
async function open() {
  site = await app().listen({ port: 0, host: '127.0.0.1' });
  const reference = randomUUID();
  const opened = await fixture().ask(reference, 'thing', 'payme-card');
  const providerId = paymentOf(opened.paymentUrl);
  const confirm = async () =>
    fixture().payments.confirmPayment({ system: 'payme-card', providerId, token: await standIn.token() });
  const states = async () => (await standIn.receiptsOf(opened.paymentUrl)).map(({ state }) => state);
  return { ...opened, reference, confirm, states };
}

const noticed = () => fixture().notices.map(([what]) => what);
const query = (text: string, paymentId: string) => fixture().database.db.pool.query(text, [paymentId]);

/** What is paid for takes money this often more. */
function takesMoneyUntil(asked: number): void {
  let questions = 0;
  Object.defineProperty(fixture(), 'takesMoney', {
    get() {
      questions += 1;
      return questions <= asked;
    },
  });
}

describe('what takes no money any more', () => {
  it('blames no card before the receipt is created', async () => {
    const { confirm, states } = await open();
    takesMoneyUntil(1);
    await expect(confirm()).rejects.toMatchObject({ code: 'PaymentClosed' });
    expect([await states(), noticed()]).toEqual([[], []]);
  });

  it.each([2, 3])('blames no card when Payme begins or ends the charge, at question %i', async (asked) => {
    const { confirm, paymentId, reference, states } = await open();
    takesMoneyUntil(asked);
    await expect(confirm()).rejects.toMatchObject({ code: 'PaymentClosed' });
    expect(await states()).toEqual([50]);
    expect(await fixture().payments.checkPayment(reference)).toMatchObject({ status: 'Failed', isChecked: true });
    expect(noticed()).toEqual(['failed']);
    const failed = 'select failure from payme_receipt where payment_id = $1';
    expect((await query(failed, paymentId)).rows).toEqual([{ failure: null }]);
  });
});

it('an endpoint that cannot be reached leaves the payment open, and nothing is taken', async () => {
  const { confirm, paymentId, states } = await open();
  const own = site;
  site = nowhere;
  await expect(confirm()).rejects.toMatchObject({ code: 'PaymentProviderUnavailable' });
  expect([await states(), noticed(), (await fixture().rowOf(paymentId))?.status]).toEqual([[], [], 'Created']);
  site = own;
  await expect(confirm()).resolves.toEqual({ status: 'Paid' });
});

it('a refund that waits in Payme’s queue is asked about each minute, however old the payment is', async () => {
  const { confirm, paymentId, paymentUrl } = await open();
  await confirm();
  const old = `update payment set created_at = now() - interval '50 days', paid_at = now() - interval '50 days',
    next_check_at = null where id = $1`;
  await query(old, paymentId);
  const isAskedWithin = async (seconds: number) => {
    const wait = `select next_check_at between now() and now() + interval '${seconds} seconds' as soon from payment where id = $1`;
    return (await query(wait, paymentId)).rows[0]?.soon;
  };
  await standIn.mode('slow-refunds');
  await standIn.refundThere(paymentUrl);
  await expect.poll(() => isAskedWithin(11)).toBe(true);
  const sweep = async () => {
    await fixture().makeDue([paymentId]);
    await fixture().payments.polling.sweep(1);
    return (await fixture().rowOf(paymentId))?.status;
  };
  expect([await sweep(), await isAskedWithin(61)]).toEqual(['Paid', true]);
  await standIn.mode('ok');
  await expect.poll(sweep).toBe('Refunded');
  expect(noticed()).toEqual(['paid', 'refunded']);
  expect((await fixture().rowOf(paymentId))?.isAsked).toBe(false);
});
