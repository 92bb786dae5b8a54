import { afterAll, afterEach, expect, it } from 'vitest';
import { choiceFaults } from '#app/choices/donation-choices.ts';
import { failureOf } from '#test/support/money/failure-of.ts';
import { openRewardFixture } from '#test/support/reward-fixture.ts';
import { dataOf } from '#test/support/start-app.ts';
import { rewardFaults } from './reward-rules.ts';

const fixture = await openRewardFixture();
afterEach(() => fixture.requireRight());
afterAll(() => fixture.app.close());

it('is of what is not sold out, for a donation that is no smaller than its price', async () => {
  const own = await fixture.creator();
  const reward = await fixture.offer(own, { stock: 1 });
  const refused = async (amount: number) => failureOf(await fixture.create(own, amount, [fixture.choiceOf(reward)]));
  expect(await refused(49_999.99)).toMatchObject({ status: 400, fields: { amount: choiceFaults.smallForReward } });
  await fixture.takePaid(own, reward);
  expect(await refused(50_000)).toMatchObject({ status: 400, fields: { 'choices.0': choiceFaults.soldOut } });
});

it('keeps the text and the price from the first choice on, and the stock what is taken or being paid', async () => {
  const own = await fixture.creator();
  const made = await fixture.offer(own, { stock: 5 });
  const changed = await fixture.save(own, fixture.bodyOf(made, { text: 'Открытка', price: 10_000 }));
  expect(dataOf(changed)).toMatchObject({ text: 'Открытка', price: 10_000, revision: 2 });
  const present = await fixture.first(own);
  await fixture.takePaid(own, present);
  const unpaid = await fixture.take(own, present);
  const refused = async (change: object) => failureOf(await fixture.save(own, fixture.bodyOf(present, change)));
  expect(await refused({ text: 'Две' })).toMatchObject({ status: 400, fields: { text: rewardFaults.chosenText } });
  expect((await refused({ text: 'Две', price: 1, stock: 1 })).fields).toEqual({
    text: rewardFaults.chosenText,
    price: rewardFaults.chosenPrice,
    stock: rewardFaults.stock,
  });
  const stocked = async (stock: number | null) =>
    dataOf(await fixture.save(own, fixture.bodyOf(await fixture.first(own), { stock })));
  expect(await stocked(null)).toMatchObject({ stock: null, left: null, revision: 2 });
  expect(await stocked(2)).toMatchObject({ stock: 2, taken: 1, left: 0 });
  await fixture.letRunOut(unpaid);
  expect(await stocked(1)).toMatchObject({ stock: 1, taken: 1, left: 0 });
});

it('is free again with a refund, or with a part that leaves less than the price', async () => {
  const own = await fixture.creator();
  const reward = await fixture.offer(own, { stock: 2 });
  const whole = await fixture.takePaid(own, reward);
  const part = await fixture.takePaid(own, reward, 60_000);
  expect(await fixture.offers(own)).toMatchObject([{ taken: 2, left: 0 }]);
  await fixture.refund(part, { amount: 1_000_000 });
  expect(await fixture.offers(own), 'the price is still there').toMatchObject([{ taken: 2, left: 0 }]);
  await fixture.refund(part, { amount: 1, back: 1_000_001 });
  expect(await fixture.offers(own)).toMatchObject([{ taken: 1, left: 1 }]);
  expect(await fixture.isCounted(part)).toBe(false);
  await fixture.refund(whole);
  expect(await fixture.offers(own)).toMatchObject([{ taken: 0, left: 2 }]);
  await fixture.refund(part);
  expect((await fixture.owed(own, { state: 'all' })).items).toEqual([]);
});

it('stays given where the money goes back after that, until its creator says that it was not', async () => {
  const own = await fixture.creator();
  const reward = await fixture.offer(own, { stock: 1 });
  const given = await fixture.takePaid(own, reward);
  expect(dataOf(await fixture.give(own, [given]))).toMatchObject({ count: 1 });
  await fixture.refund(given);
  expect(await fixture.offers(own)).toMatchObject([{ taken: 1, left: 0 }]);
  expect((await fixture.owed(own, { state: 'given' })).items).toMatchObject([{ isPaidBack: true, amount: 0 }]);
  await fixture.give(own, [given], false);
  expect(await fixture.offers(own)).toMatchObject([{ taken: 0, left: 1 }]);
  expect((await fixture.owed(own, { state: 'all' })).items).toEqual([]);
  expect(dataOf(await fixture.give(own, [given])), 'it has gone').toMatchObject({ count: 0 });
});
