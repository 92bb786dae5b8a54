import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { callbackApp } from '#test/support/money/callback-app.ts';
import { accountOf } from '#test/support/money/payme-caller.ts';
import { fixtureAmount as amount, paymentFixture } from '#test/support/money/payment-fixture.ts';
import { cabinetBehind, createPayme } from './payme-page.server.ts';

const key = 'the key of the cash register';
const taxItem = { code: '10305008002000000', packageCode: '1546352', unit: '', vat: 12 };
const basic = (secret: string) => `Basic ${Buffer.from(`Paycom:${secret}`).toString('base64')}`;

const fixture = paymentFixture(
  ({ db }) => [
    createPayme({
      db,
      id: 'cash',
      key: `${key}, the next key of it`,
      checkoutUrl: 'https://page.example',
      apiUrl: 'https://page.example/api',
    }),
  ],
  taxItem,
);

const app = callbackApp(fixture);

const answer = z.object({
  result: z.record(z.string(), z.unknown()).optional(),
  error: z.object({ code: z.number(), message: z.object({ ru: z.string() }), data: z.string().optional() }).optional(),
});

async function send(payload: string, authorization: string | undefined = basic(key)) {
  const headers = { 'content-type': 'application/json', ...(authorization !== undefined && { authorization }) };
  const sent = await app().inject({ method: 'POST', url: '/Payment/Payme', headers, payload });
  if (sent.statusCode !== 200) throw new Error(`Payme expects the status 200, not ${sent.statusCode}`);
  return answer.parse(sent.json());
}

const call = (method: string, params: unknown) => send(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
const codeOf = async (method: string, params: unknown) => (await call(method, params)).error?.code ?? null;

async function open(reference: string = randomUUID()) {
  const opened = await fixture().ask(reference, 'thing', 'payme');
  const parameters = Buffer.from(opened.paymentUrl.split('/').at(-1) ?? '', 'base64').toString();
  const payment = accountOf(opened.paymentUrl);
  const transaction = { id: randomUUID().slice(0, 24), time: Date.now(), amount, account: { payment } };
  return { ...opened, reference, parameters, payment, transaction };
}

async function paid() {
  const one = await open();
  await call('CreateTransaction', one.transaction);
  await call('PerformTransaction', { id: one.transaction.id });
  return one;
}

it.each([
  ['https://checkout.paycom.uz', 'https://merchant.payme.uz'],
  ['https://test.paycom.uz', 'https://test.paycom.uz'],
  ['http://127.0.0.1:4010/payme', 'http://127.0.0.1:4010/payme'],
])('what was paid at %s is refunded at %s', (page, cabinet) => expect(cabinetBehind(page)).toBe(cabinet));

const events = () => fixture().notices.map(([what]) => what);
const statusOf = async (paymentId: string) => (await fixture().rowOf(paymentId))?.status;

describe('opening', () => {
  it('leads to the page of Payme with the sum in tiyin and the way back', async () => {
    const { parameters, payment, payer, reference } = await open();
    const back = `https://opora.example/things/${reference}`;
    expect(parameters).toBe(`m=cash;ac.payment=${payment};a=${amount};c=${back};l=ru`);
    expect(payer).toEqual({ system: 'payme', way: 'redirect', publicKey: null });
  });
});

describe('paying', () => {
  it('is allowed, created and performed once, however often Payme repeats itself', async () => {
    const { transaction, payment, paymentId } = await open();
    const { id } = transaction;
    expect(await call('CheckPerformTransaction', { amount, account: { payment } })).toMatchObject({
      result: { allow: true, detail: { items: [{ price: amount, code: taxItem.code, vat_percent: 12 }] } },
    });
    const created = await call('CreateTransaction', transaction);
    expect(created.result).toMatchObject({ transaction: payment, state: 1 });
    expect(await call('CreateTransaction', transaction)).toEqual(created);
    const performed = await Promise.all(Array.from({ length: 4 }, () => call('PerformTransaction', { id })));
    expect(new Set(performed.map((one) => JSON.stringify(one))).size).toBe(1);
    expect(await statusOf(paymentId)).toBe('Paid');
    expect(events()).toEqual(['paid']);
    const { create_time, perform_time } = { ...created.result, ...performed[0]?.result };
    const state = { create_time, perform_time, cancel_time: 0, transaction: payment, state: 2, reason: null };
    expect((await call('CheckTransaction', { id })).result).toEqual(state);
    const statement = await call('GetStatement', { from: transaction.time, to: transaction.time });
    expect(statement.result?.transactions).toContainEqual({ ...transaction, ...state });
  });

  it('is refused for another sum, an unknown account, a payment of another system and a closed one', async () => {
    const { payment, transaction } = await open();
    const check = (asked: unknown) => codeOf('CheckPerformTransaction', asked);
    expect(await check({ amount: amount + 1, account: { payment } })).toBe(-31001);
    expect(await codeOf('CreateTransaction', { ...transaction, amount: amount - 1 })).toBe(-31001);
    expect(await check({ amount, account: { payment: randomUUID() } })).toBe(-31050);
    const atGateway = await fixture().open();
    expect(await check({ amount, account: { payment: atGateway.id } })).toBe(-31050);
    expect(await check({ amount, account: { payment: (await paid()).payment } })).toBe(-31051);
    expect(await codeOf('PerformTransaction', { id: 'unknown' })).toBe(-31003);
  });

  it('lets one transaction live, of any number that come at once', async () => {
    const { transaction, paymentId } = await open();
    const rivals = Array.from({ length: 5 }, () => ({ ...transaction, id: randomUUID().slice(0, 24) }));
    const codes = await Promise.all(rivals.map((one) => codeOf('CreateTransaction', one)));
    expect(codes.toSorted()).toEqual([-31008, -31008, -31008, -31008, null]);
    await Promise.all(rivals.map(({ id }) => call('PerformTransaction', { id })));
    expect(await statusOf(paymentId)).toBe('Paid');
    expect(events()).toEqual(['paid']);
  });

  it('takes no known transaction for another account or sum', async () => {
    const one = await open();
    const other = await open();
    await call('CreateTransaction', one.transaction);
    expect(await codeOf('CreateTransaction', { ...one.transaction, account: other.transaction.account })).toBe(-31050);
    expect(await codeOf('CreateTransaction', { ...one.transaction, amount: amount + 1 })).toBe(-31001);
  });

  it('is settled by the next call if the process ended between Payme’s transaction and the payment', async () => {
    const { transaction, paymentId } = await open();
    await call('CreateTransaction', transaction);
    await fixture().database.db.pool.query('update payme_transaction set state = 2, perform_time = 1 where id = $1', [
      transaction.id,
    ]);
    expect((await call('PerformTransaction', { id: transaction.id })).result).toMatchObject({
      state: 2,
      perform_time: 1,
    });
    expect(await statusOf(paymentId)).toBe('Paid');
  });

  it('ends 12 hours after Payme has created the transaction', async () => {
    const { transaction, paymentId } = await open();
    const old = { ...transaction, time: Date.now() - 43_200_001 };
    expect(await codeOf('CreateTransaction', old)).toBe(-31008);
    expect((await call('CheckTransaction', { id: old.id })).result).toMatchObject({ state: -1, reason: 4 });
    expect(await codeOf('PerformTransaction', { id: old.id })).toBe(-31008);
    expect(await statusOf(paymentId)).toBe('Created');
  });
});

describe('cancelling', () => {
  it('frees the payment for another transaction while it is not paid', async () => {
    const { transaction, paymentId } = await open();
    const { id } = transaction;
    await call('CreateTransaction', transaction);
    const cancelled = await call('CancelTransaction', { id, reason: 3 });
    expect(cancelled.result).toMatchObject({ state: -1 });
    expect(await call('CancelTransaction', { id, reason: 5 })).toEqual(cancelled);
    expect((await call('CheckTransaction', { id })).result).toMatchObject({ state: -1, reason: 3 });
    expect(await codeOf('PerformTransaction', { id })).toBe(-31008);
    expect(await codeOf('CreateTransaction', { ...transaction, id: 'another' })).toBeNull();
    expect(await statusOf(paymentId)).toBe('Created');
  });

  it('of a performed transaction refunds the payment once', async () => {
    const { transaction, paymentId } = await paid();
    const { id } = transaction;
    const all = await Promise.all(Array.from({ length: 4 }, () => call('CancelTransaction', { id, reason: 5 })));
    expect(new Set(all.map((one) => JSON.stringify(one))).size).toBe(1);
    expect(all[0]?.result).toMatchObject({ state: -2 });
    expect(await statusOf(paymentId)).toBe('Refunded');
    expect(events()).toEqual(['paid', 'refunded']);
    expect(await codeOf('PerformTransaction', { id })).toBe(-31008);
  });

  it('that races with performing never leaves the payment paid', async () => {
    const { transaction, paymentId } = await open();
    const { id } = transaction;
    await call('CreateTransaction', transaction);
    await Promise.all([call('PerformTransaction', { id }), call('CancelTransaction', { id, reason: 5 })]);
    const { state } = { ...(await call('CheckTransaction', { id })).result };
    expect(state === -1 || state === -2).toBe(true);
    expect(await statusOf(paymentId)).toBe(state === -1 ? 'Created' : 'Refunded');
  });

  it('cannot be asked for by us: the refund waits for an operator, who makes it in Payme’s cabinet', async () => {
    const { reference, paymentId, transaction } = await paid();
    await expect(fixture().payments.refundPayment(reference)).rejects.toMatchObject({ code: 'RefundRefused' });
    expect(await fixture().rowOf(paymentId)).toMatchObject({
      status: 'Paid',
      problem: expect.stringContaining('RefundElsewhere'),
    });
    await call('CancelTransaction', { id: transaction.id, reason: 5 });
    expect(await fixture().rowOf(paymentId)).toMatchObject({ status: 'Refunded', problem: null });
  });
});

describe('a stranger', () => {
  it('learns nothing without the key, whatever the body is', async () => {
    const { transaction, paymentId } = await open();
    const body = JSON.stringify({ id: 1, method: 'CreateTransaction', params: transaction });
    for (const header of ['', 'Basic', basic('another key'), basic(''), `Bearer ${key}`]) {
      expect((await send(body, header)).error?.code, header).toBe(-32504);
      expect((await send('{', header)).error?.code, header).toBe(-32504);
    }
    expect((await send(body, basic('the next key of it'))).result).toMatchObject({ state: 1 });
    expect(await statusOf(paymentId)).toBe('Created');
  });

  it('with the key gets the errors of JSON-RPC', async () => {
    expect((await send('{')).error?.code).toBe(-32700);
    expect((await send('[]')).error?.code).toBe(-32600);
    expect((await call('toString', {})).error).toMatchObject({ code: -32601, data: 'toString' });
    expect(await codeOf('CreateTransaction', { id: 'one' })).toBe(-32600);
    expect(await codeOf('CheckTransaction', null)).toBe(-32600);
  });
});
