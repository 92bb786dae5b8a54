import { afterAll, afterEach, expect, it } from 'vitest';
import { z } from 'zod';
import { openClockFixture } from '#test/support/clock-fixture.ts';

const fixture = await openClockFixture();
afterEach(() => fixture.requireRight());
afterAll(() => fixture.app.close());

const thanksFor = async (payId: string) =>
  (await fixture.app.request('GET ProjectPay/Success', { query: { payId } })).body;

it('counts a donation once when it is paid, and its donor is thanked for it', async () => {
  const own = await fixture.creator();
  await fixture.start(own);
  const given = await fixture.give(own, 14_999.99);
  expect(await fixture.length(own)).toBe(3_600);
  expect(await thanksFor(given.payId)).toMatchObject({ data: { clock: { seconds: 0, isCounted: false } } });
  await fixture.pay(given);
  await Promise.all(Array.from({ length: 5 }, () => fixture.report(given, 'paid')));
  expect(await fixture.length(own)).toBe(3_720);
  expect(await fixture.clock(own)).toMatchObject({ donations: { sum: 14_999.99, count: 1, seconds: 120 } });
  expect(await thanksFor(given.payId)).toMatchObject({
    data: { clock: { seconds: 120, isCounted: true, isFull: false } },
  });
});

it('counts a donation that was made before the start, and none that was paid before it', async () => {
  const own = await fixture.creator();
  const before = await fixture.givePaid(own, 20_000);
  const awaited = await fixture.give(own, 20_000);
  expect(await thanksFor(awaited.payId)).toMatchObject({ data: { clock: null } });
  await fixture.start(own);
  await fixture.pay(awaited);
  expect(await fixture.length(own)).toBe(3_840);
  expect(await thanksFor(before.payId)).toMatchObject({ data: { clock: null } });
});

it('counts a month of support as a donation that was given once', async () => {
  const own = await fixture.creator();
  await fixture.start(own);
  const { token } = await fixture.donor();
  const body = { userName: own.userName, amount: 20_000 };
  const opened = await fixture.app.request('POST Membership/Create', { body }, { token });
  await fixture.pay(
    z.object({ data: z.object({ payId: z.string(), paymentUrl: z.string() }) }).parse(opened.body).data,
  );
  expect(await fixture.length(own)).toBe(3_840);
});

it('takes the time back with every part of the money, at the rate at which it was paid', async () => {
  const own = await fixture.creator();
  await fixture.start(own);
  const steps = await fixture.givePaid(own, 20_000);
  await fixture.act(own, 'change', { sum: 1_000, seconds: 30, isLinear: true });
  const linear = await fixture.givePaid(own, 20_000);
  expect(await fixture.length(own)).toBe(3_600 + 240 + 600);
  await fixture.refund(steps, { amount: 500_001 });
  expect(await fixture.length(own)).toBe(3_600 + 120 + 600);
  await fixture.refund(linear, { amount: 500_001 });
  expect(await fixture.length(own)).toBe(3_600 + 120 + 449);
  await fixture.refund(steps);
  await fixture.refund(linear);
  expect(await fixture.length(own)).toBe(3_600);
  expect(await fixture.clock(own)).toMatchObject({ donations: { sum: 0, count: 0, seconds: 0 } });
});

it('never goes above the cap, and stays there while what a refund takes was above it', async () => {
  const own = await fixture.creator();
  await fixture.start(own, { most: 2 });
  const first = await fixture.givePaid(own, 500_000);
  await fixture.givePaid(own, 250_000);
  expect(await fixture.length(own)).toBe(7_200);
  expect((await fixture.clock(own)).room).toBe(-5_400);
  expect(await thanksFor(first.payId)).toMatchObject({ data: { clock: { isCounted: true, isFull: true } } });
  await fixture.refund(first, { amount: 25_000_000 });
  expect(await fixture.length(own)).toBe(7_200);
  await fixture.refund(first);
  expect(await fixture.length(own)).toBe(3_600 + 3_000);
});

it('is over at the moment of a refund that leaves no time', async () => {
  const own = await fixture.creator();
  const { id } = await fixture.start(own);
  const given = await fixture.givePaid(own, 500_000);
  await fixture.age(id, 3_700);
  const before = await fixture.answer(own);
  expect(before.clock).toMatchObject({ state: 'running' });
  await fixture.refund(given);
  const after = await fixture.answer(own);
  expect(after.clock).toMatchObject({ state: 'over', donations: { sum: 0, count: 0, seconds: 0 } });
  const closedAt = after.clock?.closedAt ?? '';
  expect(closedAt >= before.now && closedAt <= after.now).toBe(true);
});

it('is over for good: a late payment adds nothing, a late refund changes the record alone', async () => {
  const own = await fixture.creator();
  const { id } = await fixture.start(own);
  const counted = await fixture.givePaid(own, 20_000);
  const late = await fixture.give(own, 20_000);
  await fixture.runOut(id);
  const ended = await fixture.clock(own);
  expect(ended).toMatchObject({ state: 'over', donations: { count: 1, seconds: 240 } });
  // Its donor had seen the clock: it was made before the end.
  await fixture.app.db.pool.query("update donation set created_at = created_at - interval '1 hour' where id = $1", [
    late.payId,
  ]);
  await fixture.pay(late);
  expect(await thanksFor(late.payId)).toMatchObject({
    data: { status: 'Paid', clock: { seconds: 0, isCounted: false } },
  });
  const after = await fixture.givePaid(own, 20_000);
  expect(await thanksFor(after.payId)).toMatchObject({ data: { clock: null } });
  await fixture.refund(late);
  expect(await fixture.clock(own)).toEqual(ended);
  await fixture.refund(counted);
  expect(await fixture.clock(own)).toEqual({ ...ended, donations: { sum: 0, count: 0, seconds: 0 } });
});

it('bears every sum', async () => {
  const own = await fixture.creator();
  await fixture.start(own, { sum: 0.01, seconds: 86_400, isLinear: true });
  await fixture.givePaid(own, 1_000_000);
  expect(await fixture.length(own)).toBe(86_400_000);
});
