import { randomUUID } from 'node:crypto';
import { afterAll, expect, it, onTestFinished, vi } from 'vitest';
import { choiceFaults } from '#app/choices/donation-choices.ts';
import { failureOf } from '#test/support/money/failure-of.ts';
import { readTargetFaults } from '#test/support/money/target-faults.ts';
import { dataOf } from '#test/support/start-app.ts';
import { openTargetFixture } from '#test/support/target-fixture.ts';
import { makeWebhook, openReceiver } from '#test/support/tool-fixture.ts';
import { targetFaults } from './target-rules.ts';

const fixture = await openTargetFixture();
afterAll(() => fixture.app.close());

const nothingWrong = { unpaid: 0, wrong: 0, missing: 0 };

const payments = async () =>
  (await fixture.app.db.pool.query<{ count: number }>('select count(*)::int as count from payment')).rows[0]?.count;

const thanksOf = async (payId: string) =>
  (await fixture.app.request('GET ProjectPay/Success', { query: { payId } })).body;

it('counts once when it is paid, and the donor is thanked for it', async () => {
  const own = await fixture.creator();
  const target = await fixture.promise(own);
  const given = await fixture.choose(own, 14_999.99, fixture.choiceOf(target));
  expect(await fixture.sum(own)).toBe(0);
  const chosen = { targetId: target.id, target: target.text };
  expect(await thanksOf(given.payId)).toMatchObject({ data: { choices: [{ ...chosen, isCounted: false }] } });
  await fixture.pay(given);
  await Promise.all(Array.from({ length: 5 }, () => fixture.report(given, 'paid')));
  expect(await fixture.targets(own)).toMatchObject([{ sum: 14_999.99, count: 1, isReached: false }]);
  expect(await thanksOf(given.payId)).toMatchObject({ data: { choices: [{ ...chosen, isCounted: true }] } });
});

it('reaches the goal with its last unit, stays open, and a refund undoes that', async () => {
  const own = await fixture.creator();
  const target = await fixture.promise(own, { goal: 30_000 });
  const choice = fixture.choiceOf(target);
  const first = await fixture.choose(own, 24_999.99, choice);
  await fixture.pay(first);
  expect(await fixture.targets(own)).toMatchObject([{ isReached: false }]);
  const second = await fixture.choose(own, 5_000.01, choice);
  await fixture.pay(second);
  expect(await fixture.targets(own)).toMatchObject([{ sum: 30_000, isReached: true, closedAt: null }]);
  await fixture.pay(await fixture.choose(own, 5_000, choice));
  expect(await fixture.targets(own)).toMatchObject([{ sum: 35_000, count: 3, isReached: true }]);
  await fixture.refund(first);
  expect(await fixture.targets(own)).toMatchObject([{ sum: 10_000.01, count: 2, isReached: false, closedAt: null }]);
});

it('is taken back with every part of the money, after the end too', async () => {
  const own = await fixture.creator();
  const target = await fixture.promise(own);
  const given = await fixture.choose(own, 20_000, fixture.choiceOf(target));
  await fixture.pay(given);
  await fixture.refund(given, { amount: 500_001 });
  expect(await fixture.targets(own)).toMatchObject([{ sum: 14_999.99, count: 1 }]);
  await fixture.save(own, fixture.bodyOf(target, { close: true }));
  await fixture.refund(given, { amount: 100_000, back: 600_001 });
  expect(await fixture.targets(own)).toMatchObject([{ sum: 13_999.99, count: 1 }]);
  await fixture.refund(given);
  expect(await fixture.targets(own)).toMatchObject([{ sum: 0, count: 0 }]);
  expect(await readTargetFaults(fixture.app.db)).toEqual(nothingWrong);
});

it('does not count when it is paid after the end, and the donor can see that', async () => {
  const own = await fixture.creator();
  const target = await fixture.promise(own);
  const given = await fixture.choose(own, 20_000, fixture.choiceOf(target));
  await fixture.save(own, fixture.bodyOf(target, { close: true }));
  await fixture.pay(given);
  expect(await fixture.targets(own)).toMatchObject([{ sum: 0, count: 0 }]);
  expect(await thanksOf(given.payId)).toMatchObject({ data: { status: 'Paid', choices: [{ isCounted: false }] } });
  await fixture.refund(given);
  expect(await fixture.sum(own)).toBe(0);
  expect(await readTargetFaults(fixture.app.db)).toEqual(nothingWrong);
});

it('opens no payment where it cannot be chosen', async () => {
  const own = await fixture.creator();
  const target = await fixture.promise(own);
  const ended = await fixture.promise(own, { close: true });
  const foreign = await fixture.promise(await fixture.creator());
  await fixture.save(own, fixture.bodyOf(target, { goal: 40_000 }));
  const before = await payments();
  for (const [choice, text] of [
    [fixture.choiceOf(foreign), choiceFaults.unknownTarget],
    [{ targetId: randomUUID(), revision: 1 }, choiceFaults.unknownTarget],
    [fixture.choiceOf(ended), choiceFaults.targetEnded],
    [fixture.choiceOf({ ...ended, revision: 7 }), choiceFaults.targetEnded],
    [fixture.choiceOf(target), choiceFaults.targetChanged],
    [fixture.choiceOf({ ...target, revision: 3 }), choiceFaults.targetChanged],
  ] as const) {
    const answer = failureOf(await fixture.create(own, 10_000, [choice]));
    expect(answer, JSON.stringify(choice)).toEqual({
      status: 400,
      code: 'ValidationFailed',
      message: text,
      fields: { 'choices.0': text },
    });
  }
  expect(await payments()).toBe(before);
  await fixture.pay(await fixture.choose(own, 10_000, fixture.choiceOf({ ...target, revision: 2 })));
  expect(await fixture.sum(own)).toBe(10_000);
});

it('keeps the text and the goal from the first choice on, paid or not', async () => {
  const own = await fixture.creator();
  const target = await fixture.promise(own);
  const changed = await fixture.save(own, fixture.bodyOf(target, { text: 'Пою песню', goal: 10_000 }));
  expect(dataOf(changed)).toMatchObject({ text: 'Пою песню', goal: 10_000, revision: 2 });
  const present = { ...target, text: 'Пою песню', goal: 10_000, revision: 2 };
  await fixture.choose(own, 20_000, fixture.choiceOf(present));
  const same = await fixture.save(own, fixture.bodyOf(present));
  expect(dataOf(same), 'the same promise').toMatchObject({ revision: 2 });
  await fixture.choose(own, 20_000, fixture.choiceOf(present));
  const refused = async (change: object) => failureOf(await fixture.save(own, fixture.bodyOf(present, change)));
  expect(await refused({ text: 'Пою две' })).toMatchObject({ status: 400, fields: { text: targetFaults.chosenText } });
  expect(await refused({ goal: 10_001 })).toMatchObject({ status: 400, fields: { goal: targetFaults.chosenSum } });
  expect((await refused({ text: 'Пою две', goal: 1, close: true })).fields).toEqual({
    text: targetFaults.chosenText,
    goal: targetFaults.chosenSum,
  });
  expect(dataOf(await fixture.save(own, fixture.bodyOf(present, { close: true })))).toMatchObject({
    closedAt: expect.any(String),
    sum: 0,
  });
});

it('is in the message to the webhook of the creator', async () => {
  const own = await fixture.creator();
  const target = await fixture.promise(own);
  const receiver = await openReceiver();
  onTestFinished(() => receiver.close());
  await makeWebhook(fixture.app, own, receiver.address, ['donation.paid']);
  await fixture.pay(await fixture.choose(own, 20_000, fixture.choiceOf(target)));
  await vi.waitUntil(() => receiver.received.length === 1, { timeout: 10_000 });
  const choices = [{ targetId: target.id, target: target.text, isCounted: true }];
  expect(JSON.parse(receiver.received[0]?.body ?? '')).toMatchObject({ data: { choices } });
});
