import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { donationStatistics } from '#app/donations/statistics/donation-statistics.server.ts';
import { readLedgerFaults, readTotalFaults } from '#test/support/money/money-faults.ts';
import { givePaid, openMoneyFixture, signedHeader, until } from '#test/support/money/money-fixture.ts';

const fixture = await openMoneyFixture();
afterAll(() => fixture.close());
afterEach(() => fixture.setFaults({}));

type Made = Awaited<ReturnType<typeof givePaid>>;

const rowOf = async ({ payId }: Made) =>
  (
    await fixture.db.pool.query<{ status: string; refunded: number; problem: string | null; parts: number }>(
      `select p.status, p.refunded, p.problem,
         (select count(*) from payment_refund r where r.payment_id = p.id and r.is_outside)::int as parts
       from payment p where p.reference = $1`,
      [payId],
    )
  ).rows[0];

const bookOf = async ({ payId }: Made) => (await fixture.books()).find(({ reference }) => reference === payId);

/** Sends a genuine callback with the refunded amount, as a late or repeated one. */
async function callBack(made: Made, refundedAmount: number, status = 'paid') {
  const book = await bookOf(made);
  const event = { eventId: randomUUID(), id: book?.id, reference: made.payId, status, amount: book?.amount };
  const raw = JSON.stringify({ ...event, refundedAmount, occurredAt: new Date().toISOString() });
  return fixture.call('POST Payment/Callback', { raw, headers: { 'x-signature': signedHeader(raw) } });
}

const reaches = (made: Made, refunded: number) => until(async () => (await rowOf(made))?.refunded === refunded);

const balanceOf = async (accountId: string) =>
  (await fixture.db.pool.query<{ balance: number }>('select balance from account where id = $1', [accountId])).rows[0]
    ?.balance;

async function expectedBooks() {
  const wrong = Object.entries({ ...(await readLedgerFaults(fixture.db)), ...(await readTotalFaults(fixture.db)) });
  return wrong.filter(([, count]) => count !== 0);
}

const amountIn = z.object({ data: z.object({ payments: z.array(z.object({ amount: z.number() })) }) });

describe('a part of a donation refunded at the provider', () => {
  it('is posted in ledger, totals, top, list and statistics, and the rest stays paid', async () => {
    const { projectId, accountId } = await fixture.person();
    const made = await givePaid(fixture, { projectId, name: 'Аня', amount: 10_000 });
    await givePaid(fixture, { projectId, name: 'Аня', amount: 5_000 });
    await fixture.refundAtProvider(made.paymentUrl, { amount: 300_001 });
    await reaches(made, 300_001);
    expect(await rowOf(made)).toMatchObject({ status: 'Paid', problem: null, parts: 1 });
    // 5 %: of the remaining 6,999.99 the platform has 350.00, the creator the rest and 4,750 of the other donation.
    expect(await balanceOf(accountId)).toBe(699_999 - 35_000 + 475_000);
    const query = `projectId=${projectId}`;
    const list = amountIn.parse((await fixture.call(`GET ProjectPay/List?${query}`)).body);
    expect(list.data.payments.map(({ amount }) => amount)).toEqual([5_000, 6_999.99]);
    expect(await fixture.call(`GET ProjectPay/Top?${query}&top=20`)).toMatchObject({
      body: { data: [{ name: 'Аня', amount: 11_999.99, count: 2 }] },
    });
    expect(await donationStatistics(fixture.db, projectId, { since: null, most: 5 })).toMatchObject({
      count: 2,
      amount: 1_199_999,
    });
    const { rows } = await fixture.db.pool.query<{ amount: number }>(
      `select sum(amount)::float8 as amount from (select * from hour_tally union all select * from hour_tally_fresh) t
       where kind = 'donation' and hour > '-infinity'`,
    );
    const { rows: sum } = await fixture.db.pool.query<{ amount: number }>(
      'select sum(amount)::float8 as amount from donation where paid_at is not null and refunded_at is null',
    );
    expect(rows).toEqual(sum);
    expect(await expectedBooks()).toEqual([]);
  });

  it('is followed by another and by the rest, each posted once, until nothing is left', async () => {
    const { projectId, accountId } = await fixture.person();
    const made = await givePaid(fixture, { projectId, amount: 10_000 });
    for (const sum of [1, 333_333, 700_001]) {
      const before = (await rowOf(made))?.refunded ?? 0;
      await fixture.refundAtProvider(made.paymentUrl, { amount: sum - before });
      await reaches(made, sum);
    }
    expect(await expectedBooks()).toEqual([]);
    await fixture.refundAtProvider(made.paymentUrl);
    await until(async () => (await rowOf(made))?.status === 'Refunded');
    expect(await balanceOf(accountId)).toBe(0);
    expect(await rowOf(made)).toMatchObject({ parts: 3, problem: null });
    expect(await expectedBooks()).toEqual([]);
  });

  it('is found by polling where no callback came', async () => {
    const { projectId } = await fixture.person();
    const made = await givePaid(fixture, { projectId, amount: 10_000 });
    await fixture.setFaults({ callbacks: 'drop' });
    await fixture.refundAtProvider(made.paymentUrl, { amount: 250_000 });
    expect(await rowOf(made)).toMatchObject({ refunded: 0 });
    await fixture.db.pool.query('update payment set next_check_at = now() where reference = $1', [made.payId]);
    await fixture.payments.polling.sweep(100);
    expect(await rowOf(made)).toMatchObject({ refunded: 250_000, parts: 1 });
    expect(await expectedBooks()).toEqual([]);
  });

  it('is posted once for repeated, reordered and simultaneous callbacks', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { projectId } = await fixture.person();
      const made = await givePaid(fixture, { projectId, amount: 10_000 });
      await fixture.setFaults({ callbacks: 'shuffle', repeats: 5, shuffleMs: 200 });
      const sums = [50_000, 120_000, 120_001, 400_000];
      for (const [at, sum] of sums.entries()) {
        await fixture.refundAtProvider(made.paymentUrl, { amount: sum - (sums[at - 1] ?? 0) });
      }
      const reported = [...sums, ...sums, 0].toSorted(() => Math.random() - 0.5);
      const answers = await Promise.all(reported.map((sum) => callBack(made, sum)));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      expect(await rowOf(made)).toMatchObject({ status: 'Paid', refunded: 400_000, problem: null });
      await until(async () => ((await bookOf(made))?.callbacks ?? []).every(({ state }) => state !== 'waiting'));
      expect(await rowOf(made)).toMatchObject({ refunded: 400_000, problem: null });
      expect(await expectedBooks()).toEqual([]);
    }
  });

  it.each([
    ['more than the payment', 1_000_001],
    ['all of it, though it stays paid', 1_000_000],
  ])('is a problem and never posted where it is %s', async (_, sum) => {
    const { projectId } = await fixture.person();
    const made = await givePaid(fixture, { projectId, amount: 10_000 });
    expect((await callBack(made, sum)).status).toBe(200);
    const problem = `RefundOfPaid ${sum} 1000000`;
    expect(await rowOf(made)).toMatchObject({ status: 'Paid', refunded: 0, parts: 0, problem });
    expect(await expectedBooks()).toEqual([]);
  });

  it('that shrinks when the provider is asked is a problem, and what was posted stays', async () => {
    const { projectId } = await fixture.person();
    const made = await givePaid(fixture, { projectId, amount: 10_000 });
    await callBack(made, 300_000);
    expect(await rowOf(made)).toMatchObject({ refunded: 300_000, problem: null });
    await fixture.db.pool.query('update payment set next_check_at = now() where reference = $1', [made.payId]);
    await fixture.payments.polling.sweep(100);
    expect(await rowOf(made)).toMatchObject({ refunded: 300_000, problem: 'OtherRefund 0 300000' });
    expect(await expectedBooks()).toEqual([]);
  });

  it('before the payment is known to be paid posts both', async () => {
    const { projectId } = await fixture.person();
    await fixture.setFaults({ callbacks: 'drop' });
    const { body } = await fixture.call('POST ProjectPay/Create', { body: { projectId, amount: 10_000 } });
    const { data } = z.object({ data: z.object({ payId: z.string(), paymentUrl: z.string() }) }).parse(body);
    const made = { ...data, amount: 10_000 } as Made;
    await fixture.pay(made.paymentUrl, { card: { pan: '8600000000000205', expiry: '1230' }, payment_system: 'uzcard' });
    await fixture.refundAtProvider(made.paymentUrl, { amount: 100_000 });
    expect((await callBack(made, 100_000)).status).toBe(200);
    expect(await rowOf(made)).toMatchObject({ status: 'Paid', refunded: 100_000, parts: 1 });
    expect(await expectedBooks()).toEqual([]);
  });
});
