import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { failureOf } from '#test/support/money/failure-of.ts';
import { offerKinds } from '#test/support/offer-kinds.ts';
import { dataOf, startApp } from '#test/support/start-app.ts';

const app = await startApp({ env: { LIMITS: 'off' } });
afterAll(() => app.close());

const chosen = z.object({ isChosen: z.boolean().optional() });
const listedOffers = z.object({ items: z.array(chosen.extend({ options: z.array(chosen).optional() })) });

/** What a list says of each thing that can be chosen: of the options of a vote, else of the offer. */
const choicesIn = (list: unknown) =>
  listedOffers.parse(list).items.flatMap(({ options, ...offer }) => (options ?? [offer]).map((one) => one.isChosen));

describe.each(offerKinds(app).map((kind) => [kind.fixture.kind, kind] as const))('%s', (name, offered) => {
  const { fixture, words, most, listed, faults } = offered;

  it('is changed by its creator alone', async () => {
    const own = await fixture.creator();
    const made = await fixture.offer(own);
    const other = await fixture.save(await fixture.creator(), fixture.bodyOf(made, { [words]: 'Другое' }));
    expect(other.status).toBe(404);
    expect(await fixture.offers(own)).toEqual([made]);
  });

  it('is changed as it was read, once, and ends for good', async () => {
    const own = await fixture.creator();
    const made = await fixture.offer(own);
    const both = await Promise.all(
      ['Первый', 'Второй'].map((text) => fixture.save(own, fixture.bodyOf(made, { [words]: text }))),
    );
    const refused = both.filter(({ status }) => status !== 200);
    expect(refused.map(failureOf)).toMatchObject([{ status: 409, code: `${name}Changed` }]);
    const changed = await fixture.first(own);
    expect(changed.revision).toBe(2);
    expect(both.filter(({ status }) => status === 200).map(dataOf)).toMatchObject([changed]);
    const closed = await fixture.save(own, fixture.bodyOf(changed, { close: true }));
    expect(dataOf(closed)).toMatchObject({ closedAt: expect.any(String) });
    const again = await fixture.save(own, fixture.bodyOf(await fixture.first(own)));
    expect(failureOf(again)).toMatchObject({ status: 409, code: `${name}Ended` });
  });

  it('is one of at most so many that are open, also at once', async () => {
    const own = await fixture.creator();
    const answers = await Promise.all(Array.from({ length: most + 2 }, () => fixture.save(own, fixture.good)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(most);
    expect(failureOf(await fixture.save(own, fixture.good))).toMatchObject({ status: 409, code: `TooMany${name}s` });
    await fixture.save(own, fixture.bodyOf(await fixture.first(own), { close: true }));
    expect((await fixture.save(own, fixture.good)).status).toBe(200);
  });

  it('is made once by a request that is repeated', async () => {
    const own = await fixture.creator();
    const headers = { 'idempotency-key': randomUUID() };
    const first = dataOf(await fixture.save(own, fixture.good, headers));
    expect(dataOf(await fixture.save(own, fixture.good, headers))).toEqual(first);
    expect([first]).toMatchObject(await fixture.offers(own));
  });

  it('is listed page by page in its order', async () => {
    const own = await fixture.creator();
    const first = await fixture.offer(own);
    const second = await fixture.offer(own);
    const made = [first, second, await fixture.offer(own), await fixture.offer(own)];
    for (const one of [second, first]) await fixture.save(own, fixture.bodyOf(one, { close: true }));
    const inOrder = listed.map((place) => made[place - 1]?.id);
    expect((await fixture.offers(own)).map(({ id }) => id)).toEqual(inOrder);
    const page = async (Skip: number) => dataOf(await fixture.list(own, null, { Skip, Take: 2 }));
    expect(await page(2)).toMatchObject({ items: inOrder.slice(2).map((id) => ({ id })), count: 4 });
    expect(await page(4)).toEqual({ items: [], count: 4 });
  });

  it('is seen long after its end by the creator and the staff alone', async () => {
    const own = await fixture.creator();
    const recent = await fixture.offer(own, { close: true });
    const old = await fixture.offer(own, { close: true });
    await fixture.endedFor(recent, '23 hours');
    await fixture.endedFor(old, '1 day');
    for (const who of [own, await fixture.staff()]) expect(await fixture.offers(own, who)).toHaveLength(2);
    for (const who of [null, await fixture.creator()]) {
      expect((await fixture.offers(own, who)).map(({ id }) => id)).toEqual([recent.id]);
    }
  });

  it('says to the creator and the staff alone that it is chosen, before it is paid and after its refund', async () => {
    const own = await fixture.creator();
    const made = await fixture.offer(own);
    const seenBy = async (who: { readonly token: string } | null) => choicesIn(dataOf(await fixture.list(own, who)));
    const others = name === 'Vote' ? [false] : [];
    expect(await seenBy(own)).toEqual([false, ...others]);
    const given = await fixture.choose(own, 50_000, fixture.choiceOf(made));
    expect(await seenBy(own)).toEqual([true, ...others]);
    await fixture.pay(given);
    await fixture.refund(given);
    for (const who of [own, await fixture.staff()]) expect(await seenBy(who)).toEqual([true, ...others]);
    for (const who of [null, await fixture.creator()]) {
      expect(await seenBy(who)).toEqual([undefined, ...others.map(() => undefined)]);
    }
  });

  it('is 404 for nobody and for a blocked creator', async () => {
    const own = await fixture.creator();
    await fixture.offer(own);
    await app.db.pool.query('update creator set is_blocked = true where user_id = $1', [own.userId]);
    for (const userName of [own.userName, 'nobody.there']) {
      expect((await fixture.list({ userName })).status).toBe(404);
    }
  });

  it('is taken by a moderator from everybody but its creator and the staff, with a reason that is kept', async () => {
    const own = await fixture.creator();
    const made = await fixture.offer(own);
    const choice = fixture.choiceOf(made);
    const given = await fixture.choose(own, 50_000, choice);
    const late = await fixture.choose(own, 50_000, choice);
    await fixture.pay(given);
    const moderator = await fixture.staff();
    const unexplained = failureOf(await fixture.remove(moderator, made, ''));
    expect(unexplained).toMatchObject({ status: 400, fields: { reason: 'Напишите причину' } });
    expect((await fixture.remove(moderator, { id: randomUUID() })).status).toBe(404);
    expect((await fixture.remove(moderator, made)).status).toBe(200);
    expect((await fixture.remove(moderator, made, 'Другая')).status).toBe(200);
    expect(await fixture.offers(own)).toEqual([]);
    for (const who of [own, moderator]) {
      const kept = { removedFor: 'Оскорбления', closedAt: expect.any(String) };
      expect(await fixture.offers(own, who)).toMatchObject([kept]);
    }
    expect(await fixture.thanksOf(given)).toEqual([]);
    const refused = failureOf(await fixture.create(own, 50_000, [choice]));
    expect(refused).toMatchObject({ status: 400, fields: { 'choices.0': faults.unknown } });
    await fixture.pay(late);
    expect(await fixture.count(own)).toBe(1);
    await fixture.refund(given);
    expect(await fixture.count(own)).toBe(0);
    expect(await fixture.isAudited(own, `Remove${name}`)).toBe(true);
  });

  it('has pages and streams ask again after every change', async () => {
    const own = await fixture.creator();
    const asked = async () => {
      const { rows } = await app.db.pool.query<{ count: number }>(
        "select count(*)::int as count from event_log where stream = $1 and kind = 'statistics'",
        [own.projectId],
      );
      return rows[0]?.count;
    };
    const made = await fixture.offer(own);
    expect(await asked()).toBe(1);
    await fixture.save(own, fixture.bodyOf(made, { [words]: 'Другое' }));
    expect(await asked()).toBe(2);
    await fixture.remove(await fixture.staff(), made);
    expect(await asked()).toBe(3);
  });
});
