import { afterAll, expect, it } from 'vitest';
import { choiceFaults } from '#app/choices/donation-choices.ts';
import { failureOf } from '#test/support/money/failure-of.ts';
import { noRewardFaults, readRewardFaults } from '#test/support/money/reward-faults.ts';
import { openRewardFixture } from '#test/support/reward-fixture.ts';
import { dataOf } from '#test/support/start-app.ts';
import { letHoldsRunOut } from './reward-choice-store.server.ts';

const fixture = await openRewardFixture();
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
  expect(await fixture.rewards(own)).toMatchObject([{ taken: 0, left: 1 }]);
  const second = await fixture.chooseAs(other, own, 50_000, choice);
  await fixture.pay(first);
  expect(await fixture.isCounted(first), 'kept for the other one').toBe(false);
  await fixture.pay(second);
  expect(await fixture.isCounted(second)).toBe(true);
  expect(await fixture.rewards(own)).toMatchObject([{ taken: 1, left: 0 }]);
  expect(await readRewardFaults(fixture.app.db)).toEqual(noRewardFaults);
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
  expect(await fixture.rewards(own)).toMatchObject([{ taken: 2 }]);
});

it('keeps one piece for a donor, whatever is left unpaid', async () => {
  const own = await fixture.creator();
  const reward = await fixture.offer(own, { stock: 2 });
  const choice = fixture.choiceOf(reward);
  const donor = await fixture.donor();
  const older = await fixture.chooseAs(donor, own, 50_000, choice);
  for (let more = 0; more < 3; more += 1) await fixture.chooseAs(donor, own, 50_000, choice);
  expect(await fixture.rewards(own)).toMatchObject([{ left: 1 }]);
  const guest = { address: '203.0.113.7' };
  await fixture.chooseAs(guest, own, 50_000, choice);
  expect(await fixture.rewards(own)).toMatchObject([{ left: 0 }]);
  await fixture.chooseAs(guest, own, 50_000, choice);
  const elsewhere = await fixture.create(own, 50_000, [choice], { address: '203.0.113.8' });
  expect(failureOf(elsewhere)).toMatchObject(soldOut);
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
  expect(await fixture.rewards(own)).toMatchObject([{ left: 1 }, { left: 1 }]);
});

it.each(['failed', 'expired'])('lets go of a piece whose payment has %s', async (status) => {
  const own = await fixture.creator();
  const reward = await fixture.offer(own, { stock: 1 });
  const given = await fixture.take(own, reward);
  expect(await fixture.rewards(own)).toMatchObject([{ left: 0 }]);
  expect((await fixture.report(given, status)).status).toBe(200);
  expect(await fixture.rewards(own)).toMatchObject([{ left: 1 }]);
});

it('is there for a guest who begins anew from another network', async () => {
  const own = await fixture.creator();
  const choices = [fixture.choiceOf(await fixture.offer(own, { stock: 1 }))];
  const first = dataOf(await fixture.create(own, 50_000, choices, { address: '203.0.113.9' }));
  const begin = (more: object) =>
    fixture.app.request(
      'POST ProjectPay/Create',
      { body: { projectId: own.projectId, amount: 60_000, choices, ...more } },
      { address: '203.0.113.10' },
    );
  expect(failureOf(await begin({}))).toMatchObject(soldOut);
  const { payId, proof } = first;
  expect((await begin({ instead: { payId, proof: 'x' } })).status, 'somebody else’s').toBe(404);
  expect((await begin({ instead: { payId, proof } })).status).toBe(200);
  expect(await fixture.rewards(own)).toMatchObject([{ left: 0 }]);
});

it('forgets for whom pieces were kept once they ran out', async () => {
  const { db } = fixture.app;
  const own = await fixture.creator();
  const reward = await fixture.offer(own, { stock: 3 });
  const gone = await fixture.take(own, reward);
  const live = await fixture.take(own, reward);
  await fixture.letRunOut(gone);
  expect(await db.transaction((tx) => letHoldsRunOut(tx))).toContain(own.projectId);
  const { rows } = await db.pool.query<{ id: string }>(
    'select donation_id as id from reward_choice where reward_id = $1 and held_by is not null and held_until is not null',
    [reward.id],
  );
  expect(rows).toEqual([{ id: live.payId }]);
});
