import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { beforeThat } from '#test/support/database/before-that.ts';
import { failureOf } from '#test/support/money/failure-of.ts';
import { dataOf } from '#test/support/start-app.ts';
import { openTargetFixture } from '#test/support/target-fixture.ts';
import { openTargets } from './shown-target.server.ts';
import { targetFaults, targetLimits } from './target-rules.ts';

const fixture = await openTargetFixture();
afterAll(() => fixture.app.close());

const positive = targetFaults.positive;

describe('Target/Save', () => {
  it('makes a target that everybody sees', async () => {
    const own = await fixture.creator();
    const made = await fixture.offer(own, { text: '  Играю\nбосса ', goal: 3_000_000.5 });
    expect(made).toMatchObject({ text: 'Играю босса', goal: 3_000_000.5, sum: 0, count: 0, isReached: false });
    expect(made).toMatchObject({ closedAt: null, removedFor: null, revision: 1 });
    expect(await fixture.offers(own)).toEqual([made]);
  });

  it.each([
    ['no text', { text: ' \u200b ' }, { text: targetFaults.required }],
    ['a long text', { text: 'я'.repeat(targetLimits.text + 1) }, { text: expect.stringContaining('120') }],
    ['a goal of nothing', { goal: 0 }, { goal: positive }],
    ['a goal below nothing', { goal: -1 }, { goal: positive }],
    ['a goal with three decimals', { goal: 1.005 }, { goal: expect.stringContaining('двумя знаками') }],
    ['a goal below the least donation', { goal: 4_999.99 }, { goal: 'Минимальная сумма от 5 000' }],
    ['a goal in words', { goal: '30000' }, { goal: 'Укажите сумму числом' }],
    ['no revision', { targetId: randomUUID() }, { revision: targetFaults.required }],
    ['an unknown member', { endSum: 1 }, { endSum: 'Лишнее поле' }],
  ])('refuses %s at its field', async (_, change, fields) => {
    const answer = failureOf(await fixture.save(await fixture.creator(), { ...fixture.good, ...change }));
    expect(answer).toMatchObject({ status: 400, code: 'ValidationFailed', fields });
  });
});

describe('a target that is chosen', () => {
  it('reaches the goal with its last unit, stays open, and a refund undoes that', async () => {
    const own = await fixture.creator();
    const target = await fixture.offer(own, { goal: 30_000 });
    const choice = fixture.choiceOf(target);
    const first = await fixture.choose(own, 24_999.99, choice);
    await fixture.pay(first);
    expect(await fixture.offers(own)).toMatchObject([{ isReached: false }]);
    const second = await fixture.choose(own, 5_000.01, choice);
    await fixture.pay(second);
    expect(await fixture.offers(own)).toMatchObject([{ sum: 30_000, isReached: true, closedAt: null }]);
    await fixture.pay(await fixture.choose(own, 5_000, choice));
    expect(await fixture.offers(own)).toMatchObject([{ sum: 35_000, count: 3, isReached: true }]);
    await fixture.refund(first);
    expect(await fixture.offers(own)).toMatchObject([{ sum: 10_000.01, count: 2, isReached: false, closedAt: null }]);
  });

  it('keeps the text and the goal from the first choice on, paid or not', async () => {
    const own = await fixture.creator();
    const target = await fixture.offer(own);
    const changed = await fixture.save(own, fixture.bodyOf(target, { text: 'Пою песню', goal: 10_000 }));
    expect(dataOf(changed)).toMatchObject({ text: 'Пою песню', goal: 10_000, revision: 2 });
    const present = { ...target, text: 'Пою песню', goal: 10_000, revision: 2 };
    await fixture.choose(own, 20_000, fixture.choiceOf(present));
    const same = await fixture.save(own, fixture.bodyOf(present));
    expect(dataOf(same), 'the same promise').toMatchObject({ revision: 2 });
    await fixture.choose(own, 20_000, fixture.choiceOf(present));
    const refused = async (change: object) => failureOf(await fixture.save(own, fixture.bodyOf(present, change)));
    expect(await refused({ text: 'Пою две' })).toMatchObject({
      status: 400,
      fields: { text: targetFaults.chosenText },
    });
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

  it('keeps them where a change waits for the choice', async () => {
    const own = await fixture.creator();
    const target = await fixture.offer(own);
    const { payId } = await fixture.choose(own, 20_000, fixture.choiceOf(await fixture.offer(own)));
    // As the transaction does that writes a donation.
    const choose = `with target as (select id from target where id = $1 for key share)
      update target_choice set target_id = target.id from target where donation_id = '${payId}'`;
    const answer = await beforeThat(fixture.app.db.pool, [choose, target.id], () =>
      fixture.save(own, fixture.bodyOf(target, { goal: 1_000 })),
    );
    expect(failureOf(answer)).toMatchObject({ status: 400, fields: { goal: targetFaults.chosenSum } });
  });
});

describe('the stream and the page', () => {
  it('show every open target, else the reached one that ended last, for ten minutes', async () => {
    const own = await fixture.creator();
    const key = await fixture.widgetKey(own);
    const ids = z.object({ data: z.array(z.object({ id: z.string() })) });
    const streamed = async () => {
      const { body } = await fixture.app.request('GET Widget/Targets', { query: { key } });
      return ids.parse(body).data.map(({ id }) => id);
    };
    expect(await streamed()).toEqual([]);
    const reached = await fixture.offer(own, { goal: 5_000 });
    const early = await fixture.offer(own, { goal: 5_000 });
    const open = await fixture.offer(own);
    for (const one of [reached, early]) {
      await fixture.pay(await fixture.choose(own, 10_000, fixture.choiceOf(one)));
    }
    expect(await streamed()).toEqual([reached.id, early.id, open.id]);
    const [first] = await openTargets(fixture.app.db, own.projectId);
    expect(first).toMatchObject({ id: reached.id, goal: 5_000, sum: 10_000, isReached: true });
    for (const one of [early, reached, open]) await fixture.save(own, fixture.bodyOf(one, { close: true }));
    expect(await openTargets(fixture.app.db, own.projectId)).toEqual([]);
    expect(await streamed()).toEqual([reached.id]);
    await fixture.endedFor(early, '9 minutes');
    await fixture.endedFor(reached, '10 minutes');
    expect(await streamed()).toEqual([early.id]);
    await fixture.endedFor(early, '10 minutes');
    expect(await streamed()).toEqual([]);
  });

  it('ask for the key of the widgets', async () => {
    expect((await fixture.app.request('GET Widget/Targets')).status).toBe(401);
    expect((await fixture.app.request('GET Widget/Targets', { query: { key: 'x' } })).status).toBe(401);
  });
});
