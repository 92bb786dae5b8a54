import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { chargeTokenSealer } from '#app/payments/card-token-sealer.server.ts';
import { paymeCardEnv, paymeCardStandIn, paymeCards, paymentOf } from '#test/support/money/payme-card-caller.ts';
import { fixtureAmount as amount, paymentFixture } from '#test/support/money/payment-fixture.ts';
import { startPaymentSandbox } from '../../../../payment-gateway/server.ts';
import { createPaymeCard } from './payme-card.server.ts';

const { PAYME_CARD_ID: id, PAYME_CARD_KEY: key } = paymeCardEnv;
const taxItem = { code: '10305008002000000', packageCode: '1546352', unit: '', vat: 12 };
const secret = 'the secret of the tester';
const sealer = chargeTokenSealer('a secret of the program');

const sandbox = await startPaymentSandbox({ secret, paymeCard: { id, key } });
afterAll(() => sandbox.close());

const addressOf = () => `${sandbox.url}/payme-card/api`;
const fixture = paymentFixture(
  ({ db }) => [createPaymeCard({ db, id, key: `a key of yesterday, ${key}`, url: addressOf(), sealer })],
  taxItem,
);
const standIn = () => paymeCardStandIn({ url: sandbox.url, secret, site: () => '' });
afterEach(() => standIn().mode('ok'));

async function open(reference: string = randomUUID()) {
  const opened = await fixture().ask(reference, 'thing', 'payme-card');
  const providerId = paymentOf(opened.paymentUrl);
  const confirm = (token: string) => fixture().payments.confirmPayment({ system: 'payme-card', providerId, token });
  const status = async () => (await fixture().rowOf(opened.paymentId))?.status;
  return { ...opened, reference, providerId, confirm, status, receipts: () => standIn().receiptsOf(opened.paymentUrl) };
}

/** A charge that was begun longer ago than the server waits for its answer. */
const forgetCharges = () =>
  fixture().database.db.pool.query(`update payme_receipt set charging_since = now() - interval '61 seconds'`);
const charged = (receipts: readonly { charges: number }[]) => receipts.reduce((sum, one) => sum + one.charges, 0);
const noticed = () => fixture().notices.map(([what]) => what);

describe('opening', () => {
  it('shows the browser where Payme is, and asks Payme nothing', async () => {
    await standIn().mode('down');
    const { paymentUrl, providerId, payer, reference } = await open();
    expect(paymentUrl).toBe(`${sandbox.url}/payme-card/api#${providerId}`);
    expect(providerId).toBe(`${reference}.payme-card.1`);
    expect(payer).toEqual({ system: 'payme-card', way: 'card', publicKey: id });
  });
});

describe('charging', () => {
  it('takes the money once, however many confirm at once, and sends Payme what the fiscal receipt says', async () => {
    const { confirm, status, receipts } = await open();
    const tokens = await Promise.all([standIn().token(), standIn().token(paymeCards.paysToo), standIn().token()]);
    const answers = await Promise.allSettled([...tokens, ...tokens].map(confirm));
    expect(answers.some((one) => one.status === 'fulfilled' && one.value.status === 'Paid')).toBe(true);
    expect(await status()).toBe('Paid');
    const [receipt, ...others] = await receipts();
    expect(others).toEqual([]);
    expect(receipt).toMatchObject({ amount, state: 4, charges: 1 });
    expect(receipt?.detail).toMatchObject({
      items: [{ code: taxItem.code, package_code: '1546352', vat_percent: 12 }],
    });
    expect(noticed()).toEqual(['paid']);
  });

  it('takes nothing for what takes no money any more', async () => {
    const { confirm, status, receipts } = await open();
    const token = await standIn().token();
    fixture().takesMoney = false;
    await expect(confirm(token)).rejects.toMatchObject({ code: 'PaymentClosed' });
    fixture().takesMoney = true;
    expect([await status(), await receipts()]).toEqual(['Created', []]);
  });

  it('finds out about a charge whose answer was lost', async () => {
    const { confirm, status, reference, receipts } = await open();
    const token = await standIn().token();
    await standIn().mode('lost-answer');
    const message = expect.not.stringContaining('Деньги не списаны');
    await expect(confirm(token)).rejects.toMatchObject({ code: 'PaymentProviderUnavailable', message });
    expect(await status()).toBe('Created');
    await standIn().mode('ok');
    await expect(confirm(token)).resolves.toEqual({ status: 'Paid' });
    expect(await fixture().payments.checkPayment(reference)).toMatchObject({ status: 'Paid' });
    expect(charged(await receipts())).toBe(1);
  });

  it('pays one receipt where the answer to its creation was lost', async () => {
    const { confirm, receipts } = await open();
    const token = await standIn().token();
    await standIn().mode('lost-receipt');
    await expect(confirm(token)).rejects.toMatchObject({ code: 'PaymentProviderUnavailable' });
    await standIn().mode('ok');
    await expect(confirm(token)).resolves.toEqual({ status: 'Paid' });
    expect((await receipts()).map(({ state }) => state)).toEqual([0, 4]);
  });

  it('is under way while Payme reports neither success nor refusal, and can be repeated later', async () => {
    const { confirm, reference, receipts } = await open();
    await expect(confirm(await standIn().token(paymeCards.unknownError))).rejects.toMatchObject({ status: 503 });
    expect(await fixture().payments.checkPayment(reference)).toMatchObject({ status: 'Created', isChecked: false });
    await expect(fixture().ask(reference, 'thing', 'gateway')).rejects.toMatchObject({ status: 503 });
    await forgetCharges();
    await expect(confirm(await standIn().token())).resolves.toEqual({ status: 'Expired' });
    expect(charged(await receipts())).toBe(0);
  });

  it('goes on after the process has died between two steps', async () => {
    const { confirm, paymentId, reference, receipts } = await open();
    const begun = 'insert into payme_receipt (payment_id, charges, charging_since) values ($1, 1, now())';
    await fixture().database.db.pool.query(begun, [paymentId]);
    await expect(confirm(await standIn().token())).rejects.toMatchObject({ status: 503 });
    await forgetCharges();
    expect(await fixture().payments.checkPayment(reference)).toMatchObject({ status: 'Created', isChecked: true });
    await expect(confirm(await standIn().token())).resolves.toEqual({ status: 'Paid' });
    expect(charged(await receipts())).toBe(1);
  });

  it('ends with a refused card, which is counted, and the next payment is another one', async () => {
    const { confirm, status, reference, providerId } = await open();
    await expect(confirm(await standIn().token(paymeCards.blocked))).rejects.toMatchObject({ code: 'CardRefused' });
    expect(noticed()).toEqual(['refused 444444', 'failed']);
    await expect(confirm(await standIn().token())).resolves.toEqual({ status: 'Failed' });
    expect(await status()).toBe('Failed');
    const next = await open(reference);
    expect(next.providerId).not.toBe(providerId);
    await expect(next.confirm(await standIn().token())).resolves.toEqual({ status: 'Paid' });
  });

  it('refuses a token that Payme does not know, and one whose payer has not entered the code', async () => {
    const { confirm, status, receipts } = await open();
    const made = await standIn().call('cards.create', { card: { number: paymeCards.pays, expire: '0399' } });
    const { token } = Object.assign({ token: '' }, made.result?.card);
    await expect(confirm(token)).rejects.toMatchObject({ code: 'CardNotConfirmed', status: 422 });
    await expect(confirm('no such token')).rejects.toMatchObject({ code: 'CardNotConfirmed' });
    expect(await receipts()).toEqual([]);
    expect(await status()).toBe('Created');
  });
});

describe('leaving', () => {
  it('rules out later charges', async () => {
    const { confirm, reference, receipts } = await open();
    expect(await fixture().payments.leavePayment(reference)).toMatchObject({ status: 'Expired', isChecked: true });
    await expect(confirm(await standIn().token())).resolves.toEqual({ status: 'Expired' });
    expect(await receipts()).toEqual([]);
  });

  it('at the moment of a charge leaves the payment either paid or untouched', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { confirm, reference, receipts } = await open();
      const token = await standIn().token();
      await Promise.allSettled([confirm(token), fixture().payments.leavePayment(reference)]);
      const left = await fixture().payments.leavePayment(reference);
      expect(left?.isChecked).toBe(true);
      expect(charged(await receipts())).toBe(left?.status === 'Paid' ? 1 : 0);
    }
  });
});

describe('refunding', () => {
  async function paid() {
    const one = await open();
    await one.confirm(await standIn().token());
    return one;
  }

  it('waits for the end of the queue, and refunds once', async () => {
    const { reference, status } = await paid();
    await standIn().mode('slow-refunds');
    await expect(fixture().payments.refundPayment(reference)).rejects.toMatchObject({ status: 503 });
    expect(await status()).toBe('Paid');
    await standIn().mode('ok');
    await fixture().payments.refundPayment(reference);
    await fixture().payments.refundPayment(reference);
    expect(noticed()).toEqual(['paid', 'refunded']);
  });

  it('of a payment that was not paid is refused', async () => {
    const { providerId } = await open();
    const { db } = fixture().database;
    const system = createPaymeCard({ db, id, key, url: `${sandbox.url}/payme-card/api`, sealer });
    await expect(system.refund(providerId, 'a key')).rejects.toMatchObject({ code: 'NotPaid' });
    await expect(system.ask('nobody')).rejects.toMatchObject({ code: 'NotFound' });
  });
});

it('cannot be confirmed at a system that charges by itself', async () => {
  const { id: providerId } = await fixture().open();
  const asked = { system: 'gateway', providerId, token: 'x' } as const;
  await expect(fixture().payments.confirmPayment(asked)).rejects.toMatchObject({ code: 'NotFound' });
});

it('takes nothing with keys that Payme refuses', async () => {
  const { providerId, receipts } = await open();
  const { db } = fixture().database;
  const url = `${sandbox.url}/payme-card/api`;
  const system = createPaymeCard({ db, id, key: 'a key of somebody', url, sealer });
  await expect(system.confirm?.(providerId, await standIn().token())).rejects.toMatchObject({ status: 401 });
  expect(await receipts()).toEqual([]);
});
