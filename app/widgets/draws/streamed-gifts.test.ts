import { expect, it } from 'vitest';
import { z } from 'zod';
import { ChoiceFixture } from '#test/support/choice-fixture.ts';
import { openPieceFixture } from '#test/support/money/piece-fixture.ts';
import type { SignedIn } from '#test/support/sign-in.ts';
import { dataOf } from '#test/support/start-app.ts';

const { members, fixture, gifts, app } = await openPieceFixture();
const widgets = new ChoiceFixture(app);

const answer = z.object({
  draws: z.array(z.unknown()),
  gifts: z.array(
    z.strictObject({
      id: z.string(),
      kind: z.string(),
      giver: z.string().nullable(),
      name: z.string(),
      count: z.number(),
      left: z.number(),
      entryUntil: z.string().nullable(),
      isDrawn: z.boolean(),
      places: z.array(z.strictObject({ place: z.number(), name: z.string().nullable() })),
    }),
  ),
});

async function streamed(seller: SignedIn) {
  const key = await widgets.widgetKey(seller);
  return answer.parse(dataOf(await members.api('GET Widget/Draws', { query: { key } }))).gifts;
}

/** How many events have asked the widgets of a project to read again. */
async function ringsOf(projectId: string): Promise<number> {
  const { rows } = await app.db.pool.query("select from event_log where stream = $1 and kind = 'statistics'", [
    projectId,
  ]);
  return rows.length;
}

it('shows who gives what while people enter, then who got it and what is left, for ten minutes', async () => {
  const sold = await fixture.product(9);
  const given = await fixture.begin(await members.person(), sold, { pieces: 3 });
  expect(await streamed(sold.seller)).toEqual([]);
  await gifts.pay(given);
  const entering = { id: given.giftId, kind: 'Pieces', giver: 'Азиз', name: 'Кружка', count: 3, left: 3, places: [] };
  expect(await streamed(sold.seller)).toEqual([{ ...entering, isDrawn: false, entryUntil: expect.any(String) }]);
  const viewers = await gifts.people(2);
  for (const one of viewers) await gifts.enter(given.giftId, one);
  const before = await ringsOf(sold.projectId);
  gifts.pass(10);
  await app.opora.areas.gifts.stepGifts();
  expect(await ringsOf(sold.projectId)).toBe(before + 1);
  expect(await streamed(sold.seller)).toMatchObject([
    { id: given.giftId, isDrawn: true, left: 1, places: [{ place: 1 }, { place: 2 }] },
  ]);
  await gifts.take(given.giftId, await members.person());
  expect(await streamed(sold.seller)).toMatchObject([{ left: 0, places: [{}, {}, { place: 3 }] }]);
  expect(await ringsOf(sold.projectId)).toBe(before + 2);
  await app.db.pool.query("update gifted_months set drawn_at = now() - interval '10 minutes' where id = $1", [
    given.giftId,
  ]);
  expect(await streamed(sold.seller)).toEqual([]);
});

it('shows at most three of them, and nothing of links and of what was paid back', async () => {
  const sold = await fixture.product(null);
  const given = [];
  for (let at = 0; at < 4; at += 1) given.push(await fixture.give(await members.person(), sold, { pieces: 1 }));
  expect(await streamed(sold.seller)).toHaveLength(3);
  for (const { giftId } of given) await app.opora.areas.payments.refundPayment(giftId);
  expect(await streamed(sold.seller)).toEqual([]);
});
