import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { openDrawFixture } from '#test/support/draw-fixture.ts';

const fixture = await openDrawFixture();
afterAll(() => fixture.app.close());

/** Minor units. */
const least = 1_000_000;

const step = fc.record({
  donor: fc.nat({ max: 3 }),
  isGuest: fc.boolean(),
  amount: fc.constantFrom(500_000, least - 1, least, least + 1, 3_000_000),
  /** Of the amount: what goes back. */
  back: fc.constantFrom(0, 0, 1, 2_000_000, 3_000_000),
});

/** Who takes part, computed anew from the payments. */
async function paidEnough(projectId: string): Promise<readonly string[]> {
  const { rows } = await fixture.app.db.pool.query<{ id: string }>(
    `select distinct d.donor_id as id from payment p join donation d on d.id = p.reference
     where d.project_id = $1 and d.donor_id is not null and p.status = 'Paid' and p.amount - p.refunded >= $2`,
    [projectId, least],
  );
  return rows.map(({ id }) => id).toSorted();
}

it('has those tickets that are computed anew from the payments, after every series of donations and refunds', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
      const creator = await fixture.creator();
      const donors = await Promise.all(Array.from({ length: 4 }, () => fixture.donor()));
      const made = await fixture.announce(creator, { leastSum: least / 100, winners: 2 });
      for (const { donor, isGuest, amount, back } of steps) {
        const who = donors[donor];
        if (who === undefined) throw new Error('there is no such donor');
        const given = isGuest
          ? await fixture.choose(creator, amount / 100)
          : await fixture.chooseAs(who, creator, amount / 100);
        await fixture.pay(given);
        if (back >= amount) await fixture.refund(given);
        else if (back > 0) await fixture.refund(given, { amount: back });
        const [seen] = await fixture.draws(creator, creator);
        expect(seen?.entryCount).toBe((await paidEnough(creator.projectId)).length);
      }
      const expected = await paidEnough(creator.projectId);
      const parts = await Promise.all(donors.map((one) => fixture.mine(made.id, one)));
      expect(parts.map(({ isEntered }) => isEntered)).toEqual(donors.map(({ userId }) => expected.includes(userId)));
      const { entryCount } = await fixture.hold(creator, made);
      const tickets = await fixture.tickets(made.id);
      expect(tickets).toEqual(parts.flatMap(({ ticket }) => ticket ?? []).toSorted());
      expect(entryCount).toBe(tickets.length);
      expect((await fixture.read(made.id)).places).toHaveLength(Math.min(2, tickets.length));
    }),
    { numRuns: 5 },
  );
});
