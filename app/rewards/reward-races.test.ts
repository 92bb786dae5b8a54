import { afterAll, afterEach, expect, it } from 'vitest';
import { choiceFaults } from '#app/choices/donation-choices.ts';
import { beforeThat } from '#test/support/database/before-that.ts';
import { failureOf } from '#test/support/money/failure-of.ts';
import { openRewardFixture } from '#test/support/reward-fixture.ts';
import { rewardFaults } from './reward-rules.ts';

const fixture = await openRewardFixture();
afterEach(() => fixture.requireRight());
afterAll(() => fixture.app.close());

it('sell three pieces to twenty donors at once: three of them get one', async () => {
  const own = await fixture.creator();
  const reward = await fixture.offer(own, { stock: 3 });
  const choice = fixture.choiceOf(reward);
  const donors = await Promise.all(Array.from({ length: 20 }, () => fixture.donor()));
  const answers = await Promise.all(donors.map((donor) => fixture.create(own, 50_000, [choice], donor)));
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused).toHaveLength(17);
  for (const answer of refused) expect(failureOf(answer).fields).toEqual({ 'choices.0': choiceFaults.soldOut });
  expect(await fixture.offers(own)).toMatchObject([{ taken: 0, left: 0 }]);
});

it('pay twenty donations at once for three pieces that are kept for nobody: three of them get one', async () => {
  const own = await fixture.creator();
  const reward = await fixture.offer(own);
  const given = await Promise.all(Array.from({ length: 20 }, () => fixture.take(own, reward)));
  await Promise.all(given.map((one) => fixture.letRunOut(one)));
  expect((await fixture.save(own, fixture.bodyOf(reward, { stock: 3 }))).status).toBe(200);
  await Promise.all(given.map((one) => fixture.pay(one)));
  const counted = await Promise.all(given.map((one) => fixture.isCounted(one)));
  expect(counted.filter((isCounted) => isCounted)).toHaveLength(3);
  expect(await fixture.offers(own)).toMatchObject([{ taken: 3, left: 0 }]);
});

it('choose and pay for the last piece at once: it is promised or sold, never both', async () => {
  const own = await fixture.creator();
  for (let round = 0; round < 5; round += 1) {
    const reward = await fixture.offer(own, { stock: 1 });
    const late = await fixture.take(own, reward);
    const donor = await fixture.donor();
    await fixture.letRunOut(late);
    const [chosen] = await Promise.all([
      fixture.create(own, 50_000, [fixture.choiceOf(reward)], donor),
      fixture.pay(late),
    ]);
    expect(await fixture.isCounted(late)).toBe(chosen.status !== 200);
    await fixture.save(own, fixture.bodyOf(reward, { close: true }));
  }
});

it('pay two donations of one piece, and report each twice', async () => {
  const own = await fixture.creator();
  const reward = await fixture.offer(own, { stock: 1 });
  const donor = await fixture.donor();
  const choice = fixture.choiceOf(reward);
  const older = await fixture.chooseAs(donor, own, 50_000, choice);
  const newer = await fixture.chooseAs(donor, own, 50_000, choice);
  await Promise.all([older, newer].flatMap((one) => [fixture.pay(one), fixture.report(one, 'paid')]));
  expect([await fixture.isCounted(older), await fixture.isCounted(newer)]).toEqual([false, true]);
});

it('refund a piece while another donation for it is paid', async () => {
  const own = await fixture.creator();
  for (let round = 0; round < 3; round += 1) {
    const reward = await fixture.offer(own, { stock: 1 });
    const sold = await fixture.take(own, reward);
    await fixture.letRunOut(sold);
    const waiting = await fixture.take(own, reward);
    await fixture.letRunOut(waiting);
    await fixture.pay(sold);
    await Promise.all([fixture.refund(sold), fixture.pay(waiting), fixture.report(sold, 'refunded')]);
    const isCounted = await fixture.isCounted(waiting);
    const [present] = (await fixture.offers(own, own)).filter(({ id }) => id === reward.id);
    expect(present).toMatchObject({ taken: isCounted ? 1 : 0, left: isCounted ? 0 : 1 });
    await fixture.save(own, fixture.bodyOf(reward, { close: true }));
  }
});

it('refund a piece while it is marked as given', async () => {
  const own = await fixture.creator();
  const reward = await fixture.offer(own, { stock: 5 });
  for (let round = 0; round < 5; round += 1) {
    const given = await fixture.takePaid(own, reward);
    await Promise.all([fixture.refund(given), fixture.give(own, [given])]);
  }
  const { items } = await fixture.owed(own, { state: 'all' });
  for (const one of items) expect(one).toMatchObject({ isPaidBack: true, givenAt: expect.any(String) });
  expect(await fixture.offers(own)).toMatchObject([{ taken: items.length }]);
});

it('pay a donation that waits for the end of its reward: what is kept for it is honoured', async () => {
  const own = await fixture.creator();
  const reward = await fixture.offer(own, { stock: 2 });
  const kept = await fixture.take(own, reward);
  const late = await fixture.take(own, reward);
  await fixture.letRunOut(late);
  const close = 'update reward set closed_at = clock_timestamp() where id = $1';
  await beforeThat(fixture.app.db.pool, [close, reward.id], () => fixture.pay(kept));
  expect(await fixture.isCounted(kept)).toBe(true);
  await fixture.pay(late);
  expect(await fixture.isCounted(late)).toBe(false);
});

it('pay a donation that waits for a moderator who takes its reward away: it gets none', async () => {
  const own = await fixture.creator();
  const reward = await fixture.offer(own, { stock: 2 });
  const given = await fixture.take(own, reward);
  const remove = `update reward set closed_at = now(), removed_at = now(), removed_for = 'Оскорбления' where id = $1`;
  await beforeThat(fixture.app.db.pool, [remove, reward.id], () => fixture.pay(given));
  expect(await fixture.offers(own, own)).toMatchObject([{ taken: 0 }]);
});

it('choose a reward and lower its stock below that at once: one of them is refused', async () => {
  const own = await fixture.creator();
  for (let round = 0; round < 5; round += 1) {
    const reward = await fixture.offer(own, { stock: 2 });
    await fixture.takePaid(own, reward);
    const donor = await fixture.donor();
    const [chosen, saved] = await Promise.all([
      fixture.create(own, 50_000, [fixture.choiceOf(reward)], donor),
      fixture.save(own, fixture.bodyOf(reward, { stock: 1 })),
    ]);
    expect([chosen.status, saved.status].sort()).toEqual([200, 400]);
    if (saved.status !== 200) expect(failureOf(saved).fields).toEqual({ stock: rewardFaults.stock });
    await fixture.save(own, fixture.bodyOf(await presentOf(own, reward.id), { close: true }));
  }
});

async function presentOf(own: Awaited<ReturnType<typeof fixture.creator>>, id: string) {
  const present = (await fixture.offers(own, own)).find((reward) => reward.id === id);
  if (present === undefined) throw new Error('the reward is gone');
  return present;
}
