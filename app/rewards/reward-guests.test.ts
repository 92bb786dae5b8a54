import { afterAll, expect, it } from 'vitest';
import { choiceFaults } from '#app/choices/donation-choices.ts';
import { failureOf } from '#test/support/money/failure-of.ts';
import { openRewardFixture, type ReadReward } from '#test/support/reward-fixture.ts';

const fixture = await openRewardFixture();
afterAll(() => fixture.app.close());

const refused = (text: string) => ({ status: 400, message: text, fields: { 'choices.0': text } });

/** A creator with one reward, which guests choose at their addresses. */
async function scene(stock: number | null) {
  const own = await fixture.creator();
  const reward: ReadReward = await fixture.offer(own, { stock });
  const choice = fixture.choiceOf(reward);
  return {
    own,
    reward,
    left: async () => (await fixture.first(own)).left,
    choose: (address: string) => fixture.chooseAs({ address }, own, 50_000, choice),
    refusal: async (address: string) => failureOf(await fixture.create(own, 50_000, [choice], { address })),
  };
}

it('keeps the last piece for the first of two guests behind one address', async () => {
  const { choose, refusal } = await scene(1);
  const first = await choose('203.0.113.1');
  expect(await refusal('203.0.113.1')).toMatchObject(refused(choiceFaults.soldOut));
  await fixture.pay(first);
  expect(await fixture.isCounted(first)).toBe(true);
});

it('keeps a piece for each of two guests behind one address', async () => {
  const { choose, left } = await scene(2);
  const both = [await choose('203.0.113.2'), await choose('203.0.113.2')];
  expect(await left()).toBe(0);
  for (const given of both) {
    await fixture.pay(given);
    expect(await fixture.isCounted(given)).toBe(true);
  }
});

it('keeps three pieces at once for the guests of one address, until they are paid', async () => {
  const { own, reward, choose, refusal, left } = await scene(10);
  const first = await choose('203.0.113.3');
  for (let more = 0; more < 2; more += 1) await choose('203.0.113.3');
  expect(await refusal('203.0.113.3')).toMatchObject(refused(choiceFaults.crowded));
  await choose('203.0.113.4');
  await fixture.take(own, reward);
  expect(await left()).toBe(5);
  await fixture.pay(first);
  await choose('203.0.113.3');
  expect(await refusal('203.0.113.3')).toMatchObject(refused(choiceFaults.crowded));
});

it('keeps no more where they choose at once', async () => {
  const { own, reward } = await scene(10);
  const choices = [fixture.choiceOf(reward)];
  const donor = { address: '203.0.113.5' };
  const answers = await Promise.all(Array.from({ length: 8 }, () => fixture.create(own, 50_000, choices, donor)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
  expect(await fixture.first(own)).toMatchObject({ left: 7 });
});

it('lets them begin six within an hour that they do not pay', async () => {
  const { choose, refusal } = await scene(10);
  const begin = async () => {
    const given = await choose('203.0.113.6');
    await fixture.report(given, 'failed');
    return given;
  };
  const first = await begin();
  for (let more = 1; more < 6; more += 1) await begin();
  expect(await refusal('203.0.113.6')).toMatchObject(refused(choiceFaults.crowded));
  await choose('203.0.113.7');
  await fixture.began(first, '1 hour');
  await choose('203.0.113.6');
});

it('counts the guests of one IPv6 site together, each reward by itself', async () => {
  const one = await scene(10);
  for (const subnet of [1, 2, 3]) await one.choose(`2001:db8:1:${subnet}::7`);
  expect(await one.refusal('2001:db8:1:4::7')).toMatchObject(refused(choiceFaults.crowded));
  await one.choose('2001:db8:2:1::7');
  const other = await scene(10);
  await other.choose('2001:db8:1:4::7');
});

it('gives everybody what has no limit', async () => {
  const { choose, refusal, left } = await scene(null);
  for (let more = 0; more < 7; more += 1) await choose('203.0.113.8');
  expect(await left()).toBeNull();
  await expect(refusal('203.0.113.8')).rejects.toThrow();
});
