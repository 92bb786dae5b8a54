import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readLedgerFaults, readTotalFaults } from '#test/support/money/money-faults.ts';
import {
  cardBody,
  cards,
  give,
  type MoneyFixture,
  openMoneyFixture,
  until,
} from '#test/support/money/money-fixture.ts';
import { QuestionClock } from '#test/support/money/question-clock.ts';
import { startPaymentSweeper } from '../../settling/payment-sweeper.server.ts';

let fixture: MoneyFixture;
let projectId: string;
let processClock: QuestionClock;

beforeEach(async () => {
  processClock = new QuestionClock(() => fixture.db);
  fixture = await openMoneyFixture({ processClock, sandbox: { timings: { paymentLifeMs: 600_000 } } });
  ({ projectId } = await fixture.person());
});

afterEach(async () => {
  await fixture.setFaults({});
  await fixture.close();
});

const stored = async (payId: string) => (await fixture.payments.readPayment(fixture.db, payId))?.status;

const status = async (payId: string) => (await fixture.call(`GET ProjectPay/Status?payId=${payId}`)).body;

const statusIs = (word: string) => ({ success: true, data: expect.objectContaining({ status: word }) });

/** Makes all payments due for the sweeper and for a new question. */
async function comeDue(): Promise<void> {
  await fixture.db.pool.query(`update payment set next_check_at = now() where next_check_at is not null`);
  await fixture.db.pool.query(`update payment set asked_at = null`);
}

/** All 0 where money, totals and states agree. */
const readFaults = async () => ({ ...(await readLedgerFaults(fixture.db)), ...(await readTotalFaults(fixture.db)) });

const noFaults = { entrySum: 0, wrongBalances: 0, unbalanced: 0, totals: 0, top: 0, ledger: 0, states: 0, numbers: 0 };

describe('while the provider fails', () => {
  it.each(['down', 'hang', 'error500', 'lost-answer'])(
    '(%s) no donation is created, and the same key creates one afterwards',
    async (mode) => {
      await fixture.setFaults({ mode });
      const ask = () =>
        fixture.call('POST ProjectPay/Create', { body: { projectId, amount: 10_000 }, key: `trouble-${mode}` });
      const answer = await ask();
      expect(answer).toMatchObject({
        status: 503,
        retryAfter: '10',
        body: { error: { code: 'PaymentProviderUnavailable' } },
      });
      await fixture.setFaults({});
      const first = await ask();
      const second = await ask();
      expect(first.status).toBe(200);
      expect(second.body).toEqual(first.body);
      const { rows } = await fixture.db.pool.query('select count(*) as count from donation');
      expect(rows).toEqual([{ count: 1 }]);
      expect(await fixture.books()).toHaveLength(1);
    },
  );

  it.each(['down', 'hang', 'error500', 'lie-amount'])(
    '(%s) no donation is falsely paid, and all states are right afterwards',
    async (mode) => {
      const donations = await Promise.all(Array.from({ length: 12 }, () => give(fixture, { projectId })));
      for (const { paymentUrl } of donations) {
        await fixture.pay(paymentUrl, cardBody(cards.silent));
        await fixture.pay(paymentUrl, { otp: '123456' });
      }
      await fixture.setFaults({ mode });
      const states = await Promise.all(donations.map(({ payId }) => status(payId)));
      for (const state of states) expect(state).toEqual(statusIs('Created'));
      await comeDue();
      await fixture.payments.polling.sweep(20);
      for (const { payId } of donations) expect(await stored(payId)).toBe('Created');
      await fixture.setFaults({});
      await comeDue();
      expect(await fixture.payments.polling.sweep(20)).toEqual({ due: 12, isProviderUp: true });
      for (const { payId } of donations) expect(await stored(payId)).toBe('Paid');
      expect(await readFaults()).toEqual(noFaults);
    },
  );
});

describe('a question to the provider', () => {
  it('finds a payment whose callback never comes', async () => {
    const { payId, paymentUrl } = await give(fixture, { projectId });
    await fixture.pay(paymentUrl, cardBody(cards.silent));
    expect(await status(payId)).toEqual(statusIs('AwaitingCode'));
    await fixture.pay(paymentUrl, { otp: '123456' });
    await comeDue();
    expect(await status(payId)).toEqual(statusIs('Paid'));
    expect(await readFaults()).toEqual(noFaults);
  });

  it('does not delay visitors while it hangs', async () => {
    const { payId } = await give(fixture, { projectId });
    await fixture.setFaults({ mode: 'hang' });
    const start = Date.now();
    expect(await status(payId)).toEqual(statusIs('Created'));
    // The provider answers nothing at all before the test ends, and is given up after 1.5 s.
    expect(Date.now() - start).toBeLessThan(5_000);
  });
});

describe('the sweeper', () => {
  it('finds payments that were paid while the provider was down, and leaves none due', async () => {
    const donations = await Promise.all(Array.from({ length: 30 }, () => give(fixture, { projectId })));
    for (const { paymentUrl } of donations) {
      await fixture.pay(paymentUrl, cardBody(cards.silent));
      await fixture.pay(paymentUrl, { otp: '123456' });
    }
    await fixture.setFaults({ mode: 'down' });
    await comeDue();
    const sweepers = [1, 2].map(() =>
      startPaymentSweeper({ polling: fixture.payments.polling, log: { error: () => undefined } }),
    );
    await pause(1_500);
    expect(await stored(donations[0]?.payId ?? '')).toBe('Created');
    await fixture.setFaults({});
    await fixture.db.pool.query(`update payment set next_check_at = next_check_at - interval '20 seconds'`);
    await until(async () =>
      (await Promise.all(donations.map(({ payId }) => stored(payId)))).every((word) => word === 'Paid'),
    );
    await Promise.all(sweepers.map((sweeper) => sweeper.stop()));
    const { rows } = await fixture.db.pool.query(
      `select count(*) as count from payment where next_check_at < paid_at + interval '50 seconds'`,
    );
    expect(rows).toEqual([{ count: 0 }]);
    expect(await readFaults()).toEqual(noFaults);
  });

  it('finds a refund at the provider whose callback was lost, asking less and less often', async () => {
    const { payId, paymentUrl } = await give(fixture, { projectId });
    await fixture.pay(paymentUrl, cardBody(cards.noCode));
    await until(async () => (await stored(payId)) === 'Paid');
    const ages: unknown[] = [];
    for (const minutes of [1, 4, 16]) {
      await fixture.db.pool.query(
        `update payment set paid_at = now() - $1 * interval '1 minute', next_check_at = now() where status = 'Paid'`,
        [minutes],
      );
      await fixture.payments.polling.sweep(1);
      const { rows } = await fixture.db.pool.query(
        'select round(extract(epoch from next_check_at - paid_at) / 60)::float8 as age from payment',
      );
      ages.push(rows[0]?.age);
    }
    expect([ages, await stored(payId)]).toEqual([[4, 16, 64], 'Paid']);
    await fixture.setFaults({ callbacks: 'drop' });
    await fixture.refundAtProvider(paymentUrl);
    await comeDue();
    await fixture.payments.polling.sweep(1);
    expect(await stored(payId)).toBe('Refunded');
    expect(await readFaults()).toEqual(noFaults);
    const { rows } = await fixture.db.pool.query('select next_check_at from payment');
    expect(rows).toEqual([{ next_check_at: null }]);
  });

  it('pauses longer and longer, at most 40 seconds on the first day', async () => {
    await give(fixture, { projectId });
    const pauses: number[] = [];
    for (let round = 0; round < 5; round++) {
      await fixture.db.pool.query('update payment set next_check_at = now()');
      await fixture.payments.polling.sweep(1);
      const { rows } = await fixture.db.pool.query(
        'select extract(epoch from next_check_at - asked_at)::float8 as pause from payment',
      );
      pauses.push(rows[0]?.pause);
    }
    expect(pauses).toEqual([10, 20, 40, 40, 40]);
  });
});

describe('an expired payment', () => {
  it('is expired by the provider’s status', async () => {
    const { payId } = await give(fixture, { projectId });
    await fixture.close();
    fixture = await openMoneyFixture({ sandbox: { timings: { paymentLifeMs: 300, sweepMs: 50 } } });
    ({ projectId } = await fixture.person());
    const late = await give(fixture, { projectId });
    await until(async () => (await stored(late.payId)) === 'Expired');
    expect(await stored(payId)).toBeUndefined();
    expect(await status(late.payId)).toEqual(statusIs('Expired'));
  });

  it('is expired by our clock while the provider is down, and becomes paid if the provider says so', async () => {
    const { payId, paymentUrl } = await give(fixture, { projectId });
    await fixture.pay(paymentUrl, cardBody(cards.silent));
    await fixture.pay(paymentUrl, { otp: '123456' });
    await fixture.setFaults({ mode: 'down' });
    await fixture.db.pool.query(`update payment set expires_at = now() - interval '50 seconds'`);
    await comeDue();
    await fixture.payments.polling.sweep(20);
    expect(await stored(payId)).toBe('Created');
    await fixture.db.pool.query(`update payment set expires_at = now() - interval '61 seconds'`);
    await comeDue();
    await fixture.payments.polling.sweep(20);
    expect(await stored(payId)).toBe('Expired');
    await fixture.setFaults({});
    await comeDue();
    await fixture.payments.polling.sweep(20);
    expect(await stored(payId)).toBe('Paid');
    expect(await readFaults()).toEqual(noFaults);
  });
});
