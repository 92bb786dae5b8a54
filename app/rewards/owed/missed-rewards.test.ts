import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import type { Creator } from '#test/support/choice-fixture.ts';
import { failureOf } from '#test/support/money/failure-of.ts';
import { openRewardFixture, type ReadReward } from '#test/support/reward-fixture.ts';
import { dataOf } from '#test/support/start-app.ts';
import { givePaidTo } from '#test/support/tool-fixture.ts';

const fixture = await openRewardFixture();
afterEach(() => fixture.requireRight());
afterAll(() => fixture.app.close());

const missedOf = (own: Creator, more: object = {}) => fixture.owed(own, { state: 'missed', ...more });
const noPiece = { status: 409, code: 'NoPieceLeft' };

/** A donation for which no piece is kept any more. */
async function takeLate(own: Creator, reward: ReadReward, amount = reward.price) {
  const late = await fixture.take(own, reward, amount);
  await fixture.letRunOut(late);
  return late;
}

/** A creator whose reward has one piece, which is taken, and donations that were paid when none was left. */
async function withMissed(count: number, amount?: number) {
  const own = await fixture.creator();
  const reward = await fixture.offer(own, { stock: count + 1 });
  const missed = [];
  for (let at = 0; at < count; at += 1) missed.push(await takeLate(own, reward, amount));
  const taken = await fixture.takePaid(own, reward);
  await fixture.save(own, fixture.bodyOf(reward, { stock: 1 }));
  for (const late of missed) await fixture.pay(late);
  return { own, reward: await fixture.first(own), taken, missed };
}

const raise = async (own: Creator, stock: number | null) =>
  dataOf(await fixture.save(own, fixture.bodyOf(await fixture.first(own), { stock })));

describe('Reward/Owed of what was missed', () => {
  it('lists who paid when no piece was left, newest first, apart from what is owed', async () => {
    const { own, reward, missed, taken } = await withMissed(2);
    const { items, count } = await missedOf(own);
    expect(items.map(({ donationId }) => donationId)).toEqual(missed.map(({ payId }) => payId).toReversed());
    expect(count).toBe(2);
    expect(items[0]).toMatchObject({
      rewardId: reward.id,
      reward: reward.text,
      amount: 50_000,
      paidAt: expect.any(String),
      givenAt: null,
      isPaidBack: false,
    });
    expect(await missedOf(own, { rewardId: reward.id, Take: 1 })).toEqual({ items: items.slice(0, 1), count: 2 });
    expect((await missedOf(await fixture.creator())).count).toBe(0);
    for (const state of ['owed', 'all']) {
      const { items: others } = await fixture.owed(own, { state });
      expect(others.map(({ donationId }) => donationId)).toEqual([taken.payId]);
    }
    expect(await fixture.offers(own)).toMatchObject([{ taken: 1, left: 0 }]);
    expect(await Promise.all(missed.map((one) => fixture.isCounted(one)))).toEqual([false, false]);
  });

  it('has who paid behind the end, and nobody for whom there is nothing to give', async () => {
    const own = await fixture.creator();
    const reward = await fixture.offer(own, { stock: 5 });
    const late = await takeLate(own, reward);
    await fixture.save(own, fixture.bodyOf(reward, { close: true }));
    await fixture.pay(late);
    const other = await fixture.offer(own);
    const unpaid = await fixture.take(own, other);
    const failed = await fixture.take(own, other);
    await fixture.report(failed, 'failed');
    await givePaidTo(fixture.app, own, { amount: 50_000 });
    expect((await missedOf(own)).items.map(({ donationId }) => donationId)).toEqual([late.payId]);
    const moderator = await fixture.staff();
    for (const one of [reward, other]) expect((await fixture.remove(moderator, one)).status).toBe(200);
    await fixture.pay(unpaid);
    expect((await missedOf(own)).count).toBe(0);
    expect(failureOf(await fixture.give(own, [late]))).toMatchObject({ status: 404 });
  });

  it('has nobody any more whose money went back, or too much of it', async () => {
    const { own, missed } = await withMissed(2, 60_000);
    const [whole, part] = missed;
    if (whole === undefined || part === undefined) throw new Error('nobody has missed it');
    await fixture.refund(part, { amount: 1_000_000 });
    expect((await missedOf(own)).items).toMatchObject([{ amount: 50_000 }, { amount: 60_000 }]);
    await fixture.refund(part, { amount: 1, back: 1_000_001 });
    await fixture.refund(whole);
    expect((await missedOf(own)).count).toBe(0);
    await raise(own, null);
    expect(dataOf(await fixture.give(own, missed))).toMatchObject({ count: 0 });
    expect(await fixture.offers(own)).toMatchObject([{ taken: 1 }]);
  });
});

describe('Reward/Give of what was missed', () => {
  it('gives nothing again of a reward that a moderator has taken away since', async () => {
    const { own, reward, missed } = await withMissed(1);
    await raise(own, 2);
    dataOf(await fixture.give(own, missed));
    expect((await fixture.remove(await fixture.staff(), reward)).status).toBe(200);
    expect(dataOf(await fixture.give(own, missed, false))).toMatchObject({ count: 1 });
    expect((await missedOf(own)).count).toBe(0);
    expect(failureOf(await fixture.give(own, missed))).toMatchObject({ status: 404 });
  });

  it('takes a piece that is there again, and back', async () => {
    const { own, missed } = await withMissed(1);
    const refused = failureOf(await fixture.give(own, missed));
    const message = 'Свободных меньше, чем вы выбрали: «Имя в титрах». Ничего не отмечено';
    expect(refused).toMatchObject({ ...noPiece, message });
    expect((await missedOf(own)).count).toBe(1);
    await raise(own, 2);
    const headers = { 'idempotency-key': randomUUID() };
    const body = { donationIds: missed.map(({ payId }) => payId), isGiven: true };
    const send = () => fixture.app.request('POST Reward/Give', { body }, { token: own.token, headers });
    const [{ paidAt } = {}] = (await missedOf(own)).items;
    expect(dataOf(await send())).toMatchObject({ count: 1 });
    expect(dataOf(await send())).toMatchObject({ count: 1 });
    expect((await missedOf(own)).count).toBe(0);
    expect((await fixture.owed(own, { state: 'given' })).items).toMatchObject([{ paidAt, amount: 50_000 }]);
    expect((await fixture.owed(own, { state: 'all' })).count).toBe(2);
    expect(await fixture.offers(own)).toMatchObject([{ taken: 2, left: 0 }]);
    expect(await Promise.all(missed.map((one) => fixture.isCounted(one)))).toEqual([true]);

    expect(dataOf(await fixture.give(own, missed, false))).toMatchObject({ count: 1 });
    expect((await missedOf(own)).items).toMatchObject([{ paidAt, amount: 50_000 }]);
    expect((await fixture.owed(own)).count).toBe(1);
    expect(await fixture.offers(own)).toMatchObject([{ taken: 1, left: 1 }]);
    expect(dataOf(await fixture.give(own, missed, false)), 'it is so already').toMatchObject({ count: 1 });
  });

  it('gives what a refund has freed, and what has no stock any more', async () => {
    const { own, taken, missed } = await withMissed(2);
    const [first] = missed;
    if (first === undefined) throw new Error('nobody has missed it');
    await fixture.refund(taken);
    expect(failureOf(await fixture.give(own, missed)), 'both').toMatchObject(noPiece);
    expect((await missedOf(own)).count, 'nothing was changed').toBe(2);
    expect(dataOf(await fixture.give(own, [first]))).toMatchObject({ count: 1 });
    await raise(own, null);
    expect(dataOf(await fixture.give(own, missed))).toMatchObject({ count: 2 });
    expect(await fixture.offers(own)).toMatchObject([{ taken: 2, left: null }]);
    await fixture.refund(first);
    expect((await fixture.owed(own, { state: 'given' })).items).toMatchObject([{}, { isPaidBack: true }]);
  });

  it('takes no piece that is kept for a donor who is paying', async () => {
    const { own, missed } = await withMissed(1);
    await raise(own, 2);
    const paying = await fixture.take(own, await fixture.first(own));
    expect(failureOf(await fixture.give(own, missed))).toMatchObject(noPiece);
    await fixture.pay(paying);
    expect(await fixture.isCounted(paying)).toBe(true);
  });

  it('gives the last piece in one of two tabs', async () => {
    const { own, missed } = await withMissed(4);
    await raise(own, 2);
    const answers = await Promise.all(missed.map((one) => fixture.give(own, [one])));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      expect(failureOf(answer)).toMatchObject(noPiece);
    }
    expect(await fixture.offers(own)).toMatchObject([{ taken: 2, left: 0 }]);
  });

  it('gives the last piece to one of whoever has missed it and whoever chooses it now', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { own, missed } = await withMissed(1);
      await raise(own, 2);
      const donor = await fixture.donor();
      const choice = fixture.choiceOf(await fixture.first(own));
      const [given, chosen] = await Promise.all([
        fixture.give(own, missed),
        fixture.create(own, 50_000, [choice], donor),
      ]);
      expect([given.status === 200, chosen.status === 200].toSorted()).toEqual([false, true]);
      expect(await fixture.offers(own)).toMatchObject([{ left: 0 }]);
    }
  });

  it('gives nothing for money that goes back at once', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { own, missed } = await withMissed(1);
      const [one] = missed;
      if (one === undefined) throw new Error('nobody has missed it');
      await raise(own, 2);
      await Promise.all([fixture.give(own, missed), fixture.refund(one)]);
      expect((await missedOf(own)).count).toBe(0);
      const { items } = await fixture.owed(own, { state: 'given' });
      for (const given of items) expect(given).toMatchObject({ isPaidBack: true });
      expect(await fixture.offers(own)).toMatchObject([{ taken: 1 + items.length }]);
    }
  });
});
