import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { choiceFaults } from '#app/choices/donation-choices.ts';
import { failureOf } from '#test/support/money/failure-of.ts';
import { signIn } from '#test/support/sign-in.ts';
import { dataOf, testSecrets } from '#test/support/start-app.ts';
import { openTargetFixture } from '#test/support/target-fixture.ts';
import { openTargets } from './shown-target.server.ts';
import { targetFaults, targetLimits } from './target-rules.ts';

const fixture = await openTargetFixture();
afterAll(() => fixture.app.close());

const creator = await fixture.creator();

const good = { text: 'Играю босса без брони', goal: 30_000 };
const positive = targetFaults.positive;

/** Moves the end of a target into the past. */
async function endedFor(id: string, time: string): Promise<void> {
  await fixture.app.db.pool.query('update target set closed_at = now() - $2::interval where id = $1', [id, time]);
}

describe('Target/Save', () => {
  it('makes a target that everybody sees', async () => {
    const own = await fixture.creator();
    const made = await fixture.promise(own, { text: '  Играю\nбосса ', goal: 3_000_000.5 });
    expect(made).toMatchObject({ text: 'Играю босса', goal: 3_000_000.5, sum: 0, count: 0, isReached: false });
    expect(made).toMatchObject({ closedAt: null, removedFor: null, revision: 1 });
    expect(await fixture.targets(own)).toEqual([made]);
  });

  it.each([
    ['no text', { text: ' \u200b ' }, { text: targetFaults.required }],
    ['a long text', { text: 'я'.repeat(targetLimits.text + 1) }, { text: expect.stringContaining('120') }],
    ['a goal of nothing', { goal: 0 }, { goal: positive }],
    ['a goal below nothing', { goal: -1 }, { goal: positive }],
    ['a goal with three decimals', { goal: 1.005 }, { goal: expect.stringContaining('двумя знаками') }],
    ['a goal in words', { goal: '30000' }, { goal: 'Укажите сумму числом' }],
    ['no revision', { targetId: randomUUID() }, { revision: targetFaults.required }],
    ['an unknown member', { endSum: 1 }, { endSum: 'Лишнее поле' }],
  ])('refuses %s at its field', async (_, change, fields) => {
    const answer = failureOf(await fixture.save(creator, { ...good, ...change }));
    expect(answer).toMatchObject({ status: 400, code: 'ValidationFailed', fields });
  });

  it('is for logged-in people and for own targets', async () => {
    const own = await fixture.creator();
    const made = await fixture.promise(own);
    const body = fixture.bodyOf(made, { text: 'Другое' });
    expect((await fixture.save(null, body)).status).toBe(401);
    expect((await fixture.save(creator, body)).status).toBe(404);
    expect(await fixture.targets(own)).toEqual([made]);
  });

  it('changes what was read, once, and ends it for good', async () => {
    const own = await fixture.creator();
    const made = await fixture.promise(own);
    const both = await Promise.all([
      fixture.save(own, fixture.bodyOf(made, { text: 'Первый' })),
      fixture.save(own, fixture.bodyOf(made, { text: 'Второй' })),
    ]);
    const refused = both.filter(({ status }) => status !== 200);
    expect(refused.map(failureOf)).toMatchObject([{ status: 409, code: 'TargetChanged' }]);
    const changed = dataOf(both.find(({ status }) => status === 200) ?? both[0]);
    expect(changed).toMatchObject({ revision: 2 });
    expect([changed]).toMatchObject(await fixture.targets(own));
    const closed = await fixture.save(own, fixture.bodyOf({ ...made, revision: 2 }, { close: true }));
    expect(dataOf(closed)).toMatchObject({ closedAt: expect.any(String), revision: 3 });
    const again = await fixture.save(own, fixture.bodyOf({ ...made, revision: 3 }));
    expect(failureOf(again)).toMatchObject({ status: 409, code: 'TargetEnded' });
  });

  it('makes at most five that are open, also at once', async () => {
    const own = await fixture.creator();
    const answers = await Promise.all(Array.from({ length: 8 }, () => fixture.save(own, good)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 409, 409, 409]);
    expect(failureOf(await fixture.save(own, good))).toMatchObject({ status: 409, code: 'TooManyTargets' });
    const [first] = await fixture.targets(own);
    if (first === undefined) throw new Error('the targets are gone');
    await fixture.save(own, fixture.bodyOf(first, { close: true }));
    expect((await fixture.save(own, good)).status).toBe(200);
  });

  it('makes one target for a request that is repeated', async () => {
    const own = await fixture.creator();
    const headers = { 'idempotency-key': randomUUID() };
    const send = () => fixture.app.request('POST Target/Save', { body: good }, { token: own.token, headers });
    const first = dataOf(await send());
    expect(dataOf(await send())).toEqual(first);
    expect([first]).toMatchObject(await fixture.targets(own));
  });
});

describe('Target/List', () => {
  it('shows the open ones in the order in which they were made, then those that ended, the last one first', async () => {
    const own = await fixture.creator();
    const texts = ['А', 'Б', 'В', 'Г'];
    const made = [];
    for (const text of texts) made.push(await fixture.promise(own, { text }));
    for (const text of ['Б', 'А']) {
      const one = made.find((target) => target.text === text);
      if (one !== undefined) await fixture.save(own, fixture.bodyOf(one, { close: true }));
    }
    const seen = await fixture.targets(own);
    expect(seen.map(({ text }) => text)).toEqual(['В', 'Г', 'А', 'Б']);
    const page = async (Skip: number) => {
      const query = { userName: own.userName, Skip, Take: 2 };
      return dataOf(await fixture.app.request('GET Target/List', { query }));
    };
    expect(await page(2)).toMatchObject({ items: [{ text: 'А' }, { text: 'Б' }], count: 4 });
    expect(await page(4)).toEqual({ items: [], count: 4 });
  });

  it('shows what ended long ago to the creator and the staff alone', async () => {
    const own = await fixture.creator();
    const recent = await fixture.promise(own, { close: true });
    const old = await fixture.promise(own, { close: true });
    await endedFor(recent.id, '23 hours');
    await endedFor(old.id, '1 day');
    const staff = await signIn(fixture.app.db, testSecrets.jwt, { role: 'moderator' });
    const seen = async (who: { token: string } | null) => (await fixture.targets(own, who)).map(({ id }) => id);
    expect(await seen(own)).toEqual([recent.id, old.id]);
    expect(await seen(staff)).toEqual([recent.id, old.id]);
    expect(await seen(creator)).toEqual([recent.id]);
    expect(await seen(null)).toEqual([recent.id]);
  });

  it('says to the creator and the staff alone what is chosen, before it is paid and after its refund', async () => {
    const own = await fixture.creator();
    const target = await fixture.promise(own);
    const staff = await signIn(fixture.app.db, testSecrets.jwt, { role: 'moderator' });
    const query = { userName: own.userName };
    const seenBy = async (who: { token: string } | Record<string, never>) =>
      dataOf(await fixture.app.request('GET Target/List', { query }, who)).items;
    expect(await seenBy(own)).toMatchObject([{ isChosen: false }]);
    const given = await fixture.choose(own, 10_000, fixture.choiceOf(target));
    expect(await seenBy(own)).toMatchObject([{ isChosen: true, count: 0 }]);
    await fixture.pay(given);
    await fixture.refund(given);
    expect(await seenBy(own)).toMatchObject([{ isChosen: true, count: 0, sum: 0 }]);
    expect(await seenBy(staff)).toMatchObject([{ isChosen: true }]);
    for (const who of [creator, {}]) expect(JSON.stringify(await seenBy(who))).not.toContain('isChosen');
  });

  it('is 404 for nobody and for a blocked creator', async () => {
    const own = await fixture.creator();
    await fixture.promise(own);
    await fixture.app.db.pool.query('update creator set is_blocked = true where user_id = $1', [own.userId]);
    for (const userName of [own.userName, 'nobody.there']) {
      expect((await fixture.app.request('GET Target/List', { query: { userName } })).status).toBe(404);
    }
  });
});

describe('Moderator/RemoveTarget', () => {
  it('takes a target from everybody but its creator and the staff, with a reason that is kept', async () => {
    const own = await fixture.creator();
    const target = await fixture.promise(own);
    const choice = fixture.choiceOf(target);
    const given = await fixture.choose(own, 20_000, choice);
    const late = await fixture.choose(own, 10_000, choice);
    await fixture.pay(given);
    const moderator = await signIn(fixture.app.db, testSecrets.jwt, { role: 'moderator' });
    const remove = (token: string | undefined, change: object = {}) =>
      fixture.app.request(
        'POST Moderator/RemoveTarget',
        { body: { targetId: target.id, reason: 'Оскорбления', ...change } },
        token === undefined ? {} : { token },
      );
    expect((await remove(undefined)).status).toBe(401);
    expect((await remove(own.token)).status).toBe(403);
    expect(failureOf(await remove(moderator.token, { reason: '' }))).toMatchObject({
      status: 400,
      fields: { reason: 'Напишите причину' },
    });
    expect((await remove(moderator.token, { targetId: randomUUID() })).status).toBe(404);
    expect((await remove(moderator.token)).status).toBe(200);
    expect((await remove(moderator.token, { reason: 'Другая' })).status).toBe(200);
    expect(await fixture.targets(own)).toEqual([]);
    const kept = { removedFor: 'Оскорбления', closedAt: expect.any(String), sum: 20_000, count: 1 };
    expect(await fixture.targets(own, own)).toMatchObject([kept]);
    expect(await fixture.targets(own, moderator)).toMatchObject([kept]);
    const thanks = await fixture.app.request('GET ProjectPay/Success', { query: { payId: given.payId } });
    expect(thanks.body).toMatchObject({ data: { choices: [] } });
    const refused = failureOf(await fixture.create(own, 20_000, [choice]));
    expect(refused).toMatchObject({ status: 400, fields: { 'choices.0': choiceFaults.unknownTarget } });
    await fixture.pay(late);
    expect(await fixture.sum(own)).toBe(20_000);
    await fixture.refund(given);
    expect(await fixture.sum(own)).toBe(0);
    const admin = await signIn(fixture.app.db, testSecrets.jwt, { role: 'admin' });
    const { body } = await fixture.app.request('GET Moderator/Audit', { query: { UserId: own.userId } }, admin);
    expect(JSON.stringify(body)).toContain('RemoveTarget');
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
    const reached = await fixture.promise(own, { goal: 100 });
    const early = await fixture.promise(own, { goal: 100 });
    const open = await fixture.promise(own);
    for (const one of [reached, early]) {
      await fixture.pay(await fixture.choose(own, 10_000, fixture.choiceOf(one)));
    }
    expect(await streamed()).toEqual([reached.id, early.id, open.id]);
    const [first] = await openTargets(fixture.app.db, own.projectId);
    expect(first).toMatchObject({ id: reached.id, goal: 100, sum: 10_000, isReached: true });
    for (const one of [early, reached, open]) await fixture.save(own, fixture.bodyOf(one, { close: true }));
    expect(await openTargets(fixture.app.db, own.projectId)).toEqual([]);
    expect(await streamed()).toEqual([reached.id]);
    await endedFor(early.id, '9 minutes');
    await endedFor(reached.id, '10 minutes');
    expect(await streamed()).toEqual([early.id]);
    await endedFor(early.id, '10 minutes');
    expect(await streamed()).toEqual([]);
  });

  it('ask again after every change', async () => {
    const own = await fixture.creator();
    const asked = async () => {
      const { rows } = await fixture.app.db.pool.query<{ count: number }>(
        "select count(*)::int as count from event_log where stream = $1 and kind = 'statistics'",
        [own.projectId],
      );
      return rows[0]?.count;
    };
    const made = await fixture.promise(own);
    expect(await asked()).toBe(1);
    await fixture.save(own, fixture.bodyOf(made, { goal: 40_000 }));
    expect(await asked()).toBe(2);
    const moderator = await signIn(fixture.app.db, testSecrets.jwt, { role: 'moderator' });
    const body = { targetId: made.id, reason: 'Оскорбления' };
    await fixture.app.request('POST Moderator/RemoveTarget', { body }, { token: moderator.token });
    expect(await asked()).toBe(3);
  });

  it('ask for the key of the widgets', async () => {
    expect((await fixture.app.request('GET Widget/Targets')).status).toBe(401);
    expect((await fixture.app.request('GET Widget/Targets', { query: { key: 'x' } })).status).toBe(401);
  });
});
