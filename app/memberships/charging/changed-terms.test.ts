import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { beforeThat } from '#test/support/database/before-that.ts';
import { monthlyCards, openMembershipFixture } from '#test/support/money/membership-fixture.ts';
import { payLate } from '#test/support/money/pay-late.ts';
import { TermsFixture, type Wanted } from '#test/support/money/terms-fixture.ts';

const fixture = await openMembershipFixture();
const terms = new TermsFixture(fixture);
afterAll(() => fixture.close());
afterEach(() => {
  vi.restoreAllMocks();
});

const { charges } = fixture.app.opora.areas.payments;

const endOfFebruary = '2027-02-28T10:00:00Z';

describe('a choice while a charge is under way', () => {
  test('holds for the next one: what was sent takes what was agreed then', async () => {
    const { donor, dear, id } = await terms.joined({ pan: monthlyCards.lost });
    await fixture.chargeOnce(endOfFebruary);
    expect(await terms.choose(donor, id, dear)).toMatchObject({ status: 200 });
    const meanwhile = { isCharging: true, notice: null, next: { amount: 75_000 } };
    expect(await fixture.mine(donor), 'no day is said for what is chosen').toMatchObject(meanwhile);
    await fixture.askProvider();
    expect(await fixture.mine(donor)).toMatchObject({ isCharging: false });
    const next = { amount: 75_000, level: { name: 'Друг' } };
    expect(await fixture.mine(donor)).toMatchObject({ months: 2, amount: 25_000, level: { name: 'Слушатель' }, next });
    await fixture.work();
    expect(await terms.sumsGiven(donor)).toEqual([25_000, 25_000]);
    await fixture.moveTo('2027-03-31T10:00:00Z');
    await fixture.askProvider();
    expect(await fixture.mine(donor)).toMatchObject({ months: 3, amount: 75_000, next: null });
    expect(await terms.sumsGiven(donor)).toEqual([75_000, 25_000, 25_000]);
  });

  test('back to what is present then holds after the month with what had been chosen', async () => {
    const { donor, cheap, dear, id } = await terms.joined({ pan: monthlyCards.lost });
    await terms.choose(donor, id, dear);
    await fixture.chargeOnce(endOfFebruary);
    await terms.choose(donor, id, cheap);
    await fixture.askProvider();
    const next = { amount: 25_000, level: { name: 'Слушатель' } };
    expect(await fixture.mine(donor)).toMatchObject({ months: 2, amount: 75_000, level: { name: 'Друг' }, next });
    await fixture.moveTo('2027-03-31T10:00:00Z');
    await fixture.askProvider();
    expect(await fixture.mine(donor)).toMatchObject({ months: 3, amount: 25_000, next: null });
    expect(await terms.sumsGiven(donor)).toEqual([25_000, 75_000, 25_000]);
  });

  test('of the same sum without the level leaves the level to the month that was opened at it', async () => {
    const { donor, cheap, id } = await terms.joined();
    // The process stops between the opening of the payment and its charge.
    vi.spyOn(charges, 'charge').mockResolvedValueOnce('unknown');
    await fixture.chargeOnce(endOfFebruary);
    await terms.choose(donor, id, { levelId: null, amount: cheap.amount });
    await fixture.work();
    const next = { amount: 25_000, level: null };
    expect(await fixture.mine(donor)).toMatchObject({ months: 2, level: { name: 'Слушатель' }, next });
    await fixture.moveTo('2027-03-31T10:00:00Z');
    expect(await fixture.mine(donor)).toMatchObject({ months: 3, level: null, next: null });
  });

  test('of another sum stops a payment that was opened and not sent: it runs out', async () => {
    const { donor, dear, id } = await terms.joined();
    vi.spyOn(charges, 'charge').mockResolvedValueOnce('unknown');
    await fixture.chargeOnce(endOfFebruary);
    await terms.choose(donor, id, dear);
    await fixture.work();
    expect(await terms.sumsGiven(donor)).toEqual([25_000]);
    await fixture.expirePayments();
    await fixture.work();
    expect(await fixture.mine(donor)).toMatchObject({ months: 2, amount: 75_000, next: null });
    expect(await terms.sumsGiven(donor)).toEqual([75_000, 25_000]);
  });
});

test('a choice of another sum just when a payment is opened is no failure of the platform: that payment runs out', async () => {
  const { donor, dear, id } = await terms.joined();
  const { payments } = fixture.app.opora.areas;
  const open = payments.openPayment.bind(payments);
  vi.spyOn(payments, 'openPayment').mockImplementationOnce(async (...asked) => {
    const write = await open(...asked);
    expect(await terms.choose(donor, id, dear)).toMatchObject({ status: 200 });
    return write;
  });
  await fixture.moveTo(endOfFebruary);
  expect(await fixture.mine(donor)).toMatchObject({ months: 1 });
  expect(fixture.app.logLines.filter((line) => line.includes(id) && line.includes('failed'))).toEqual([]);
  await fixture.expirePayments();
  await fixture.work();
  expect(await fixture.mine(donor)).toMatchObject({ months: 2, amount: 75_000, next: null });
  expect(await terms.sumsGiven(donor)).toEqual([75_000, 25_000]);
});

test('a month whose payment over an earlier choice is received after all is booked with its sum, and the last choice is to come', async () => {
  const { donor, dear, id } = await terms.joined();
  await terms.choose(donor, id, dear);
  const charge = vi.spyOn(charges, 'charge').mockResolvedValue('unknown');
  await fixture.chargeOnce(endOfFebruary);
  await terms.choose(donor, id, { levelId: null, amount: 40_000 });
  await fixture.expirePayments();
  await fixture.work();
  charge.mockRestore();
  expect(await payLate(fixture, id, 2)).toMatchObject({ status: 200 });
  const next = { amount: 40_000, level: null };
  expect(await fixture.mine(donor)).toMatchObject({ months: 2, level: { name: 'Слушатель' }, next });
  expect(await terms.sumsGiven(donor)).toEqual([75_000, 25_000]);
});

test('a paid month is announced with the level that the member has from then on', async () => {
  const { donor, cheap, dear, id } = await terms.joined();
  await terms.choose(donor, id, dear);
  const levels: unknown[] = [];
  fixture.app.opora.areas.memberships.events.onCharged(async (_tx, notice) => {
    if (notice.membershipId === id) levels.push(notice.levelId, notice.amount);
  });
  await fixture.moveTo(endOfFebruary);
  await terms.choose(donor, id, cheap);
  await fixture.moveTo('2027-03-31T10:00:00Z');
  expect(levels).toEqual([dear.levelId, 7_500_000, cheap.levelId, 2_500_000]);
});

describe('at once', () => {
  const free = (amount: number): Wanted => ({ levelId: null, amount });

  test('many choices leave one of them, which is charged once', async () => {
    const { donor, cheap, dear, id } = await terms.joined();
    const wanted = [dear, free(30_000), cheap, free(40_000), dear, free(50_000)];
    const answers = await Promise.all(wanted.map((one) => terms.choose(donor, id, one)));
    expect(answers.map(({ status }) => status)).toEqual(wanted.map(() => 200));
    const { next, amount } = await fixture.mine(donor);
    const agreed = next === null ? amount : Object(next).amount;
    expect(wanted.map((one) => one.amount)).toContain(agreed);
    fixture.clock.now = new Date(endOfFebruary);
    const { charging } = fixture.app.opora.areas.memberships;
    await Promise.all([1, 2, 3].map(() => charging.run()));
    await fixture.work();
    expect(await terms.sumsGiven(donor)).toEqual([agreed, 25_000]);
    expect(await fixture.paidThere(id)).toHaveLength(2);
  });

  test('a charge, its workers and choices make one payment of one of the sums, and the last choice holds', async () => {
    const { donor, dear, id } = await terms.joined();
    fixture.clock.now = new Date(endOfFebruary);
    const { charging } = fixture.app.opora.areas.memberships;
    await Promise.all([
      ...[1, 2, 3].map(() => charging.run()),
      ...[free(30_000), free(40_000)].map((one) => terms.choose(donor, id, one)),
    ]);
    await terms.choose(donor, id, dear);
    for (let round = 0; round < 3; round += 1) await fixture.work();
    await fixture.expirePayments();
    await fixture.work();
    const sums = await terms.sumsGiven(donor);
    expect(sums).toHaveLength(2);
    expect([25_000, 30_000, 40_000, 75_000]).toContain(sums[0]);
    expect(await fixture.paidThere(id)).toHaveLength(2);
    await fixture.moveTo('2027-03-31T10:00:00Z');
    expect(await fixture.mine(donor)).toMatchObject({ months: 3, amount: 75_000, next: null });
  });

  test('leaving and a choice end in one order or the other', async () => {
    const { donor, dear, id } = await terms.joined();
    const leave = () => fixture.as(donor, 'POST Membership/Leave', { body: { membershipId: id } });
    const [left, chosen] = await Promise.all([leave(), terms.choose(donor, id, dear)]);
    expect([left.status, chosen.status]).toEqual([200, 200]);
    const { state, next } = await fixture.mine(donor);
    expect(['Active', 'Leaving']).toContain(state);
    expect(next).toMatchObject({ amount: 75_000 });
    await fixture.moveTo(endOfFebruary);
    const sums = await terms.sumsGiven(donor);
    expect(sums).toEqual(state === 'Active' ? [75_000, 25_000] : [25_000]);
  });

  test('a price that is raised before the choice is stored refuses it', async () => {
    const { donor, dear, id } = await terms.joined();
    const raising = 'update membership_level set amount = 9000000 where id = $1';
    const refused = await beforeThat(fixture.app.db.pool, [raising, dear.levelId], () => terms.choose(donor, id, dear));
    const error = { code: 'PriceChanged', details: { amount: 90_000 } };
    expect(refused).toMatchObject({ status: 409, body: { error } });
  });

  test('the end of a membership refuses a choice that waits for it', async () => {
    const { donor, dear, id } = await terms.joined();
    const ending = `update membership set state = 'Ended', ended_at = now(), end_reason = 'Left', due_at = null, token_sealed = null where id = $1`;
    const refused = await beforeThat(fixture.app.db.pool, [ending, id], () => terms.choose(donor, id, dear));
    expect(refused).toMatchObject({ status: 409, body: { error: { code: 'MembershipMoved' } } });
  });
});
