import { afterAll, expect, it } from 'vitest';
import { z } from 'zod';
import { choiceFaults } from '#app/choices/donation-choices.ts';
import { beforeThat } from '#test/support/database/before-that.ts';
import { failureOf } from '#test/support/money/failure-of.ts';
import { readTargetFaults } from '#test/support/money/target-faults.ts';
import { dataOf } from '#test/support/start-app.ts';
import { openTargetFixture } from '#test/support/target-fixture.ts';
import { targetFaults } from './target-rules.ts';

const fixture = await openTargetFixture();
afterAll(() => fixture.app.close());

const nothingWrong = { unpaid: 0, wrong: 0, missing: 0 };

it('pay a donation that waits for the end of its target: it does not count', async () => {
  const own = await fixture.creator();
  const target = await fixture.promise(own);
  const given = await fixture.choose(own, 20_000, fixture.choiceOf(target));
  const close = 'update target set closed_at = clock_timestamp() where id = $1';
  await beforeThat(fixture.app.db.pool, [close, target.id], () => fixture.pay(given));
  expect(await fixture.targets(own)).toMatchObject([{ sum: 0, count: 0 }]);
  const { body } = await fixture.app.request('GET ProjectPay/Success', { query: { payId: given.payId } });
  expect(body).toMatchObject({ data: { status: 'Paid', choices: [{ isCounted: false }] } });
});

it('choose a target that waits for its change: it is refused', async () => {
  const own = await fixture.creator();
  const target = await fixture.promise(own);
  const change = `with held as (select id from target where id = $1 for update)
    update target set goal = 1, revision = revision + 1 from held where target.id = held.id`;
  const answer = await beforeThat(fixture.app.db.pool, [change, target.id], () =>
    fixture.create(own, 20_000, [fixture.choiceOf(target)]),
  );
  expect(failureOf(answer)).toMatchObject({ status: 400, fields: { 'choices.0': choiceFaults.targetChanged } });
});

it('save a target that waits for a choice of it: what was chosen stays', async () => {
  const own = await fixture.creator();
  const target = await fixture.promise(own);
  const { payId } = await fixture.choose(own, 20_000, fixture.choiceOf(await fixture.promise(own)));
  // As the transaction does that writes a donation.
  const choose = `with target as (select id from target where id = $1 for key share)
    update target_choice set target_id = target.id from target where donation_id = '${payId}'`;
  const answer = await beforeThat(fixture.app.db.pool, [choose, target.id], () =>
    fixture.save(own, fixture.bodyOf(target, { goal: 1_000 })),
  );
  expect(failureOf(answer)).toMatchObject({ status: 400, fields: { goal: targetFaults.chosenSum } });
});

it('settle and refund a donation together', async () => {
  const own = await fixture.creator();
  const choice = fixture.choiceOf(await fixture.promise(own));
  for (let round = 0; round < 5; round += 1) {
    const given = await fixture.choose(own, 20_000, choice);
    await Promise.all([fixture.pay(given), fixture.report(given, 'paid')]);
    expect(await fixture.sum(own)).toBe(20_000);
    await Promise.all([fixture.refund(given), fixture.report(given, 'paid'), fixture.report(given, 'refunded')]);
    expect(await fixture.sum(own)).toBe(0);
  }
  expect(await readTargetFaults(fixture.app.db)).toEqual(nothingWrong);
});

it('close a target while donations for it are paid: what the end shows stays', async () => {
  const own = await fixture.creator();
  const target = await fixture.promise(own);
  const given = await Promise.all(
    Array.from({ length: 8 }, () => fixture.choose(own, 5_000, fixture.choiceOf(target))),
  );
  const [ended] = await Promise.all([
    fixture.save(own, fixture.bodyOf(target, { close: true })),
    ...given.map((one) => fixture.pay(one)),
  ]);
  const shown = z.object({ sum: z.number(), count: z.number() }).parse(dataOf(ended));
  expect(await fixture.targets(own)).toMatchObject([{ ...shown, closedAt: expect.any(String) }]);
  expect(await readTargetFaults(fixture.app.db)).toEqual(nothingWrong);
});

it('close a target while its donations are refunded: what is left counts', async () => {
  const own = await fixture.creator();
  const target = await fixture.promise(own);
  const given = await Promise.all(
    Array.from({ length: 4 }, () => fixture.choose(own, 10_000, fixture.choiceOf(target))),
  );
  await Promise.all(given.map((one) => fixture.pay(one)));
  await Promise.all([
    fixture.save(own, fixture.bodyOf(target, { close: true })),
    ...given.slice(1).map((one) => fixture.refund(one)),
  ]);
  expect(await fixture.targets(own)).toMatchObject([{ sum: 10_000, count: 1 }]);
  expect(await readTargetFaults(fixture.app.db)).toEqual(nothingWrong);
});

it('raise the goal of a target and choose it as it was: one of them is refused', async () => {
  const own = await fixture.creator();
  for (let round = 0; round < 5; round += 1) {
    const target = await fixture.promise(own);
    const [chosen, saved] = await Promise.all([
      fixture.create(own, 5_000, [fixture.choiceOf(target)]),
      fixture.save(own, fixture.bodyOf(target, { goal: 50_000 })),
    ]);
    expect([chosen.status, saved.status].sort()).toEqual([200, 400]);
    const present = (await fixture.targets(own)).find(({ id }) => id === target.id);
    expect(present?.goal).toBe(saved.status === 200 ? 50_000 : 30_000);
    if (present !== undefined) await fixture.save(own, fixture.bodyOf(present, { close: true }));
  }
});

it('save a target from two windows: one of them is refused, and nothing is mixed', async () => {
  const own = await fixture.creator();
  const target = await fixture.promise(own);
  const drafts = [
    { text: 'Первый', goal: 10_000 },
    { text: 'Второй', goal: 20_000 },
  ];
  const answers = await Promise.all(drafts.map((draft) => fixture.save(own, fixture.bodyOf(target, draft))));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const winner = drafts[answers.findIndex(({ status }) => status === 200)];
  expect(await fixture.targets(own)).toMatchObject([{ ...winner, revision: 2 }]);
});

it('two creators save at once: each has the own target', async () => {
  const [one, other] = await Promise.all([fixture.creator(), fixture.creator()]);
  const [mine, theirs] = await Promise.all([
    fixture.promise(one, { text: 'Мой' }),
    fixture.promise(other, { text: 'Чужой' }),
  ]);
  await Promise.all([
    fixture.save(one, fixture.bodyOf(mine, { goal: 1_000 })),
    fixture.save(other, fixture.bodyOf(theirs, { goal: 2_000 })),
    fixture.save(one, fixture.bodyOf(theirs, { goal: 3_000 })),
  ]);
  expect(await fixture.targets(one)).toMatchObject([{ id: mine.id, text: 'Мой', goal: 1_000 }]);
  expect(await fixture.targets(other)).toMatchObject([{ id: theirs.id, text: 'Чужой', goal: 2_000 }]);
});
