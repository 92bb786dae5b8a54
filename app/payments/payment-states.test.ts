import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { donationStatistics } from '#app/donations/donation-statistics.server.ts';
import { readLedgerFaults, readTotalFaults } from '#test/money-faults.ts';
import { cardBody, cards, give, type MoneyHouse, openMoneyHouse, signedHeader, until } from '#test/money-house.ts';
import { statusOf } from '#test/provider-words.ts';
import { isOpen, nextPaymentStatuses, type PaymentStatus } from './payment-status.ts';

let house: MoneyHouse;

beforeAll(async () => {
  house = await openMoneyHouse({ providerTimeoutMs: 500 });
  await house.db.pool.query(`
    create table payment_move (was text, became text);
    create function note_move() returns trigger language plpgsql as $$ begin
      insert into payment_move values (old.status, new.status); return null;
    end $$;
    create trigger note_move after update of status on payment for each row
      when (old.status <> new.status) execute function note_move()`);
});

afterAll(() => house.close());

interface Gift {
  readonly payId: string;
  readonly paymentUrl: string;
  readonly amount: number;
}

const bookOf = async (gift: Gift) => (await house.books()).find(({ reference }) => reference === gift.payId);

/** A callback that tells of any of the states the payment has been in, or a lie. */
async function callBack(gift: Gift, pick: number, how: 'true' | 'forged' | 'lying'): Promise<void> {
  const book = await bookOf(gift);
  if (book === undefined) return;
  const status = how === 'true' ? book.history[pick % book.history.length]?.status : 'paid';
  const amount = how === 'lying' ? book.amount + pick + 1 : book.amount;
  const event = { eventId: randomUUID(), id: book.id, reference: gift.payId, status, amount };
  const raw = JSON.stringify({ ...event, occurredAt: new Date().toISOString() });
  const header = signedHeader(raw, how === 'forged' ? { secret: 'not the secret' } : {});
  const answers = await Promise.all(
    [1, 2].map(() => house.call('POST Payment/Callback', { raw, headers: { 'x-signature': header } })),
  );
  const expected = how === 'forged' ? 401 : 200;
  const wrong = answers.find(({ status: answered }) => answered !== expected);
  if (wrong) throw new Error(`a ${how} callback was answered ${wrong.status} instead of ${expected}`);
}

async function expireByClock(gift: Gift): Promise<void> {
  await house.setFaults({ mode: 'down' });
  await house.db.pool.query(
    `update payment set expires_at = now() - interval '2 minutes', next_check_at = now() where reference = $1
     and status in ('Created', 'AwaitingCode')`,
    [gift.payId],
  );
  await house.payments.sweep(100);
  await house.setFaults({});
}

/** The payer's browser; the provider may be down at the moment. */
const pay = (gift: Gift, body: unknown) => house.pay(gift.paymentUrl, body).catch(() => undefined);

const steps = {
  code: (gift: Gift) => pay(gift, cardBody(cards.code)),
  silent: (gift: Gift) => pay(gift, cardBody(cards.silent)),
  twice: (gift: Gift) => pay(gift, cardBody(cards.twice)),
  paid: (gift: Gift) => pay(gift, cardBody(cards.noCode)),
  refused: (gift: Gift) => pay(gift, cardBody(cards.insufficientFunds)),
  otp: (gift: Gift) => pay(gift, { otp: '123456' }),
  wrongOtp: (gift: Gift) => pay(gift, { otp: '000000' }),
  doublePay: (gift: Gift) => Promise.all([steps.otp(gift), steps.paid(gift), steps.otp(gift)]),
  question: (gift: Gift) => house.call(`GET ProjectPay/Status?payId=${gift.payId}`),
  sweep: () => house.payments.sweep(50),
  expire: expireByClock,
  refund: (gift: Gift) => house.payments.refundPayment(gift.payId).catch(() => undefined),
  refundThere: (gift: Gift) => house.refundAtProvider(gift.paymentUrl).catch(() => undefined),
  told: (gift: Gift, pick: number) => callBack(gift, pick, 'true'),
  forged: (gift: Gift, pick: number) => callBack(gift, pick, 'forged'),
  lying: (gift: Gift, pick: number) => callBack(gift, pick, 'lying'),
};

type StepName = keyof typeof steps;
const stepNames: readonly StepName[] = [
  'code',
  'silent',
  'twice',
  'paid',
  'refused',
  'otp',
  'wrongOtp',
  'doublePay',
  'question',
  'sweep',
  'expire',
  'refund',
  'refundThere',
  'told',
  'forged',
  'lying',
];

interface Sequence {
  /** Minor units. */
  readonly amounts: readonly number[];
  readonly callbacks: string;
  readonly steps: readonly { name: StepName; gift: number; pick: number; isTogether: boolean }[];
}

const sequence: fc.Arbitrary<Sequence> = fc.record({
  amounts: fc.array(fc.integer({ min: 500_000, max: 9_999_999 }), { minLength: 1, maxLength: 3 }),
  callbacks: fc.constantFrom('ok', 'repeat', 'drop', 'shuffle'),
  steps: fc.array(
    fc.record({ name: fc.constantFrom(...stepNames), gift: fc.nat(2), pick: fc.nat(9), isTogether: fc.boolean() }),
    { minLength: 3, maxLength: 18 },
  ),
});

const step = (gift: number, name: StepName, pick = 0) => ({ name, gift, pick, isTogether: false });
/** Most ways of the table, so that chance alone does not decide what a run has shown. */
const ways = [
  ...[step(0, 'code'), step(0, 'told', 1), step(0, 'otp'), step(0, 'told', 2), step(0, 'refund'), step(2, 'expire')],
  ...[
    step(1, 'code'),
    step(1, 'told', 1),
    step(1, 'wrongOtp'),
    step(1, 'wrongOtp'),
    step(1, 'wrongOtp'),
    step(2, 'paid'),
  ],
];
const manyWays: Sequence = { amounts: [500_000, 600_000, 700_000], callbacks: 'ok', steps: ways };

async function runSequence(given: Sequence): Promise<Gift[]> {
  const { projectId } = await house.person();
  const gifts: Gift[] = [];
  for (const [index, amount] of given.amounts.entries()) {
    gifts.push(await give(house, { projectId, amount: amount / 100, name: index === 0 ? 'Аня' : null }));
  }
  await house.setFaults({ callbacks: given.callbacks, shuffleMs: 50 });
  let together: Promise<unknown>[] = [];
  for (const { name, gift, pick, isTogether } of given.steps) {
    const chosen = gifts[gift % gifts.length];
    if (chosen) together.push(Promise.resolve(steps[name](chosen, pick)));
    if (isTogether) continue;
    await Promise.all(together);
    together = [];
  }
  await Promise.all(together);
  return gifts;
}

/** The provider is healthy again and everything has been asked for: our states are the provider's. */
async function settle(gifts: readonly Gift[]): Promise<void> {
  await house.setFaults({});
  await until(async () => {
    // Those of this sequence are due before the open ones that earlier sequences have left.
    await house.db.pool.query(
      `update payment set next_check_at = now() - interval '1 day' where next_check_at is not null and reference = any($1)`,
      [gifts.map(({ payId }) => payId)],
    );
    await house.payments.sweep(50);
    const books = await house.books();
    const states = await Promise.all(gifts.map(({ payId }) => house.payments.readPayment(house.db, payId)));
    return states.every((state, index) => {
      const there = statusOf[books.find(({ reference }) => reference === gifts[index]?.payId)?.status ?? ''];
      return there === state?.status || (state?.status === 'Expired' && there !== undefined && isOpen(there));
    });
  }, 30_000);
}

describe('any sequence of steps', () => {
  it('moves along the table only, and money, totals, top and statistics agree', async () => {
    await fc.assert(
      fc.asyncProperty(sequence, async (given) => {
        const gifts = await runSequence(given);
        await settle(gifts);
        expect(await readLedgerFaults(house.db)).toEqual({ entrySum: 0, wrongBalances: 0, unbalanced: 0 });
        expect(await readTotalFaults(house.db)).toEqual({ totals: 0, top: 0, ledger: 0, states: 0, numbers: 0 });
      }),
      {
        numRuns: Number(process.env.MONEY_RUNS ?? 30),
        endOnFailure: true,
        examples: [[manyWays]],
      },
    );
    const { rows: moves } = await house.db.pool.query<{ was: PaymentStatus; became: PaymentStatus }>(
      'select distinct was, became from payment_move',
    );
    expect(moves.length).toBeGreaterThan(5);
    for (const { was, became } of moves) expect(nextPaymentStatuses[was]).toContain(became);
    const { rows: totals } = await house.db.pool.query(
      `select project_id, paid_count, paid_sum from project_total order by paid_count desc limit 20`,
    );
    for (const { project_id: id, paid_count: count, paid_sum: amount } of totals) {
      for (const since of [null, new Date(0)]) {
        expect(await donationStatistics(house.db, id, { since, most: 5 })).toMatchObject({ count, amount });
      }
    }
  }, 120_000);
});

describe('two payers of one gift', () => {
  it('are charged once, whatever the interleaving of cards, codes and questions', async () => {
    const { projectId } = await house.person();
    const order = fc.array(fc.constantFrom<StepName>('code', 'otp', 'paid', 'twice', 'question'), {
      minLength: 2,
      maxLength: 4,
    });
    await fc.assert(
      fc.asyncProperty(order, order, fc.scheduler(), async (first, second, scheduler) => {
        const gift = await give(house, { projectId });
        const tab = (names: readonly StepName[]) =>
          scheduler.scheduleSequence(names.map((name) => async () => void (await steps[name](gift, 0))));
        const tabs = [tab(first), tab(second)];
        await scheduler.waitIdle();
        await Promise.all(tabs.map(({ task }) => task));
        const book = await bookOf(gift);
        expect(book?.history.filter(({ status }) => status === 'paid').length).toBeLessThanOrEqual(1);
        await settle([gift]);
        const { rows } = await house.db.pool.query('select count(*) as count from posting where reference = $1', [
          gift.payId,
        ]);
        expect(rows).toEqual([{ count: book?.status === 'paid' ? 1 : 0 }]);
      }),
      { numRuns: 25, endOnFailure: true },
    );
  }, 60_000);
});
