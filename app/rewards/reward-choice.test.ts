import { randomUUID } from 'node:crypto';
import { afterAll, expect, it, onTestFinished, vi } from 'vitest';
import { choiceFaults } from '#app/choices/donation-choices.ts';
import { failureOf } from '#test/support/money/failure-of.ts';
import { noRewardFaults, readRewardFaults } from '#test/support/money/reward-faults.ts';
import { openRewardFixture } from '#test/support/reward-fixture.ts';
import { dataOf } from '#test/support/start-app.ts';
import { makeWebhook, openReceiver } from '#test/support/tool-fixture.ts';
import { rewardFaults } from './reward-rules.ts';

const fixture = await openRewardFixture();
afterAll(() => fixture.app.close());

const payments = async () =>
  (await fixture.app.db.pool.query<{ count: number }>('select count(*)::int as count from payment')).rows[0]?.count;

it('is taken once when it is paid, and the donor is thanked for it', async () => {
  const own = await fixture.creator();
  const reward = await fixture.offer(own, { stock: 3 });
  const given = await fixture.take(own, reward);
  expect(await fixture.rewards(own), 'kept for the donor').toMatchObject([{ taken: 0, left: 2 }]);
  const thanks = async () =>
    (await fixture.app.request('GET ProjectPay/Success', { query: { payId: given.payId } })).body;
  const chosen = { rewardId: reward.id, reward: reward.text };
  expect(await thanks()).toMatchObject({ data: { choices: [{ ...chosen, isCounted: false }] } });
  await fixture.pay(given);
  await Promise.all(Array.from({ length: 5 }, () => fixture.report(given, 'paid')));
  expect(await fixture.rewards(own)).toMatchObject([{ taken: 1, left: 2 }]);
  expect(await thanks()).toMatchObject({ data: { choices: [{ ...chosen, isCounted: true }] } });
});

it('opens no payment where it cannot be taken', async () => {
  const own = await fixture.creator();
  const reward = await fixture.offer(own);
  const ended = await fixture.offer(own, { close: true });
  const foreign = await fixture.offer(await fixture.creator());
  const soldOut = await fixture.offer(own, { stock: 1 });
  await fixture.takePaid(own, soldOut);
  await fixture.save(own, fixture.bodyOf(reward, { price: 40_000 }));
  const before = await payments();
  for (const [choice, text] of [
    [fixture.choiceOf(foreign), choiceFaults.unknownReward],
    [{ rewardId: randomUUID(), revision: 1 }, choiceFaults.unknownReward],
    [fixture.choiceOf(ended), choiceFaults.rewardEnded],
    [fixture.choiceOf({ ...ended, revision: 7 }), choiceFaults.rewardEnded],
    [fixture.choiceOf(reward), choiceFaults.rewardChanged],
    [fixture.choiceOf({ ...reward, revision: 3 }), choiceFaults.rewardChanged],
    [fixture.choiceOf(soldOut), choiceFaults.soldOut],
  ] as const) {
    const answer = failureOf(await fixture.create(own, 50_000, [choice]));
    expect(answer, JSON.stringify(choice)).toEqual({
      status: 400,
      code: 'ValidationFailed',
      message: text,
      fields: { 'choices.0': text },
    });
  }
  const present = fixture.choiceOf({ ...reward, revision: 2 });
  expect(failureOf(await fixture.create(own, 39_999.99, [present]))).toMatchObject({
    status: 400,
    fields: { amount: choiceFaults.smallForReward },
  });
  expect(await payments()).toBe(before);
  expect((await fixture.create(own, 40_000, [present])).status).toBe(200);
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
  expect(await fixture.rewards(own)).toMatchObject([{ taken: 2, left: 0 }]);
  await fixture.refund(part, { amount: 1_000_000 });
  expect(await fixture.rewards(own), 'the price is still there').toMatchObject([{ taken: 2, left: 0 }]);
  await fixture.refund(part, { amount: 1, back: 1_000_001 });
  expect(await fixture.rewards(own)).toMatchObject([{ taken: 1, left: 1 }]);
  expect(await fixture.isCounted(part)).toBe(false);
  await fixture.refund(whole);
  expect(await fixture.rewards(own)).toMatchObject([{ taken: 0, left: 2 }]);
  await fixture.refund(part);
  expect((await fixture.owed(own, { state: 'all' })).items).toEqual([]);
  expect(await readRewardFaults(fixture.app.db)).toEqual(noRewardFaults);
});

it('stays given where the money goes back after that, until its creator says that it was not', async () => {
  const own = await fixture.creator();
  const reward = await fixture.offer(own, { stock: 1 });
  const given = await fixture.takePaid(own, reward);
  expect(dataOf(await fixture.give(own, [given]))).toMatchObject({ count: 1 });
  await fixture.refund(given);
  expect(await fixture.rewards(own)).toMatchObject([{ taken: 1, left: 0 }]);
  expect((await fixture.owed(own, { state: 'given' })).items).toMatchObject([{ isPaidBack: true, amount: 0 }]);
  expect(await readRewardFaults(fixture.app.db)).toEqual(noRewardFaults);
  await fixture.give(own, [given], false);
  expect(await fixture.rewards(own)).toMatchObject([{ taken: 0, left: 1 }]);
  expect((await fixture.owed(own, { state: 'all' })).items).toEqual([]);
  expect(dataOf(await fixture.give(own, [given])), 'it has gone').toMatchObject({ count: 0 });
  expect(await readRewardFaults(fixture.app.db)).toEqual(noRewardFaults);
});

it('is in the message to the webhook of the creator', async () => {
  const own = await fixture.creator();
  const reward = await fixture.offer(own);
  const receiver = await openReceiver();
  onTestFinished(() => receiver.close());
  await makeWebhook(fixture.app, own, receiver.address, ['donation.paid']);
  await fixture.takePaid(own, reward);
  await vi.waitUntil(() => receiver.received.length === 1, { timeout: 10_000 });
  const choices = [{ rewardId: reward.id, reward: reward.text, isCounted: true }];
  expect(JSON.parse(receiver.received[0]?.body ?? '')).toMatchObject({ data: { choices } });
});
