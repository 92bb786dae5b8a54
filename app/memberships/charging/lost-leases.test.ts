import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { type MembershipFixture, monthlyCards, openMembershipFixture } from '#test/support/money/membership-fixture.ts';
import type { SignedIn } from '#test/support/sign-in.ts';

const fixture = await openMembershipFixture();
afterAll(() => fixture.close());
afterEach(() => {
  vi.restoreAllMocks();
});

type Outcome = Awaited<ReturnType<MembershipFixture['app']['opora']['areas']['payments']['charges']['charge']>>;

/** A new donor whose second month is due; the worker that charges it does `meanwhile` between the charge and its booking. */
async function charged(pan: string, meanwhile: (donor: SignedIn, id: string) => Promise<void>, times = 1) {
  const { donor, id } = await fixture.joined(pan);
  const { charges } = fixture.app.opora.areas.payments;
  const charge = charges.charge.bind(charges);
  const spy = vi.spyOn(charges, 'charge');
  const late = async (...asked: Parameters<typeof charge>): Promise<Outcome> => {
    const outcome = await charge(...asked);
    await meanwhile(donor, id);
    return outcome;
  };
  for (let time = 0; time < times; time += 1) spy.mockImplementationOnce(late);
  await fixture.chargeOnce('2027-02-28T10:00:00Z');
  return { donor, id };
}

/** Another worker takes the lease. */
const takeLease = () =>
  fixture.app.db.pool.query(`update membership set lease = lease + 1, leased_until = null where state = 'Active'`);

describe('a refusal whose worker has lost its lease', () => {
  test.each(['declined', 'refused'] as const)('is booked all the same, and at once: %s', async (card) => {
    const { donor } = await charged(monthlyCards[card], async () => void (await takeLease()), 3);
    expect(await fixture.mine(donor)).toMatchObject({ state: 'Overdue', tries: 1, refusal: 'InsufficientFunds' });
  });

  test.each(['declined', 'refused'] as const)('is booked once, also by two workers: %s', async (card) => {
    const { donor } = await charged(monthlyCards[card], async () => {
      await fixture.freeLeases();
      await fixture.app.opora.areas.memberships.charging.run();
    });
    expect(await fixture.mine(donor)).toMatchObject({ state: 'Overdue', tries: 1 });
  });

  test('is no try of the card that another worker charges by then', async () => {
    const { donor, id } = await charged(monthlyCards.refused, async (member, membershipId) => {
      const cardId = await fixture.giveOtherCard(member, membershipId, monthlyCards.lost);
      await fixture.as(member, 'POST Membership/Card', { body: { cardId } });
      await fixture.freeLeases();
      const { charging } = fixture.app.opora.areas.memberships;
      for (let round = 0; round < 2; round += 1) await charging.round();
    });
    expect(await fixture.mine(donor)).toMatchObject({ state: 'Active', tries: 0 });
    await fixture.askProvider();
    expect(await fixture.mine(donor)).toMatchObject({ state: 'Active', months: 2 });
    expect(await fixture.paidThere(id)).toHaveLength(2);
  });
});
