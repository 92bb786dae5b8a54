import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { failureOf } from '#test/support/money/failure-of.ts';
import { openRewardFixture } from '#test/support/reward-fixture.ts';
import { dataOf } from '#test/support/start-app.ts';
import { givePaidTo } from '#test/support/tool-fixture.ts';

const fixture = await openRewardFixture();
afterAll(() => fixture.app.close());

describe('Reward/Owed', () => {
  it('lists what was taken, newest first, with what the donors wrote', async () => {
    const own = await fixture.creator();
    const reward = await fixture.offer(own);
    const choices = [fixture.choiceOf(reward)];
    const named = await givePaidTo(fixture.app, own, { amount: 60_000, choices, name: 'Анна', message: 'Привет!' });
    const hidden = await givePaidTo(fixture.app, own, { amount: 50_000, choices, isAnonymous: true, message: null });
    await fixture.take(own, reward);
    const row = { rewardId: reward.id, reward: reward.text, givenAt: null, isPaidBack: false };
    expect(await fixture.owed(own)).toEqual({
      items: [
        { ...row, donationId: hidden, name: null, message: null, amount: 50_000, paidAt: expect.any(String) },
        { ...row, donationId: named, name: 'Анна', message: 'Привет!', amount: 60_000, paidAt: expect.any(String) },
      ],
      count: 2,
    });
    const { body } = await fixture.app.request('GET Donate/My', {}, { token: own.token });
    const paidAt = (await fixture.owed(own)).items.map((item) => item.paidAt);
    expect(body).toMatchObject({ data: { items: paidAt.map((at) => ({ paidAt: at })) } });
  });

  it('tells what is owed from what is given, of all rewards or of one', async () => {
    const own = await fixture.creator();
    const first = await fixture.offer(own, { text: 'А' });
    const second = await fixture.offer(own, { text: 'Б' });
    const given = [
      await fixture.takePaid(own, first),
      await fixture.takePaid(own, second),
      await fixture.takePaid(own, first),
      await fixture.takePaid(own, second),
    ];
    await fixture.give(own, given.slice(0, 2));
    const seen = async (query: object) => {
      const { items, count } = await fixture.owed(own, query);
      expect(count).toBe(items.length);
      return items.map(({ donationId }) => given.findIndex(({ payId }) => payId === donationId));
    };
    expect(await seen({})).toEqual([3, 2]);
    expect(await seen({ state: 'given' })).toEqual([1, 0]);
    expect(await seen({ state: 'all' })).toEqual([3, 2, 1, 0]);
    expect(await seen({ rewardId: first.id })).toEqual([2]);
    expect(await seen({ rewardId: first.id, state: 'given' })).toEqual([0]);
    expect(await seen({ rewardId: second.id, state: 'all' })).toEqual([3, 1]);
    const page = await fixture.owed(own, { state: 'all', Skip: 1, Take: 2 });
    expect([page.items.map(({ reward }) => reward), page.count]).toEqual([['А', 'Б'], 4]);
  });

  it('is the own list alone', async () => {
    const own = await fixture.creator();
    const reward = await fixture.offer(own);
    await fixture.takePaid(own, reward);
    const other = await fixture.creator();
    expect(await fixture.owed(other, { state: 'all' })).toEqual({ items: [], count: 0 });
    const ask = (who: object, query: Record<string, unknown> = {}) =>
      fixture.app.request('GET Reward/Owed', { query }, who);
    expect((await ask({ token: other.token }, { rewardId: reward.id })).status).toBe(404);
    expect((await ask({ token: own.token }, { rewardId: randomUUID() })).status).toBe(404);
    expect((await ask({ token: own.token }, { state: 'lost' })).status).toBe(400);
  });

  it('names the rewards that it may list, and the one that is asked for', async () => {
    const own = await fixture.creator();
    const taken = async (query: object = {}) =>
      dataOf(await fixture.app.request('GET Reward/Taken', { query: { ...query } }, own)).items;
    expect(await taken()).toEqual([]);
    const first = await fixture.offer(own, { text: 'А' });
    const chosen = await fixture.offer(own, { text: 'Б' });
    const missed = await fixture.offer(own, { text: 'В', stock: 1 });
    const gone = await fixture.takePaid(own, first);
    await fixture.take(own, chosen);
    const late = await fixture.take(own, missed);
    await fixture.letRunOut(late);
    await fixture.save(own, fixture.bodyOf(missed, { close: true }));
    expect(await taken()).toEqual([{ id: first.id, text: 'А' }]);
    await fixture.pay(late);
    const both = [
      { id: first.id, text: 'А' },
      { id: missed.id, text: 'В' },
    ];
    expect(await taken()).toEqual(both);
    expect(await taken({ rewardId: first.id })).toEqual(both);
    expect(await taken({ rewardId: chosen.id })).toEqual([both[0], { id: chosen.id, text: 'Б' }, both[1]]);
    for (const rewardId of [randomUUID(), (await fixture.offer(await fixture.creator())).id]) {
      expect(await taken({ rewardId })).toEqual(both);
    }
    await fixture.refund(gone);
    expect(await taken()).toEqual([both[1]]);
  });

  it('reads a page far behind from the end, the same as from the beginning', async () => {
    const own = await fixture.creator();
    const reward = await fixture.offer(own);
    const { db } = fixture.app;
    await db.pool.query(
      `with made as (
         insert into donation (id, project_id, donor_key, is_anonymous, amount, commission, number, paid_at)
         select uuid_v7(), $1, 'anonymous', true, 5000000, 0, n, now() - n / 3 * interval '1 minute'
         from generate_series(1, 1200) n returning id, paid_at
       )
       insert into reward_choice (donation_id, reward_id, project_id, sum, taken_at)
       select id, $2, $1, 5000000, paid_at from made`,
      [own.projectId, reward.id],
    );
    const { rows } = await db.pool.query<{ id: string }>(
      'select donation_id as id from reward_choice where project_id = $1 order by taken_at desc, donation_id desc',
      [own.projectId],
    );
    for (const Skip of [0, 999, 1_000, 1_007, 1_190, 1_200]) {
      const { items, count } = await fixture.owed(own, { Skip, Take: 20 });
      const expected = rows.slice(Skip, Skip + 20).map(({ id }) => id);
      expect([Skip, items.map(({ donationId }) => donationId), count]).toEqual([Skip, expected, 1_200]);
    }
  });
});

describe('Reward/Give', () => {
  it('marks several at once, again without a change, and back', async () => {
    const own = await fixture.creator();
    const reward = await fixture.offer(own);
    const given = [await fixture.takePaid(own, reward), await fixture.takePaid(own, reward)];
    const [first, second] = given.map(({ payId }) => payId);
    expect(dataOf(await fixture.give(own, given.slice(0, 1)))).toEqual({ count: 1, marked: [first] });
    expect(dataOf(await fixture.give(own, given)), 'the other one').toEqual({ count: 2, marked: [second] });
    const marked = (await fixture.owed(own, { state: 'given' })).items;
    expect(marked).toHaveLength(2);
    expect(dataOf(await fixture.give(own, [...given, ...given]))).toEqual({ count: 2, marked: [] });
    expect((await fixture.owed(own, { state: 'given' })).items).toEqual(marked);
    expect(dataOf(await fixture.give(own, given, false))).toMatchObject({ count: 2 });
    expect((await fixture.owed(own)).count).toBe(2);
    expect(await fixture.offers(own)).toMatchObject([{ taken: 2 }]);
  });

  it('answers a repeated request with the same', async () => {
    const own = await fixture.creator();
    const given = await fixture.takePaid(own, await fixture.offer(own));
    const headers = { 'idempotency-key': randomUUID() };
    const send = () =>
      fixture.app.request(
        'POST Reward/Give',
        { body: { donationIds: [given.payId], isGiven: true } },
        { token: own.token, headers },
      );
    expect(dataOf(await send())).toMatchObject({ count: 1 });
    await fixture.give(own, [given], false);
    expect(dataOf(await send())).toMatchObject({ count: 1 });
    expect((await fixture.owed(own)).count).toBe(1);
  });

  it('marks nothing where one is not a reward that was taken from the caller', async () => {
    const own = await fixture.creator();
    const reward = await fixture.offer(own);
    const other = await fixture.creator();
    const mine = await fixture.takePaid(own, reward);
    const theirs = await fixture.takePaid(other, await fixture.offer(other));
    const unpaid = await fixture.take(own, reward);
    const plain = await fixture.choose(own, 10_000);
    await fixture.pay(plain);
    for (const wrong of [theirs, unpaid, plain, { ...mine, payId: randomUUID() }]) {
      expect(failureOf(await fixture.give(own, [mine, wrong]))).toMatchObject({ status: 404 });
    }
    expect((await fixture.owed(own)).count).toBe(1);
    expect((await fixture.owed(other)).count).toBe(1);
  });

  it.each([
    ['nothing', []],
    ['more than a hundred', Array.from({ length: 101 }, () => randomUUID())],
  ])('refuses %s', async (_, donationIds) => {
    const own = await fixture.creator();
    const body = { donationIds, isGiven: true };
    const answer = await fixture.app.request('POST Reward/Give', { body }, { token: own.token });
    expect(failureOf(answer)).toMatchObject({ status: 400, fields: { donationIds: expect.any(String) } });
  });
});
