import { afterAll, afterEach, expect, it } from 'vitest';
import { choiceFaults } from '#app/choices/donation-choices.ts';
import { failureOf } from '#test/support/money/failure-of.ts';
import { openRewardFixture } from '#test/support/reward-fixture.ts';
import { letHoldsRunOut } from './reward-holds-store.server.ts';

const fixture = await openRewardFixture();
afterEach(() => fixture.requireRight());
afterAll(() => fixture.app.close());

const soldOut = { status: 400, fields: { 'choices.0': choiceFaults.soldOut } };

it('keeps a piece for whoever pays within 15 minutes, and no longer', async () => {
  const own = await fixture.creator();
  const reward = await fixture.offer(own, { stock: 1 });
  const first = await fixture.take(own, reward);
  const { rows } = await fixture.app.db.pool.query<{ minutes: number }>(
    `select extract(epoch from held_until - d.created_at)::float8 / 60 as minutes
     from reward_choice c join donation d on d.id = c.donation_id where c.donation_id = $1`,
    [first.payId],
  );
  expect(rows[0]?.minutes).toBeCloseTo(15, 0);
  const other = await fixture.donor();
  const choice = fixture.choiceOf(reward);
  expect(failureOf(await fixture.create(own, 50_000, [choice], other))).toMatchObject(soldOut);
  await fixture.letRunOut(first);
  expect(await fixture.offers(own)).toMatchObject([{ taken: 0, left: 1 }]);
  const second = await fixture.chooseAs(other, own, 50_000, choice);
  await fixture.pay(first);
  expect(await fixture.isCounted(first), 'kept for the other one').toBe(false);
  await fixture.pay(second);
  expect(await fixture.isCounted(second)).toBe(true);
  expect(await fixture.offers(own)).toMatchObject([{ taken: 1, left: 0 }]);
});

it('gives a piece that is left to whoever pays late, and none behind the end', async () => {
  const own = await fixture.creator();
  const reward = await fixture.offer(own, { stock: 5 });
  const late = await fixture.take(own, reward);
  const kept = await fixture.take(own, reward);
  const tooLate = await fixture.take(own, reward);
  await fixture.letRunOut(late);
  await fixture.pay(late);
  expect(await fixture.isCounted(late)).toBe(true);
  await fixture.letRunOut(tooLate);
  await fixture.save(own, fixture.bodyOf(reward, { close: true }));
  expect(failureOf(await fixture.create(own, 50_000, [fixture.choiceOf(reward)]))).toMatchObject({
    fields: { 'choices.0': choiceFaults.rewardEnded },
  });
  await fixture.pay(tooLate);
  expect(await fixture.isCounted(tooLate)).toBe(false);
  await fixture.pay(kept);
  expect(await fixture.isCounted(kept), 'it was promised').toBe(true);
  expect(await fixture.offers(own)).toMatchObject([{ taken: 2 }]);
});

it('keeps one piece for a person, whatever is left unpaid', async () => {
  const own = await fixture.creator();
  const reward = await fixture.offer(own, { stock: 2 });
  const choice = fixture.choiceOf(reward);
  const donor = await fixture.donor();
  const older = await fixture.chooseAs(donor, own, 50_000, choice);
  for (let more = 0; more < 7; more += 1) await fixture.chooseAs(donor, own, 50_000, choice);
  expect(await fixture.offers(own)).toMatchObject([{ left: 1 }]);
  await fixture.take(own, reward);
  await fixture.pay(older);
  expect(await fixture.isCounted(older), 'all are kept for newer donations').toBe(false);
});

it('keeps the pieces of other rewards for the same donor', async () => {
  const own = await fixture.creator();
  const one = await fixture.offer(own, { stock: 2 });
  const other = await fixture.offer(own, { stock: 2 });
  const donor = await fixture.donor();
  await fixture.chooseAs(donor, own, 50_000, fixture.choiceOf(one));
  await fixture.chooseAs(donor, own, 50_000, fixture.choiceOf(other));
  expect(await fixture.offers(own)).toMatchObject([{ left: 1 }, { left: 1 }]);
});

it.each(['failed', 'expired'])('lets go of a piece whose payment has %s', async (status) => {
  const own = await fixture.creator();
  const reward = await fixture.offer(own, { stock: 1 });
  const given = await fixture.take(own, reward);
  expect(await fixture.offers(own)).toMatchObject([{ left: 0 }]);
  expect((await fixture.report(given, status)).status).toBe(200);
  expect(await fixture.offers(own)).toMatchObject([{ left: 1 }]);
});

it('forgets for whom pieces were kept an hour after that began', async () => {
  const { db } = fixture.app;
  const own = await fixture.creator();
  const reward = await fixture.offer(own, { stock: 4 });
  const forgotten = await fixture.take(own, reward);
  const gone = await fixture.take(own, reward);
  const live = await fixture.take(own, reward);
  const paid = await fixture.takePaid(own, reward);
  await fixture.letRunOut(forgotten);
  await fixture.letRunOut(gone);
  await fixture.began(forgotten, '1 hour');
  expect(await db.transaction((tx) => letHoldsRunOut(tx))).toContain(own.projectId);
  const { rows } = await db.pool.query<{ id: string; isKept: boolean; isKnown: boolean }>(
    `select donation_id as id, held_until is not null as "isKept", held_by is not null and held_since is not null as "isKnown"
     from reward_choice where reward_id = $1 order by donation_id`,
    [reward.id],
  );
  expect(rows).toEqual([
    { id: forgotten.payId, isKept: false, isKnown: false },
    { id: gone.payId, isKept: false, isKnown: true },
    { id: live.payId, isKept: true, isKnown: true },
    { id: paid.payId, isKept: false, isKnown: false },
  ]);
});
