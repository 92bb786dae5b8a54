import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { giveCard, monthlyCards, openMembershipFixture } from '#test/support/money/membership-fixture.ts';
import { until } from '#test/support/money/money-fixture.ts';
import { dataOf } from '#test/support/start-app.ts';

const fixture = await openMembershipFixture();
afterAll(() => fixture.close());
afterEach(() => {
  vi.restoreAllMocks();
});

const due = '2027-02-28T10:00:00Z';

/** A donor who has joined with this card, and has begun `more` other memberships at the same creator before. */
async function begunTwice(pan: string, more = 1) {
  fixture.clock.now = new Date('2027-01-31T10:00:00Z');
  const creator = await fixture.person();
  const donor = await fixture.person();
  const begun = await Promise.all(Array.from({ length: more }, () => fixture.begin(donor, creator.projectId)));
  const { id } = await fixture.join(donor, creator.projectId, pan);
  /** Pays the first months of the others at once. */
  const payOthers = async () => {
    const pay = async ({ payId, paymentUrl }: (typeof begun)[number]) => {
      await giveCard(paymentUrl, monthlyCards.good);
      await fixture.api('GET ProjectPay/Status', { query: { payId } });
    };
    await Promise.all(begun.map(pay));
  };
  return { creator, donor, id, payOthers, others: begun.map(({ payId }) => payId) };
}

/** The numbers of the paid months of a membership: by its charges, its donations and their alerts. */
async function monthsOf(id: string) {
  const { rows } = await fixture.app.db.pool.query<{ month: number; donation: number; alert: number; payId: string }>(
    `select c.month, d.membership_month as donation, a.membership_month as alert, d.id as "payId"
     from membership_charge c left join donation d on d.id = c.donation_id and d.membership_id = c.membership_id
     left join alert a on a.pay_id = d.id where c.membership_id = $1 and c.paid_at is not null order by c.month`,
    [id],
  );
  return rows;
}

/** The worker that charges the next month stops before its charge; returns what makes it go on. */
function stopBeforeCharge() {
  const { charges } = fixture.app.opora.areas.payments;
  const charge = charges.charge.bind(charges);
  let late: () => Promise<unknown> = () => Promise.reject(new Error('nothing was charged'));
  vi.spyOn(charges, 'charge').mockImplementationOnce(async (...asked) => {
    late = () => charge(...asked);
    return 'unknown';
  });
  return () => late();
}

const numbered = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ month: at + 1, donation: at + 1, alert: at + 1 }));

describe('a second membership that is paid', () => {
  test('while a month of the first is under way comes before it, in the list and in the alerts', async () => {
    const { creator, donor, id, payOthers, others } = await begunTwice(monthlyCards.good);
    const charge = stopBeforeCharge();
    await fixture.chargeOnce(due);
    await payOthers();
    expect(await fixture.mine(donor)).toMatchObject({ months: 2, paidUntil: '2027-03-31T10:00:00.000Z' });
    await charge();
    expect(await fixture.mine(donor)).toMatchObject({ months: 3, paidUntil: '2027-04-30T10:00:00.000Z' });
    const months = await monthsOf(id);
    expect(months).toMatchObject(numbered(3));
    expect(months[1]).toMatchObject({ payId: others[0] });
    expect(await fixture.balanceOf(creator)).toBe(3 * 950_000);
    const members = async () => dataOf(await fixture.as(creator, 'GET Membership/Members')).items;
    expect(await members()).toMatchObject([{ months: 3, sum: 30_000 }]);
    for (const { payId } of months.slice(1)) await fixture.app.opora.areas.payments.refundPayment(payId);
    expect(await members()).toMatchObject([{ sum: 10_000 }]);
    expect(await fixture.balanceOf(creator)).toBe(950_000);
  });

  test('before the payment of a due month is opened pays that month, and nothing else is charged', async () => {
    const { donor, id, payOthers } = await begunTwice(monthlyCards.good);
    const { payments } = fixture.app.opora.areas;
    const open = payments.openPayment.bind(payments);
    vi.spyOn(payments, 'openPayment').mockImplementationOnce(async (...asked) => {
      const write = await open(...asked);
      await payOthers();
      return write;
    });
    await fixture.moveTo(due);
    await until(async () => (await fixture.mine(donor)).months === 2);
    await fixture.work();
    expect(await fixture.mine(donor)).toMatchObject({ months: 2, nextChargeAt: '2027-03-31T10:00:00.000Z' });
    expect(await fixture.paidThere(id)).toHaveLength(2);
    await fixture.moveTo('2027-03-31T10:00:00Z');
    expect(await fixture.mine(donor)).toMatchObject({ months: 3 });
    expect(await monthsOf(id)).toMatchObject(numbered(3));
  });

  test('while a month is refused brings its card, and the refusal is no try of it', async () => {
    const { donor, id, payOthers } = await begunTwice(monthlyCards.refused);
    const { charges } = fixture.app.opora.areas.payments;
    const charge = charges.charge.bind(charges);
    vi.spyOn(charges, 'charge').mockImplementationOnce(async (...asked) => {
      const outcome = await charge(...asked);
      await payOthers();
      return outcome;
    });
    await fixture.moveTo(due);
    await until(async () => (await fixture.mine(donor)).months === 2);
    await fixture.work();
    expect(await fixture.mine(donor)).toMatchObject({ state: 'Active', months: 2, tries: 0 });
    await fixture.app.opora.areas.memberships.cards.sweep();
    await fixture.moveTo('2027-03-31T10:00:00Z');
    await fixture.work();
    expect(await fixture.mine(donor)).toMatchObject({ state: 'Active', months: 3, tries: 0 });
    expect(await monthsOf(id)).toMatchObject(numbered(3));
  });

  test('after the donor has left is not lost when a charge of before arrives', async () => {
    const { donor, id, payOthers } = await begunTwice(monthlyCards.good);
    const charge = stopBeforeCharge();
    await fixture.chargeOnce(due);
    // Keeps the background from ending the membership between the two calls.
    fixture.clock.now = new Date('2027-02-28T09:59:00Z');
    await fixture.as(donor, 'POST Membership/Leave', { body: { membershipId: id } });
    await payOthers();
    expect(await fixture.mine(donor)).toMatchObject({ state: 'Leaving', months: 2 });
    await charge();
    expect(await fixture.mine(donor)).toMatchObject({ state: 'Leaving', months: 3 });
    await fixture.moveTo('2027-04-30T10:00:00Z');
    await until(async () => (await fixture.mine(donor)).state === 'Ended');
    expect(await fixture.paidThere(id)).toHaveLength(3);
  });

  test('below the price of the level that the first has is given back, and is no month of it', async () => {
    fixture.clock.now = new Date('2027-01-31T10:00:00Z');
    const creator = await fixture.person();
    const donor = await fixture.person();
    const made = await fixture.as(creator, 'POST Membership/CreateLevel', { body: { name: 'Друг', amount: 75_000 } });
    const { id: levelId } = dataOf(made);
    const cheap = await fixture.begin(donor, creator.projectId, { amount: 5_000 });
    const same = await fixture.begin(donor, creator.projectId, { amount: 75_000, levelId });
    const { id } = await fixture.join(donor, creator.projectId, monthlyCards.good, { amount: 75_000, levelId });
    for (const { payId, paymentUrl } of [cheap, same]) {
      await giveCard(paymentUrl, monthlyCards.good);
      await fixture.api('GET ProjectPay/Status', { query: { payId } });
    }
    expect(await fixture.mine(donor)).toMatchObject({ id, months: 2, paidUntil: '2027-03-31T10:00:00.000Z' });
    await fixture.work();
    expect(await monthsOf(id)).toMatchObject(numbered(2));
    const given = dataOf(await fixture.as(donor, 'GET Donate/Given')).items;
    expect(given).toContainEqual(expect.objectContaining({ amount: 5_000, status: 'Refunded' }));
    expect(await fixture.balanceOf(creator)).toBe(2 * 7_125_000);
    const members = dataOf(await fixture.as(creator, 'GET Membership/Members')).items;
    expect(members).toMatchObject([{ months: 2, sum: 150_000 }]);
  });

  test('at a dearer level brings that level at once, and is charged next', async () => {
    fixture.clock.now = new Date('2027-01-31T10:00:00Z');
    const creator = await fixture.person();
    const donor = await fixture.person();
    const levelOf = async (name: string, amount: number) =>
      dataOf(await fixture.as(creator, 'POST Membership/CreateLevel', { body: { name, amount } })).id;
    const cheap = await levelOf('Слушатель', 30_000);
    const dear = await levelOf('Друг', 90_000);
    const begun = await fixture.begin(donor, creator.projectId, { amount: 90_000, levelId: dear });
    const own = await fixture.begin(donor, creator.projectId, { amount: 200_000 });
    const { id } = await fixture.join(donor, creator.projectId, monthlyCards.good, { amount: 30_000, levelId: cheap });
    const pay = async ({ payId, paymentUrl }: typeof begun) => {
      await giveCard(paymentUrl, monthlyCards.good);
      await fixture.api('GET ProjectPay/Status', { query: { payId } });
    };
    await pay(begun);
    const held = { id, amount: 90_000, level: { name: 'Друг' }, next: null };
    expect(await fixture.mine(donor)).toMatchObject({ ...held, months: 2 });
    await pay(own);
    expect(await fixture.mine(donor), 'a sum of the own is a month more').toMatchObject({ ...held, months: 3 });
    await fixture.moveTo('2027-04-30T10:00:00Z');
    expect(await fixture.mine(donor)).toMatchObject({ ...held, months: 4 });
    const given = z
      .array(z.looseObject({ amount: z.number() }))
      .parse(dataOf(await fixture.as(donor, 'GET Donate/Given')).items);
    expect(given.map(({ amount }) => amount)).toEqual([90_000, 200_000, 90_000, 30_000]);
  });

  test('at the same moment as others and as a month of the first is one month more', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { creator, donor, id, payOthers } = await begunTwice(monthlyCards.good, 3);
      const { charging } = fixture.app.opora.areas.memberships;
      fixture.clock.now = new Date(due);
      await Promise.all([payOthers(), charging.run(), charging.run()]);
      await fixture.askProvider();
      const { months } = await fixture.mine(donor);
      expect([4, 5]).toContain(months);
      expect(await monthsOf(id)).toMatchObject(numbered(months));
      expect(await fixture.paidThere(id)).toHaveLength(months);
      expect(await fixture.balanceOf(creator)).toBe(months * 950_000);
    }
  });
});
