import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readLedgerFaults, readTotalFaults } from '#test/money-faults.ts';
import { cardBody, cards, give, type MoneyHouse, openMoneyHouse, until } from '#test/money-house.ts';
import { startPaymentSweeper } from './payment-sweeper.server.ts';

let house: MoneyHouse;
let projectId: string;

beforeEach(async () => {
  house = await openMoneyHouse({ providerTimeoutMs: 400, sandbox: { timings: { paymentLifeMs: 600_000 } } });
  ({ projectId } = await house.person());
});

afterEach(async () => {
  await house.setFaults({});
  await house.close();
});

const stored = async (payId: string) => (await house.payments.readPayment(house.db, payId))?.status;

const status = async (payId: string) => (await house.call(`GET ProjectPay/Status?payId=${payId}`)).body;

const statusIs = (word: string) => ({ success: true, data: expect.objectContaining({ status: word }) });

/** Lets the background be due and the provider's two seconds be over. */
async function comeDue(): Promise<void> {
  await house.db.pool.query(`update payment set next_check_at = now() where next_check_at is not null`);
  await house.db.pool.query(`update payment set asked_at = null`);
}

/** All 0 where money, totals and states agree. */
const readFaults = async () => ({ ...(await readLedgerFaults(house.db)), ...(await readTotalFaults(house.db)) });

const noFaults = { entrySum: 0, wrongBalances: 0, unbalanced: 0, totals: 0, top: 0, ledger: 0, states: 0, numbers: 0 };

describe('while the provider is in trouble', () => {
  it.each(['down', 'hang', 'error500', 'lost-answer'])(
    '(%s) no gift is made, and the same key makes one afterwards',
    async (mode) => {
      await house.setFaults({ mode });
      const ask = () =>
        house.call('POST ProjectPay/Create', { body: { projectId, amount: 10_000 }, key: `trouble-${mode}` });
      const answer = await ask();
      expect(answer).toMatchObject({
        status: 503,
        retryAfter: '10',
        body: { error: { code: 'PaymentProviderUnavailable' } },
      });
      await house.setFaults({});
      const [first, second] = [await ask(), await ask()];
      expect(first.status).toBe(200);
      expect(second.body).toEqual(first.body);
      const { rows } = await house.db.pool.query('select count(*) as count from donation');
      expect(rows).toEqual([{ count: 1 }]);
      expect(await house.books()).toHaveLength(1);
    },
  );

  it.each(['down', 'hang', 'error500', 'lie-amount'])(
    '(%s) nothing is falsely paid, and all is caught up afterwards',
    async (mode) => {
      const gifts = await Promise.all(Array.from({ length: 12 }, () => give(house, { projectId })));
      for (const { paymentUrl } of gifts) {
        await house.pay(paymentUrl, cardBody(cards.silent));
        await house.pay(paymentUrl, { otp: '123456' });
      }
      await house.setFaults({ mode });
      for (const { payId } of gifts) expect(await status(payId)).toEqual(statusIs('Created'));
      await comeDue();
      await house.payments.sweep(20);
      for (const { payId } of gifts) expect(await stored(payId)).toBe('Created');
      await house.setFaults({});
      await comeDue();
      expect(await house.payments.sweep(20)).toEqual({ due: 12, isProviderUp: true });
      for (const { payId } of gifts) expect(await stored(payId)).toBe('Paid');
      expect(await readFaults()).toEqual(noFaults);
    },
  );
});

describe('the question to the provider', () => {
  it('finds a payment whose callback never comes', async () => {
    const { payId, paymentUrl } = await give(house, { projectId });
    await house.pay(paymentUrl, cardBody(cards.silent));
    expect(await status(payId)).toEqual(statusIs('AwaitingCode'));
    await house.pay(paymentUrl, { otp: '123456' });
    await comeDue();
    expect(await status(payId)).toEqual(statusIs('Paid'));
    expect(await readFaults()).toEqual(noFaults);
  });

  it('is asked once in two seconds however many look at the same gift', async () => {
    const { payId } = await give(house, { projectId });
    const asked: number[] = [];
    const { ask } = house.provider;
    Object.assign(house.provider, {
      ask: (id: string) => {
        asked.push(Date.now());
        return ask(id);
      },
    });
    for (let round = 0; round < 3; round += 1) {
      await Promise.all(Array.from({ length: 100 }, () => status(payId)));
    }
    expect(asked.length).toBeGreaterThan(1);
    for (const [index, at] of asked.slice(1).entries()) expect(at - (asked[index] ?? 0)).toBeGreaterThan(1_900);
  });

  it('does not make anybody wait who looks while it hangs', async () => {
    const { payId } = await give(house, { projectId });
    await house.setFaults({ mode: 'hang' });
    const start = Date.now();
    expect(await status(payId)).toEqual(statusIs('Created'));
    expect(Date.now() - start).toBeLessThan(1_500);
  });
});

describe('the background', () => {
  it('catches up what was paid while the provider was down, and leaves nothing due', async () => {
    const gifts = await Promise.all(Array.from({ length: 30 }, () => give(house, { projectId })));
    for (const { paymentUrl } of gifts) {
      await house.pay(paymentUrl, cardBody(cards.silent));
      await house.pay(paymentUrl, { otp: '123456' });
    }
    await house.setFaults({ mode: 'down' });
    await comeDue();
    const sweepers = [1, 2].map(() =>
      startPaymentSweeper({ payments: house.payments, log: { error: () => undefined } }),
    );
    await pause(1_500);
    expect(await stored(gifts[0]?.payId ?? '')).toBe('Created');
    await house.setFaults({});
    await house.db.pool.query(`update payment set next_check_at = next_check_at - interval '20 seconds'`);
    await until(async () =>
      (await Promise.all(gifts.map(({ payId }) => stored(payId)))).every((word) => word === 'Paid'),
    );
    await Promise.all(sweepers.map((sweeper) => sweeper.stop()));
    const { rows } = await house.db.pool.query(
      `select count(*) as count from payment where next_check_at < now() + interval '50 seconds'`,
    );
    expect(rows).toEqual([{ count: 0 }]);
    expect(await readFaults()).toEqual(noFaults);
  });

  it('finds a refund made at the provider whose callback was lost, asking less and less often', async () => {
    const { payId, paymentUrl } = await give(house, { projectId });
    await house.pay(paymentUrl, cardBody(cards.noCode));
    await until(async () => (await stored(payId)) === 'Paid');
    const ages: unknown[] = [];
    for (const minutes of [1, 4, 16]) {
      await house.db.pool.query(
        `update payment set paid_at = now() - $1 * interval '1 minute', next_check_at = now() where status = 'Paid'`,
        [minutes],
      );
      await house.payments.sweep(1);
      const { rows } = await house.db.pool.query(
        'select round(extract(epoch from next_check_at - paid_at) / 60)::float8 as age from payment',
      );
      ages.push(rows[0]?.age);
    }
    expect([ages, await stored(payId)]).toEqual([[4, 16, 64], 'Paid']);
    await house.setFaults({ callbacks: 'drop' });
    await house.refundAtProvider(paymentUrl);
    await comeDue();
    await house.payments.sweep(1);
    expect(await stored(payId)).toBe('Refunded');
    expect(await readFaults()).toEqual(noFaults);
    const { rows } = await house.db.pool.query('select next_check_at from payment');
    expect(rows).toEqual([{ next_check_at: null }]);
  });

  it('pauses longer and longer, never over 40 seconds on the first day', async () => {
    await give(house, { projectId });
    const pauses: number[] = [];
    for (let round = 0; round < 5; round++) {
      await house.db.pool.query('update payment set next_check_at = now()');
      await house.payments.sweep(1);
      const { rows } = await house.db.pool.query(
        'select extract(epoch from next_check_at - asked_at)::float8 as pause from payment',
      );
      pauses.push(rows[0]?.pause);
    }
    expect(pauses).toEqual([10, 20, 40, 40, 40]);
  });
});

describe('time', () => {
  it('expires a payment by the provider’s word', async () => {
    const { payId } = await give(house, { projectId });
    await house.close();
    house = await openMoneyHouse({ sandbox: { timings: { paymentLifeMs: 300, sweepMs: 50 } } });
    ({ projectId } = await house.person());
    const late = await give(house, { projectId });
    await until(async () => (await stored(late.payId)) === 'Expired');
    expect(await stored(payId)).toBeUndefined();
    expect(await status(late.payId)).toEqual(statusIs('Expired'));
  });

  it('expires a payment by our clock while the provider is away, and pays it still when the provider says so', async () => {
    const { payId, paymentUrl } = await give(house, { projectId });
    await house.pay(paymentUrl, cardBody(cards.silent));
    await house.pay(paymentUrl, { otp: '123456' });
    await house.setFaults({ mode: 'down' });
    await house.db.pool.query(`update payment set expires_at = now() - interval '50 seconds'`);
    await comeDue();
    await house.payments.sweep(20);
    expect(await stored(payId)).toBe('Created');
    await house.db.pool.query(`update payment set expires_at = now() - interval '61 seconds'`);
    await comeDue();
    await house.payments.sweep(20);
    expect(await stored(payId)).toBe('Expired');
    await house.setFaults({});
    await comeDue();
    await house.payments.sweep(20);
    expect(await stored(payId)).toBe('Paid');
    expect(await readFaults()).toEqual(noFaults);
  });
});
