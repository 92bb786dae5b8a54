import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { callbackApp } from '#test/support/money/callback-app.ts';
import { accountOf } from '#test/support/money/payme-caller.ts';
import { fixtureAmount as amount, paymentFixture } from '#test/support/money/payment-fixture.ts';
import { createPayme } from './payme-page.server.ts';

const key = 'the key of the cash register';
const credentials = Buffer.from(`Paycom:${key}`).toString('base64');

const fixture = paymentFixture(({ db }) => [
  createPayme({
    db,
    id: 'cash',
    key,
    checkoutUrl: 'https://page.example',
    apiUrl: 'https://page.example/api',
  }),
]);
const app = callbackApp(fixture);

const answer = z.object({
  id: z.union([z.string(), z.number(), z.null()]),
  result: z.record(z.string(), z.unknown()).optional(),
  error: z
    .object({ code: z.number(), message: z.record(z.string(), z.string()), data: z.string().optional() })
    .optional(),
});

interface Sent {
  readonly type?: string;
  readonly authorization?: string;
  readonly method?: 'POST' | 'GET' | 'PUT' | 'DELETE';
}

async function send(payload: string | undefined, sent: Sent = {}) {
  const { type = 'text/json; charset=UTF-8', authorization = `Basic ${credentials}`, method = 'POST' } = sent;
  const headers = { authorization, ...(type !== '' && { 'content-type': type }) };
  const response = await app().inject({
    method,
    url: '/Payment/Payme',
    headers,
    ...(payload !== undefined && { payload }),
  });
  if (response.statusCode !== 200) throw new Error(`Payme expects the status 200, not ${response.statusCode}`);
  return answer.parse(response.json());
}

const call = (method: string, params: unknown, id: unknown = 7) =>
  send(JSON.stringify({ jsonrpc: '2.0', id, method, params }));

let payment: string;
let transaction: { id: string; time: number; amount: number; account: { payment: string } };
beforeEach(async () => {
  payment = accountOf((await fixture().ask(randomUUID(), 'thing', 'payme')).paymentUrl);
  transaction = { id: randomUUID().slice(0, 24), time: Date.now(), amount, account: { payment } };
});

describe('a request', () => {
  it('is read whatever its content type is', async () => {
    const body = JSON.stringify({ id: 3, method: 'CheckPerformTransaction', params: { amount, account: { payment } } });
    const types = [
      'text/json; charset=UTF-8',
      'application/json',
      'text/plain',
      'application/x-www-form-urlencoded',
      '?',
      '',
    ];
    for (const type of types) expect(await send(body, { type }), type).toEqual({ id: 3, result: { allow: true } });
  });

  it('has its id in every answer', async () => {
    for (const id of [5, 'five', 1.5]) {
      const body = (method: unknown) => JSON.stringify({ id, method, params: {} });
      expect(await send(body('CheckTransaction'), { authorization: 'Basic eA==' })).toMatchObject({
        id,
        error: { code: -32504 },
      });
      expect(await send(body(4))).toMatchObject({ id, error: { code: -32600 } });
      expect(await send(body('Unknown'))).toMatchObject({ id, error: { code: -32601, data: 'Unknown' } });
      expect(await send(body('CheckTransaction'))).toMatchObject({ id, error: { code: -32600 } });
      expect(await call('CheckTransaction', { id: 'unknown' }, id)).toMatchObject({ id, error: { code: -31003 } });
    }
    expect(await call('CheckTransaction', { id: 'unknown' }, { not: 'an id' })).toMatchObject({ id: null });
  });

  it('without the key gets no long id back', async () => {
    const refusedId = async (id: string) => {
      const { id: answered, error } = await send(JSON.stringify({ id }), { authorization: '' });
      expect(error?.code).toBe(-32504);
      return answered;
    };
    expect(await refusedId('a'.repeat(64))).toBe('a'.repeat(64));
    expect(await refusedId('a'.repeat(65))).toBeNull();
    expect(await refusedId('a'.repeat(30_000))).toBeNull();
    expect((await call('CheckTransaction', { id: 'unknown' }, 'a'.repeat(65))).id).toBe('a'.repeat(65));
  });

  it('that is empty or no JSON is answered so, and one that is not POST', async () => {
    for (const body of [undefined, '', '{', '\u00e9'.slice(0, 0)]) {
      expect((await send(body)).error?.code).toBe(-32700);
    }
    for (const method of ['GET', 'PUT', 'DELETE'] as const) {
      expect(await send(undefined, { method, type: '' })).toMatchObject({ id: null, error: { code: -32300 } });
    }
    expect((await send(`"${'a'.repeat(70_000)}"`)).error?.code).toBe(-32700);
    expect((await send(`"${'a'.repeat(70_000)}"`, { authorization: '' })).error?.code).toBe(-32504);
  });

  it('may write the word Basic as it likes', async () => {
    for (const word of ['basic', 'BASIC', 'bAsIc']) {
      const sent = { authorization: `${word} ${credentials}` };
      expect(
        (await send(JSON.stringify({ id: 1, method: 'CheckTransaction', params: { id: 'x' } }), sent)).error?.code,
      ).toBe(-31003);
    }
  });
});

describe('an account', () => {
  it('that is wrong or missing is named as what is at fault', async () => {
    const accounts = [
      undefined,
      null,
      'text',
      [],
      {},
      { order: 1 },
      { payment: 5 },
      { payment: null },
      { payment: '' },
    ];
    for (const account of [
      ...accounts,
      { payment: `${payment}\0` },
      { payment: 'a'.repeat(300) },
      { payment: 'unknown' },
    ]) {
      const failure = { code: -31050, data: 'payment', message: { ru: 'Платёж не найден' } };
      expect((await call('CheckPerformTransaction', { amount, account })).error, String(account)).toMatchObject(
        failure,
      );
      expect((await call('CreateTransaction', { ...transaction, account })).error).toMatchObject(failure);
    }
  });

  it('that waits for a transaction takes no other one', async () => {
    await call('CreateTransaction', transaction);
    const other = { ...transaction, id: 'another' };
    expect((await call('CreateTransaction', other)).error).toMatchObject({
      code: -31008,
      message: { ru: 'Этот платёж уже оплачивается' },
    });
    expect((await call('CheckPerformTransaction', { amount, account: { payment } })).error).toMatchObject({
      code: -31052,
      data: 'payment',
    });
    expect((await call('CreateTransaction', transaction)).result).toMatchObject({ state: 1 });
  });

  it('whose transaction was cancelled has another one under another number', async () => {
    const numbers = new Set<unknown>();
    for (const id of ['first', 'second', 'third']) {
      const { result } = await call('CreateTransaction', { ...transaction, id });
      numbers.add(result?.transaction);
      expect((await call('CancelTransaction', { id, reason: 3 })).result?.transaction).toBe(result?.transaction);
      expect((await call('CheckTransaction', { id })).result?.transaction).toBe(result?.transaction);
    }
    expect(numbers.size).toBe(3);
    const { result } = await call('GetStatement', { from: transaction.time, to: transaction.time });
    const listed = z.array(z.object({ transaction: z.string(), account: z.object({ payment: z.string() }) }));
    const mine = listed.parse(result?.transactions).filter((one) => one.account.payment === payment);
    expect(new Set(mine.map((one) => one.transaction))).toEqual(numbers);
  });
});

describe('a value that cannot be stored', () => {
  it('is refused in words', async () => {
    const refused = async (method: string, params: unknown) => (await call(method, params)).error?.code;
    for (const time of [1e20, 2 ** 53 - 1, 9_999_999_999_999, Date.now() + 2 * 86_400_000, 12, 0, -1, 1.5, '1']) {
      expect(await refused('CreateTransaction', { ...transaction, time }), String(time)).toBe(-32600);
    }
    for (const id of ['a\0b', '', 'a'.repeat(101), 5, null]) {
      expect(await refused('CreateTransaction', { ...transaction, id })).toBe(-32600);
    }
    for (const method of ['PerformTransaction', 'CheckTransaction', 'CancelTransaction']) {
      expect(await refused(method, { id: 'a\0b', reason: 3 })).toBe(-32600);
    }
    for (const reason of [1e9, 0.5, '3', undefined]) {
      expect(await refused('CancelTransaction', { id: transaction.id, reason })).toBe(-32600);
    }
    expect(await refused('CreateTransaction', { ...transaction, amount: 1e300 })).toBe(-32600);
  });
});

it('does not get old by the clock of one process', async () => {
  await call('CreateTransaction', transaction);
  const ahead = Date.now() + 13 * 3_600_000;
  vi.useFakeTimers({ toFake: ['Date'], now: ahead });
  onTestFinished(() => void vi.useRealTimers());
  expect((await call('CheckTransaction', { id: transaction.id })).result).toMatchObject({ state: 1 });
  const { result } = await call('PerformTransaction', { id: transaction.id });
  expect(result).toMatchObject({ state: 2 });
  expect(Number(result?.perform_time), 'the time of the database').toBeLessThan(ahead);
});

describe('a transaction older than 12 hours', () => {
  const over = { state: -1, reason: 4, cancel_time: expect.any(Number) };
  beforeEach(async () => {
    await call('CreateTransaction', transaction);
    const { pool } = fixture().database.db;
    transaction = { ...transaction, time: transaction.time - 43_200_001 };
    await pool.query('update payme_transaction set time = $1 where id = $2', [transaction.time, transaction.id]);
  });
  const listed = async () => {
    const { result } = await call('GetStatement', { from: transaction.time, to: transaction.time });
    return z.array(z.record(z.string(), z.unknown())).parse(result?.transactions);
  };

  it('is cancelled in a statement before anybody has asked for it', async () => {
    const [inStatement] = await listed();
    expect(inStatement).toMatchObject({ id: transaction.id, ...over });
    const { result } = await call('CheckTransaction', { id: transaction.id });
    expect(result).toMatchObject({ ...over, cancel_time: inStatement?.cancel_time });
    expect(await listed()).toEqual([inStatement]);
  });

  it('is cancelled when it is asked for, and does not keep its account', async () => {
    expect((await call('CheckPerformTransaction', { amount, account: { payment } })).result).toEqual({ allow: true });
    expect((await call('CreateTransaction', { ...transaction, id: 'new', time: Date.now() })).result).toMatchObject({
      state: 1,
    });
    expect((await call('CheckTransaction', { id: transaction.id })).result).toMatchObject(over);
    expect((await call('PerformTransaction', { id: transaction.id })).error?.code).toBe(-31008);
  });
});
