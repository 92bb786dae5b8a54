import sql from 'sql-template-tag';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { refundRefused } from '#app/payments/payment-failures.ts';
import { askAgain } from '#test/support/money/ask-again.ts';
import { monthlyCards, openMembershipFixture } from '#test/support/money/membership-fixture.ts';
import type { SignedIn } from '#test/support/sign-in.ts';
import { testSecrets } from '#test/support/start-app.ts';

const fixture = await openMembershipFixture();
afterAll(() => fixture.close());

/** A member whose second month is charged without an answer when his membership ends. */
async function endedUnderWay(): Promise<{ donor: SignedIn; id: string }> {
  const { donor, id } = await fixture.joined(monthlyCards.lost);
  await fixture.chargeOnce('2027-02-28T10:00:00Z');
  const admin = await fixture.person('admin');
  const body = { membershipId: id, reason: 'Проверка' };
  await fixture.as(admin, 'POST Moderator/StopMembership', { body });
  return { donor, id };
}

const chargesOf = async (id: string) => {
  const { rows } = await fixture.app.db.pool.query<{ state: string; isAsked: boolean }>(
    `select state, close_at is not null or return_at is not null as "isAsked" from membership_charge
     where membership_id = $1 and month = 2`,
    [id],
  );
  return rows[0];
};

describe('a charge that was under way at the end of its membership', () => {
  test('is asked about until it is known, and refunded where it was paid', async () => {
    const { id } = await endedUnderWay();
    expect(await chargesOf(id)).toEqual({ state: 'Open', isAsked: true });
    const { charging } = fixture.app.opora.areas.memberships;
    await charging.settleEnded();
    expect(await chargesOf(id)).toEqual({ state: 'Returning', isAsked: true });
    await charging.settleEnded();
    expect(await chargesOf(id)).toEqual({ state: 'Refunded', isAsked: false });
    expect(await fixture.paidThere(id)).toHaveLength(1);
  });

  test('is refunded at once where the clock of the process that books it is ahead', async () => {
    const { id } = await endedUnderWay();
    const { charging } = fixture.app.opora.areas.memberships;
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 600_000 });
    await charging.settleEnded();
    vi.useRealTimers();
    await charging.settleEnded();
    expect(await chargesOf(id)).toEqual({ state: 'Refunded', isAsked: false });
  });

  test.each([
    ['lie-amount', 'OtherAmount'],
    ['refuse-refunds', 'RefundRefused'],
  ])(
    'is left to the staff where the refund is not booked for two hours, and booked after a later report: %s',
    async (mode, reason) => {
      const { id } = await endedUnderWay();
      const { memberships } = fixture.app.opora.areas;
      const { charging } = memberships;
      await charging.settleEnded();
      const flagged = async () => {
        const { rows } = await fixture.app.db.pool.query<{
          problem: string | null;
          status: string;
          providerId: string;
        }>(
          `select p.problem, p.status, p.provider_id as "providerId"
           from payment p join membership_charge c on c.donation_id = p.reference where c.membership_id = $1 and c.month = 2`,
          [id],
        );
        return rows[0];
      };
      const tryAgain = async () => {
        await fixture.app.db.pool.query('update membership_charge set return_at = now() where return_at is not null');
        await charging.settleEnded();
      };
      await fixture.setFaults({ mode });
      await tryAgain();
      expect(await chargesOf(id)).toEqual({ state: 'Returning', isAsked: true });
      fixture.clock.now = new Date(fixture.clock.now.getTime() + 7_200_000);
      await tryAgain();
      expect(await chargesOf(id)).toEqual({ state: 'Returning', isAsked: false });
      expect(await flagged()).toMatchObject({ status: 'Paid', problem: expect.stringContaining(reason) });
      await fixture.setFaults({});
      // In the provider's cabinet, where it was not refunded already.
      const there = `${fixture.app.sandbox.url}/payment/${(await flagged())?.providerId}/refund`;
      await fetch(there, { method: 'POST', headers: { authorization: `Bearer ${testSecrets.payment}` } });
      await askAgain(fixture.app, sql`next_check_at is not null`);
      expect(await chargesOf(id)).toEqual({ state: 'Refunded', isAsked: false });
      expect(await flagged()).toMatchObject({ status: 'Refunded', problem: null });
    },
  );

  test('is tried on where a process whose turn is over learns that the refund is refused', async () => {
    const { id } = await endedUnderWay();
    const { memberships, payments } = fixture.app.opora.areas;
    await memberships.charging.settleEnded();
    vi.spyOn(payments, 'refundPayment').mockImplementationOnce(async () => {
      // Another process begins the next try.
      const later = "update membership_charge set return_at = now() + interval '2 minutes' where return_at is not null";
      await fixture.app.db.pool.query(later);
      throw refundRefused();
    });
    await memberships.charging.settleEnded();
    expect(await chargesOf(id)).toEqual({ state: 'Returning', isAsked: true });
    await fixture.app.db.pool.query('update membership_charge set return_at = now() where return_at is not null');
    await memberships.charging.settleEnded();
    expect(await chargesOf(id)).toEqual({ state: 'Refunded', isAsked: false });
  });

  test('is refunded although the refund of another one fails', async () => {
    const first = await endedUnderWay();
    const second = await endedUnderWay();
    const { memberships, payments } = fixture.app.opora.areas;
    await memberships.charging.settleEnded();
    // A fault of our own, not an answer of the provider.
    vi.spyOn(payments, 'refundPayment').mockRejectedValueOnce(new TypeError('planted'));
    await memberships.charging.settleEnded();
    const states = [(await chargesOf(first.id))?.state, (await chargesOf(second.id))?.state];
    expect(states.toSorted()).toEqual(['Refunded', 'Returning']);
    await fixture.app.db.pool.query('update membership_charge set return_at = now() where return_at is not null');
    await memberships.charging.settleEnded();
    expect(await chargesOf(first.id)).toEqual(await chargesOf(second.id));
  });
});
