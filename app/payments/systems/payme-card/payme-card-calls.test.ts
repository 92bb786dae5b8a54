import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { chargeTokenSealer } from '#app/payments/card-token-sealer.server.ts';
import { callbackApp } from '#test/support/money/callback-app.ts';
import { accountOf, paymeEnv } from '#test/support/money/payme-caller.ts';
import { paymeCardEnv, paymeCardStandIn, paymentOf } from '#test/support/money/payme-card-caller.ts';
import { fixtureAmount as amount, paymentFixture } from '#test/support/money/payment-fixture.ts';
import { startPaymentSandbox } from '../../../../payment-gateway/server.ts';
import { createPayme } from '../payme/payme-page.server.ts';
import { createPaymeCard } from './payme-card.server.ts';

const { PAYME_CARD_ID: id, PAYME_CARD_KEY: key } = paymeCardEnv;
const taxItem = { code: '10305008002000000', packageCode: '1546352', unit: '', vat: 12 };
const secret = 'the secret of the tester';
const sealer = chargeTokenSealer('a secret of the program');

// Its register has no endpoint: the calls are those of the tests.
const sandbox = await startPaymentSandbox({ secret, paymeCard: { id, key } });
afterAll(() => sandbox.close());
const url = `${sandbox.url}/payme-card/api`;
const page = { id: paymeEnv.PAYME_ID, key: paymeEnv.PAYME_KEY, checkoutUrl: 'https://page.example' };
const fixture = paymentFixture(
  ({ db }) => [
    createPaymeCard({ db, id, key: `${key}, the next key of it`, url, sealer }),
    createPayme({ db, ...page, apiUrl: 'https://page.example/api' }),
  ],
  taxItem,
);
const app = callbackApp(fixture);
const standIn = paymeCardStandIn({ url: sandbox.url, secret, site: () => '' });
afterEach(() => standIn.mode('ok'));

const query = (text: string, values: unknown[] = []) => fixture().database.db.pool.query(text, values);

const answer = z.object({
  result: z.record(z.string(), z.unknown()).optional(),
  error: z.object({ code: z.number(), data: z.string().optional() }).optional(),
});

async function call(method: string, params: unknown, { endpoint = 'PaymeCard', by = key as string } = {}) {
  const authorization = `Basic ${Buffer.from(`Paycom:${by}`).toString('base64')}`;
  const sent = await app().inject({
    method: 'POST',
    url: `/Payment/${endpoint}`,
    headers: { 'content-type': 'application/json', authorization },
    payload: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  if (sent.statusCode !== 200) throw new Error(`Payme expects the status 200, not ${sent.statusCode}`);
  return answer.parse(sent.json());
}

const codeOf = async (...asked: Parameters<typeof call>) => (await call(...asked)).error?.code ?? null;

async function open() {
  const reference = randomUUID();
  const opened = await fixture().ask(reference, 'thing', 'payme-card');
  const payment = paymentOf(opened.paymentUrl);
  const confirm = async () =>
    fixture().payments.confirmPayment({ system: 'payme-card', providerId: payment, token: await standIn.token() });
  return { ...opened, reference, payment, account: { payment }, confirm };
}

/** A payment whose charge has begun: its receipt is named, and not paid yet. */
async function charging() {
  const one = await open();
  const receipt = randomBytes(12).toString('hex');
  const begun = 'insert into payme_receipt (payment_id, id, charges, charging_since) values ($1, $2, 1, now())';
  await query(begun, [one.paymentId, receipt]);
  return { ...one, receipt, transaction: { id: receipt, time: Date.now(), amount, account: one.account } };
}

/** A payment that was paid while the register had no endpoint. */
async function paid() {
  const one = await open();
  await one.confirm();
  const [found] = await standIn.receiptsOf(one.paymentUrl);
  return { ...one, receipt: found?.id ?? '' };
}

const statusOf = async (paymentId: string) => (await fixture().rowOf(paymentId))?.status;
const far = (paymentId: string) =>
  query(`update payment set next_check_at = now() + interval '1 day' where id = $1`, [paymentId]);
const isAskedSoon = async (paymentId: string) => {
  const soon = `select next_check_at < now() + interval '11 seconds' as soon from payment where id = $1`;
  return (await query(soon, [paymentId])).rows[0]?.soon;
};

describe('a call about a card', () => {
  it('needs the key of the register for cards, the next one of several too', async () => {
    const params = { id: 'unknown' };
    expect(await codeOf('CheckTransaction', params)).toBe(-31003);
    expect(await codeOf('CheckTransaction', params, { by: 'the next key of it' })).toBe(-31003);
    for (const by of ['', 'another key', paymeEnv.PAYME_KEY]) {
      expect(await codeOf('CheckTransaction', params, { by }), by).toBe(-32504);
    }
    expect(await codeOf('CheckTransaction', params, { endpoint: 'Payme', by: key })).toBe(-32504);
    expect(await codeOf('Unknown', {})).toBe(-32601);
    for (const method of ['CreateTransaction', 'PerformTransaction', 'CancelTransaction', 'SetFiscalData']) {
      expect(await codeOf(method, { id: 5 }), method).toBe(-32600);
    }
  });

  it('lets a receipt be created only by a charge that is under way, over the sum of its payment', async () => {
    const idle = await open();
    expect(await codeOf('CheckPerformTransaction', { amount, account: idle.account })).toBe(-31051);
    const { account } = await charging();
    expect((await call('CheckPerformTransaction', { amount, account })).result).toMatchObject({
      allow: true,
      detail: { items: [{ code: taxItem.code, price: amount }] },
    });
    expect(await codeOf('CheckPerformTransaction', { amount: amount - 1, account })).toBe(-31001);
    expect((await call('CheckPerformTransaction', { amount, account: {} })).error).toEqual({
      code: -31050,
      data: 'payment',
    });
    fixture().takesMoney = false;
    expect(await codeOf('CheckPerformTransaction', { amount, account })).toBe(-31051);
  });

  it('lets no money of another receipt be taken, nor of one that is not named yet', async () => {
    const { transaction, paymentId } = await charging();
    expect(await codeOf('CreateTransaction', { ...transaction, id: 'another' })).toBe(-31051);
    const idle = await open();
    expect(await codeOf('CreateTransaction', { ...transaction, id: 'one', account: idle.account })).toBe(-31051);
    expect(await codeOf('PerformTransaction', { id: 'one' })).toBe(-31003);
    await query('insert into payme_receipt (payment_id, charges, charging_since) values ($1, 1, now())', [
      idle.paymentId,
    ]);
    const early = { ...transaction, id: randomBytes(12).toString('hex'), account: idle.account };
    expect((await call('CreateTransaction', early)).result).toMatchObject({ state: 1 });
    expect(await codeOf('PerformTransaction', { id: early.id })).toBe(-31008);
    await query('update payme_receipt set id = $2 where payment_id = $1', [idle.paymentId, early.id]);
    expect((await call('PerformTransaction', { id: early.id })).result).toMatchObject({ state: 2 });
    expect([await statusOf(paymentId), await statusOf(idle.paymentId)]).toEqual(['Created', 'Created']);
  });

  it('is answered alike when it is repeated, settles nothing, and has the receipt asked for', async () => {
    const { transaction, receipt, paymentId } = await charging();
    const steps = [
      ['CreateTransaction', transaction, 1],
      ['PerformTransaction', { id: receipt }, 2],
      ['CancelTransaction', { id: receipt, reason: 5 }, -2],
    ] as const;
    for (const [method, params, state] of steps) {
      const all = await Promise.all(Array.from({ length: 4 }, () => call(method, params)));
      expect(new Set(all.map((one) => JSON.stringify(one))).size, method).toBe(1);
      expect(all[0]?.result).toMatchObject({ state, transaction: transaction.account.payment });
      expect((await call('CheckTransaction', { id: receipt })).result).toMatchObject({ state });
      expect(await statusOf(paymentId)).toBe('Created');
    }
    expect(fixture().notices).toEqual([]);
    await far(paymentId);
    await call('PerformTransaction', { id: receipt });
    expect(await isAskedSoon(paymentId), 'a refused call has changed nothing').toBe(false);
    await call('CancelTransaction', { id: receipt, reason: 5 });
    expect(await isAskedSoon(paymentId)).toBe(true);
  });

  it('takes no money for what takes none any more, at the last step too', async () => {
    const { transaction, receipt } = await charging();
    await call('CreateTransaction', transaction);
    fixture().takesMoney = false;
    expect(await codeOf('PerformTransaction', { id: receipt })).toBe(-31008);
    fixture().takesMoney = true;
    expect((await call('PerformTransaction', { id: receipt })).result).toMatchObject({ state: 2 });
  });

  it('is not refused at the last step where the payment was found to be paid before it came', async () => {
    const { transaction, receipt, paymentId } = await charging();
    await call('CreateTransaction', transaction);
    await query(`update payment set status = 'Paid', paid_at = now() where id = $1`, [paymentId]);
    fixture().takesMoney = false;
    expect((await call('PerformTransaction', { id: receipt })).result).toMatchObject({ state: 2 });
    expect(fixture().notices).toEqual([]);
  });

  it('of a receipt that was paid before there was an endpoint is answered as of one that was performed', async () => {
    const { receipt, paymentId } = await paid();
    const { rows } = await query(
      'select floor(extract(epoch from paid_at) * 1000)::float8 as at from payment where id = $1',
      [paymentId],
    );
    const known = (await call('CheckTransaction', { id: receipt })).result;
    expect(known).toMatchObject({ state: 2, reason: null, cancel_time: 0 });
    expect(Math.abs(Number(known?.perform_time) - rows[0]?.at)).toBeLessThanOrEqual(1);
    await far(paymentId);
    const cancelled = await call('CancelTransaction', { id: receipt, reason: 5 });
    expect(cancelled.result).toMatchObject({ state: -2 });
    expect(await call('CancelTransaction', { id: receipt, reason: 5 })).toEqual(cancelled);
    expect(await isAskedSoon(paymentId)).toBe(true);
  });

  it('never refunds by its own word: the receipt at Payme decides', async () => {
    const { receipt, paymentId, paymentUrl } = await paid();
    await call('CancelTransaction', { id: receipt, reason: 5 });
    const sweep = async () => {
      await fixture().makeDue([paymentId]);
      await fixture().payments.polling.sweep(1);
    };
    await sweep();
    expect(await statusOf(paymentId)).toBe('Paid');
    await standIn.refundThere(paymentUrl);
    await expect.poll(() => sweep().then(() => statusOf(paymentId))).toBe('Refunded');
    expect(fixture().notices.map(([what]) => what)).toEqual(['paid', 'refunded']);
  });

  it('belongs to its own register: neither endpoint knows what is the other’s', async () => {
    const { transaction, receipt } = await charging();
    await call('CreateTransaction', transaction);
    const atPage = { endpoint: 'Payme', by: paymeEnv.PAYME_KEY };
    const payment = accountOf((await fixture().ask(randomUUID(), 'thing', 'payme')).paymentUrl);
    const other = { id: randomBytes(12).toString('hex'), time: transaction.time, amount, account: { payment } };
    expect((await call('CreateTransaction', other, atPage)).result).toMatchObject({ state: 1 });
    for (const [asked, at] of [
      [receipt, atPage],
      [other.id, {}],
    ] as const) {
      expect(await codeOf('CheckTransaction', { id: asked }, at)).toBe(-31003);
      expect(await codeOf('CancelTransaction', { id: asked, reason: 5 }, at)).toBe(-31003);
      expect(await codeOf('SetFiscalData', { id: asked, type: 'PERFORM', fiscal_data: {} }, at)).toBe(-32001);
    }
    expect(await codeOf('CheckPerformTransaction', { amount, account: transaction.account }, atPage)).toBe(-31050);
    const listed = async (at: object) => {
      const { result } = await call('GetStatement', { from: transaction.time, to: transaction.time }, at);
      return z
        .array(z.object({ id: z.string() }))
        .parse(result?.transactions)
        .map((one) => one.id);
    };
    expect(await listed({})).toContain(receipt);
    expect(await listed({})).not.toContain(other.id);
    expect(await listed(atPage)).toContain(other.id);
    expect(await listed(atPage)).not.toContain(receipt);
  });
});

describe('the fiscal receipt of a card', () => {
  const fiscal = {
    receipt_id: 121,
    status_code: 0,
    message: 'accepted',
    terminal_id: 'EP000000000025',
    date: '20261121221021',
    fiscal_sign: '800031554082',
    qr_code_url: 'https://ofd.soliq.uz/epi?t=EP000000000025&r=121',
  };
  const report = (receipt: string, type = 'PERFORM', change: object = {}) =>
    call('SetFiscalData', { id: receipt, type, fiscal_data: { ...fiscal, ...change } });
  const stored = async (paymentId: string) => {
    const text = `select kind, sign, terminal, receipt_id as "receiptId", qr_url as "qrUrl" from payment_fiscal_receipt
      where payment_id = $1 order by kind`;
    return (await query(text, [paymentId])).rows;
  };
  const due = async (paymentId: string) =>
    (await query('select kind, is_reported as alarms from receipt_due where payment_id = $1', [paymentId])).rows;
  const shown = { sign: '800031554082', terminal: 'EP000000000025', receiptId: '121', qrUrl: fiscal.qr_code_url };

  it('is awaited from the payment on, and stored once, however many report it at once', async () => {
    const { receipt, paymentId } = await paid();
    expect(await due(paymentId)).toEqual([{ kind: 'Paid', alarms: true }]);
    const all = await Promise.all(Array.from({ length: 8 }, () => report(receipt)));
    expect(new Set(all.map((one) => JSON.stringify(one)))).toEqual(
      new Set([JSON.stringify({ result: { success: true } })]),
    );
    expect(await stored(paymentId)).toEqual([{ kind: 'Paid', ...shown }]);
    expect(await due(paymentId)).toEqual([]);
    await report(receipt);
    expect(await stored(paymentId)).toHaveLength(1);
  });

  it('of a refund is another one, whichever comes first', async () => {
    const { receipt, paymentId, reference } = await paid();
    await fixture().payments.refundPayment(reference);
    expect(await due(paymentId)).toHaveLength(2);
    await Promise.all([
      report(receipt, 'CANCEL', { fiscal_sign: '9' }),
      report(receipt),
      report(receipt, 'CANCEL', { fiscal_sign: '9' }),
    ]);
    expect(await stored(paymentId)).toEqual([
      { kind: 'Paid', ...shown },
      { kind: 'Refunded', ...shown, sign: '9' },
    ]);
    expect(await due(paymentId)).toEqual([]);
  });

  it('is stored before its payment is settled here, and then not awaited', async () => {
    const { paymentId, paymentUrl, reference, confirm } = await open();
    await standIn.mode('lost-answer');
    await expect(confirm()).rejects.toMatchObject({ code: 'PaymentProviderUnavailable' });
    await standIn.mode('ok');
    const [found] = await standIn.receiptsOf(paymentUrl);
    await far(paymentId);
    await report(found?.id ?? '');
    expect([await statusOf(paymentId), await stored(paymentId)]).toEqual(['Created', [{ kind: 'Paid', ...shown }]]);
    expect(await isAskedSoon(paymentId)).toBe(true);
    expect(await fixture().payments.checkPayment(reference)).toMatchObject({ status: 'Paid' });
    expect(await due(paymentId)).toEqual([]);
  });

  it('of a receipt that is not known here is refused, and stored once it is known', async () => {
    const { paymentId } = await open();
    const receipt = randomBytes(12).toString('hex');
    expect((await report(receipt)).error?.code).toBe(-32001);
    await query('insert into payme_receipt (payment_id, charges, charging_since) values ($1, 1, now())', [paymentId]);
    expect((await report(receipt)).error?.code).toBe(-32001);
    await query('update payme_receipt set id = $2 where payment_id = $1', [paymentId, receipt]);
    expect((await report(receipt)).result).toEqual({ success: true });
    expect(await stored(paymentId)).toHaveLength(1);
  });

  it('that the tax service has refused is not stored, nor is what is none', async () => {
    const { receipt, paymentId } = await paid();
    for (const change of [{ status_code: 11, fiscal_sign: null }, { fiscal_sign: '' }, { fiscal_sign: undefined }]) {
      expect((await report(receipt, 'PERFORM', change)).result, JSON.stringify(change)).toEqual({ success: true });
    }
    const wrong = [
      { id: receipt, type: 'OTHER', fiscal_data: fiscal },
      { id: receipt, type: 'PERFORM' },
      { id: receipt, type: 'PERFORM', fiscal_data: 'text' },
      { id: receipt, type: 'PERFORM', fiscal_data: { ...fiscal, fiscal_sign: 'a\0b' } },
      { id: receipt, type: 'PERFORM', fiscal_data: { ...fiscal, status_code: '0' } },
      { id: `${receipt}\0`, type: 'PERFORM', fiscal_data: fiscal },
      { id: 5, type: 'PERFORM', fiscal_data: fiscal },
      null,
    ];
    for (const params of wrong) {
      expect(await codeOf('SetFiscalData', params), JSON.stringify(params)).toBe(-32600);
    }
    expect(await stored(paymentId)).toEqual([]);
    await report(receipt, 'PERFORM', { fiscal_sign: 5, qr_code_url: 'javascript:alert(1)' });
    expect(await stored(paymentId)).toEqual([{ kind: 'Paid', ...shown, sign: '5', qrUrl: '' }]);
  });
});
