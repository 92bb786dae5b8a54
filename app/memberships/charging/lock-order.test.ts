import { afterAll, expect, test } from 'vitest';
import { countDeadlocks } from '#test/support/database/deadlocks.ts';
import { giveCard, monthlyCards, openMembershipFixture } from '#test/support/money/membership-fixture.ts';
import { readLedgerFaults, readTotalFaults } from '#test/support/money/money-faults.ts';
import { until } from '#test/support/money/money-fixture.ts';

const fixture = await openMembershipFixture();
afterAll(() => fixture.close());

const each = <Result>(count: number, make: () => Promise<Result>) => Promise.all(Array.from({ length: count }, make));

test('first months, later ones, refunds and ends of one creator’s members happen at once, without a deadlock', async () => {
  const { app } = fixture;
  const { pool } = app.db;
  const creator = await fixture.person();
  const admin = await fixture.person('admin');
  const joined = async () => {
    const donor = await fixture.person();
    return { donor, ...(await fixture.join(donor, creator.projectId)) };
  };
  const charged = await each(3, joined);
  const givenBack = await each(3, joined);
  const stopped = await each(3, joined);
  const begun = await each(3, async () => {
    const donor = await fixture.person();
    return { donor, ...(await fixture.begin(donor, creator.projectId)) };
  });
  const { rows: months } = await pool.query<{ payId: string }>(
    'select donation_id as "payId" from membership_charge where membership_id = any ($1)',
    [givenBack.map(({ id }) => id)],
  );
  await pool.query(`update membership set due_at = '2030-01-01Z' where project_id = $1 and not (id = any ($2))`, [
    creator.projectId,
    charged.map(({ id }) => id),
  ]);
  const before = await countDeadlocks(app.db);
  await Promise.all([
    fixture.chargeOnce('2027-02-28T10:00:00Z'),
    ...begun.map(({ paymentUrl }) => giveCard(paymentUrl, monthlyCards.good)),
    ...months.map(({ payId }) => app.opora.areas.payments.refundPayment(payId)),
    ...stopped.map(({ id }) =>
      fixture.as(admin, 'POST Moderator/StopMembership', { body: { membershipId: id, reason: 'Проверка' } }),
    ),
  ]);
  for (const { donor, payId } of begun) {
    await fixture.api('GET ProjectPay/Status', { query: { payId } });
    await until(async () => (await fixture.mine(donor)).state === 'Active');
  }
  expect(await countDeadlocks(app.db)).toBe(before);
  const states = async (members: readonly { readonly donor: (typeof charged)[number]['donor'] }[]) =>
    Promise.all(members.map(async ({ donor }) => (await fixture.mine(donor)).state));
  expect(await states(stopped)).toEqual(Array(3).fill('Ended'));
  expect(await Promise.all(charged.map(async ({ donor }) => (await fixture.mine(donor)).months))).toEqual([2, 2, 2]);
  const faults = { ...(await readLedgerFaults(app.db)), ...(await readTotalFaults(app.db)) };
  expect(Object.entries(faults).filter(([, count]) => count !== 0)).toEqual([]);
});
