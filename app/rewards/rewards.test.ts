import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { formMessages } from '#base/text/form-rules.ts';
import { failureOf } from '#test/support/money/failure-of.ts';
import { openRewardFixture } from '#test/support/reward-fixture.ts';
import { dataOf } from '#test/support/start-app.ts';
import { rewardFaults, rewardLimits } from './reward-rules.ts';
import { openRewards } from './shown-reward.server.ts';

const fixture = await openRewardFixture();
afterAll(() => fixture.app.close());

const creator = await fixture.creator();

describe('Reward/Save', () => {
  it('makes a reward that everybody sees', async () => {
    const own = await fixture.creator();
    const made = await fixture.offer(own, { text: '  Имя\nв титрах ', price: 50_000.5, stock: 3 });
    expect(made).toMatchObject({ text: 'Имя в титрах', price: 50_000.5, stock: 3, taken: 0, left: 3 });
    expect(made).toMatchObject({ closedAt: null, removedFor: null, revision: 1 });
    const endless = await fixture.offer(own);
    expect(endless).toMatchObject({ stock: null, left: null });
    expect(await fixture.offers(own)).toEqual([made, endless]);
    expect(await openRewards(fixture.app.db, own.projectId)).toEqual([made, endless]);
  });

  it.each([
    ['no text', { text: ' \u200b ' }, { text: rewardFaults.required }],
    ['a long text', { text: 'я'.repeat(rewardLimits.text + 1) }, { text: expect.stringContaining('120') }],
    ['a price of nothing', { price: 0 }, { price: rewardFaults.positive }],
    ['a price below nothing', { price: -1 }, { price: rewardFaults.positive }],
    ['a price with three decimals', { price: 1.005 }, { price: expect.stringContaining('двумя знаками') }],
    ['a stock of nothing', { stock: 0 }, { stock: 'Не меньше 1' }],
    ['a stock of too many', { stock: rewardLimits.stock + 1 }, { stock: expect.stringContaining('10') }],
    ['half a piece', { stock: 1.5 }, { stock: expect.any(String) }],
    ['no stock', { stock: undefined }, { stock: expect.any(String) }],
    ['no revision', { rewardId: randomUUID(), seenStock: 3 }, { revision: rewardFaults.required }],
    ['no stock that was seen', { rewardId: randomUUID(), revision: 1 }, { stock: rewardFaults.seenStock }],
    ['a price below the least donation', { price: 4_999.99 }, { price: 'Минимальная сумма от 5 000' }],
    ['a price above the greatest donation', { price: 10_000_000.01 }, { price: formMessages.notAbove(10_000_000) }],
    ['an unknown member', { goal: 1 }, { goal: 'Лишнее поле' }],
  ])('refuses %s at its field', async (_, change, fields) => {
    const answer = failureOf(await fixture.save(creator, { ...fixture.good, ...change }));
    expect(answer).toMatchObject({ status: 400, code: 'ValidationFailed', fields });
  });
});

it('says to the creator and the staff alone how many are paying', async () => {
  const own = await fixture.creator();
  await fixture.take(own, await fixture.offer(own));
  const seenBy = async (who: { readonly token: string } | null) => dataOf(await fixture.list(own, who)).items;
  for (const who of [own, await fixture.staff()]) expect(await seenBy(who)).toMatchObject([{ taken: 0, paying: 1 }]);
  for (const who of [null, creator]) expect(JSON.stringify(await seenBy(who))).not.toContain('paying');
});

it('leaves what was taken in the list of its creator where a moderator takes it away', async () => {
  const own = await fixture.creator();
  const reward = await fixture.offer(own);
  const given = await fixture.takePaid(own, reward);
  expect((await fixture.remove(await fixture.staff(), reward)).status).toBe(200);
  expect((await fixture.owed(own)).items.map(({ donationId }) => donationId)).toEqual([given.payId]);
});
