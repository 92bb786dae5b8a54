import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { choiceFaults } from '#app/choices/donation-choices.ts';
import { formMessages } from '#base/text/form-rules.ts';
import { failureOf } from '#test/support/money/failure-of.ts';
import { openRewardFixture } from '#test/support/reward-fixture.ts';
import { signIn } from '#test/support/sign-in.ts';
import { dataOf, testSecrets } from '#test/support/start-app.ts';
import { rewardFaults, rewardLimits } from './reward-rules.ts';
import { openRewards } from './shown-reward.server.ts';

const fixture = await openRewardFixture();
afterAll(() => fixture.app.close());

const creator = await fixture.creator();

const good = { text: 'Имя в титрах', price: 50_000, stock: 3 };

/** Moves the end of a reward into the past. */
async function endedFor(id: string, time: string): Promise<void> {
  await fixture.app.db.pool.query('update reward set closed_at = now() - $2::interval where id = $1', [id, time]);
}

describe('Reward/Save', () => {
  it('makes a reward that everybody sees', async () => {
    const own = await fixture.creator();
    const made = await fixture.offer(own, { text: '  Имя\nв титрах ', price: 50_000.5, stock: 3 });
    expect(made).toMatchObject({ text: 'Имя в титрах', price: 50_000.5, stock: 3, taken: 0, left: 3 });
    expect(made).toMatchObject({ closedAt: null, removedFor: null, revision: 1 });
    const endless = await fixture.offer(own);
    expect(endless).toMatchObject({ stock: null, left: null });
    expect(await fixture.rewards(own)).toEqual([made, endless]);
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
    const answer = failureOf(await fixture.save(creator, { ...good, ...change }));
    expect(answer).toMatchObject({ status: 400, code: 'ValidationFailed', fields });
  });

  it('is for logged-in people and for own rewards', async () => {
    const own = await fixture.creator();
    const made = await fixture.offer(own);
    const body = fixture.bodyOf(made, { text: 'Другое' });
    expect((await fixture.save(null, body)).status).toBe(401);
    expect((await fixture.save(creator, body)).status).toBe(404);
    expect(await fixture.rewards(own)).toEqual([made]);
  });

  it('changes what was read, once, and ends it for good', async () => {
    const own = await fixture.creator();
    const made = await fixture.offer(own);
    const both = await Promise.all([
      fixture.save(own, fixture.bodyOf(made, { text: 'Первый' })),
      fixture.save(own, fixture.bodyOf(made, { text: 'Второй' })),
    ]);
    const refused = both.filter(({ status }) => status !== 200);
    expect(refused.map(failureOf)).toMatchObject([{ status: 409, code: 'RewardChanged' }]);
    const present = await fixture.first(own);
    expect(present.revision).toBe(2);
    const limited = await fixture.save(own, fixture.bodyOf(present, { stock: 5 }));
    expect(dataOf(limited), 'the same offer').toMatchObject({ stock: 5, revision: 2 });
    const closed = await fixture.save(own, fixture.bodyOf(present, { close: true }));
    expect(dataOf(closed)).toMatchObject({ closedAt: expect.any(String), revision: 2 });
    const again = await fixture.save(own, fixture.bodyOf(present));
    expect(failureOf(again)).toMatchObject({ status: 409, code: 'RewardEnded' });
  });

  it('makes at most ten that are open, also at once', async () => {
    const own = await fixture.creator();
    const answers = await Promise.all(Array.from({ length: 12 }, () => fixture.save(own, good)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(rewardLimits.open);
    expect(failureOf(await fixture.save(own, good))).toMatchObject({ status: 409, code: 'TooManyRewards' });
    await fixture.save(own, fixture.bodyOf(await fixture.first(own), { close: true }));
    expect((await fixture.save(own, good)).status).toBe(200);
  });

  it('makes one reward for a request that is repeated', async () => {
    const own = await fixture.creator();
    const headers = { 'idempotency-key': randomUUID() };
    const send = () => fixture.app.request('POST Reward/Save', { body: good }, { token: own.token, headers });
    const first = dataOf(await send());
    expect(dataOf(await send())).toEqual(first);
    expect([first]).toMatchObject(await fixture.rewards(own));
  });
});

describe('Reward/List', () => {
  it('shows the open ones in the order in which they were made, then those that ended, the last one first', async () => {
    const own = await fixture.creator();
    const made = [];
    for (const text of ['А', 'Б', 'В', 'Г']) made.push(await fixture.offer(own, { text }));
    for (const text of ['Б', 'А']) {
      const one = made.find((reward) => reward.text === text);
      if (one !== undefined) await fixture.save(own, fixture.bodyOf(one, { close: true }));
    }
    expect((await fixture.rewards(own)).map(({ text }) => text)).toEqual(['В', 'Г', 'А', 'Б']);
    const page = async (Skip: number) => {
      const query = { userName: own.userName, Skip, Take: 2 };
      return dataOf(await fixture.app.request('GET Reward/List', { query }));
    };
    expect(await page(2)).toMatchObject({ items: [{ text: 'А' }, { text: 'Б' }], count: 4 });
    expect(await page(4)).toEqual({ items: [], count: 4 });
  });

  it('shows what ended long ago to the creator and the staff alone', async () => {
    const own = await fixture.creator();
    const recent = await fixture.offer(own, { close: true });
    const old = await fixture.offer(own, { close: true });
    await endedFor(recent.id, '23 hours');
    await endedFor(old.id, '1 day');
    const staff = await signIn(fixture.app.db, testSecrets.jwt, { role: 'moderator' });
    const seen = async (who: { token: string } | null) => (await fixture.rewards(own, who)).map(({ id }) => id);
    expect(await seen(own)).toEqual([recent.id, old.id]);
    expect(await seen(staff)).toEqual([recent.id, old.id]);
    expect(await seen(creator)).toEqual([recent.id]);
    expect(await seen(null)).toEqual([recent.id]);
  });

  it('says to the creator and the staff alone what is chosen', async () => {
    const own = await fixture.creator();
    const reward = await fixture.offer(own);
    const query = { userName: own.userName };
    const seenBy = async (who: { token: string } | Record<string, never>) =>
      dataOf(await fixture.app.request('GET Reward/List', { query }, who)).items;
    expect(await seenBy(own)).toMatchObject([{ isChosen: false }]);
    await fixture.take(own, reward);
    expect(await seenBy(own)).toMatchObject([{ isChosen: true, taken: 0, paying: 1 }]);
    const staff = await signIn(fixture.app.db, testSecrets.jwt, { role: 'moderator' });
    expect(await seenBy(staff)).toMatchObject([{ isChosen: true }]);
    for (const who of [creator, {}]) expect(JSON.stringify(await seenBy(who))).not.toMatch(/isChosen|paying/);
  });

  it('is 404 for nobody and for a blocked creator', async () => {
    const own = await fixture.creator();
    await fixture.offer(own);
    await fixture.app.db.pool.query('update creator set is_blocked = true where user_id = $1', [own.userId]);
    for (const userName of [own.userName, 'nobody.there']) {
      expect((await fixture.app.request('GET Reward/List', { query: { userName } })).status).toBe(404);
    }
  });
});

describe('Moderator/RemoveReward', () => {
  it('takes a reward from everybody but its creator and the staff, with a reason that is kept', async () => {
    const own = await fixture.creator();
    const reward = await fixture.offer(own, { stock: 3 });
    const given = await fixture.takePaid(own, reward);
    const late = await fixture.take(own, reward);
    const moderator = await signIn(fixture.app.db, testSecrets.jwt, { role: 'moderator' });
    const remove = (token: string | undefined, change: object = {}) =>
      fixture.app.request(
        'POST Moderator/RemoveReward',
        { body: { rewardId: reward.id, reason: 'Оскорбления', ...change } },
        token === undefined ? {} : { token },
      );
    expect((await remove(undefined)).status).toBe(401);
    expect((await remove(own.token)).status).toBe(403);
    expect(failureOf(await remove(moderator.token, { reason: '' }))).toMatchObject({
      status: 400,
      fields: { reason: 'Напишите причину' },
    });
    expect((await remove(moderator.token, { rewardId: randomUUID() })).status).toBe(404);
    expect((await remove(moderator.token)).status).toBe(200);
    expect((await remove(moderator.token, { reason: 'Другая' })).status).toBe(200);
    expect(await fixture.rewards(own)).toEqual([]);
    await fixture.pay(late);
    const kept = { removedFor: 'Оскорбления', closedAt: expect.any(String), taken: 1 };
    expect(await fixture.rewards(own, own)).toMatchObject([kept]);
    expect(await fixture.rewards(own, moderator)).toMatchObject([kept]);
    expect(await fixture.isCounted(given)).toBeNull();
    expect((await fixture.owed(own)).items.map(({ donationId }) => donationId)).toEqual([given.payId]);
    const refused = failureOf(await fixture.create(own, 50_000, [fixture.choiceOf(reward)]));
    expect(refused).toMatchObject({ status: 400, fields: { 'choices.0': choiceFaults.unknownReward } });
    const admin = await signIn(fixture.app.db, testSecrets.jwt, { role: 'admin' });
    const { body } = await fixture.app.request('GET Moderator/Audit', { query: { UserId: own.userId } }, admin);
    expect(JSON.stringify(body)).toContain('RemoveReward');
  });
});
