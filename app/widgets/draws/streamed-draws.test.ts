import { afterAll, expect, it } from 'vitest';
import { z } from 'zod';
import type { Creator } from '#test/support/choice-fixture.ts';
import { openDrawFixture } from '#test/support/draw-fixture.ts';
import { dataOf } from '#test/support/start-app.ts';

const fixture = await openDrawFixture();
afterAll(() => fixture.app.close());

const answer = z.object({
  now: z.iso.datetime(),
  draws: z.array(
    z.strictObject({
      id: z.string(),
      text: z.string(),
      leastSum: z.number(),
      winners: z.number(),
      endsAt: z.string(),
      state: z.string(),
      names: z.array(z.string().nullable()),
    }),
  ),
});

async function streamed(own: Creator) {
  const key = await fixture.widgetKey(own);
  return answer.parse(dataOf(await fixture.app.request('GET Widget/Draws', { query: { key } }))).draws;
}

const idsOf = async (own: Creator) => (await streamed(own)).map(({ id }) => id);

/** As if a draw had been held so long ago. */
const heldFor = (id: string, ago: string) =>
  fixture.app.db.pool.query(
    `update draw set starts_at = starts_at - interval '1 day', ends_at = ends_at - interval '1 day', held_at = now() - $2::interval
     where id = $1`,
    [id, ago],
  );

it('shows what waits, the first to end first, and nothing of who takes part', async () => {
  const own = await fixture.creator();
  expect(await streamed(own)).toEqual([]);
  const late = await fixture.announce(own, { endsIn: 120 });
  const early = await fixture.announce(own, { text: 'Вечер в игре', winners: 3 });
  const cancelled = await fixture.announce(own);
  await fixture.donors(own, 2);
  await fixture.act('Cancel', own, { drawId: cancelled.id, reason: 'Передумали' });
  expect(await streamed(own)).toEqual([
    {
      id: early.id,
      text: 'Вечер в игре',
      leastSum: 10_000,
      winners: 3,
      endsAt: early.endsAt,
      state: 'open',
      names: [],
    },
    expect.objectContaining({ id: late.id, state: 'open', names: [] }),
  ]);
  await fixture.letPass(early);
  expect(await streamed(own)).toMatchObject([{ id: early.id, state: 'over' }, { id: late.id }]);
});

it('shows who has won for ten minutes, before what waits', async () => {
  const own = await fixture.creator();
  const waits = await fixture.announce(own);
  const made = await fixture.announce(own, { winners: 2, leastSum: 20_000 });
  for (const more of [{ name: 'Анна' }, { isAnonymous: true }]) {
    await fixture.give(own, await fixture.donor(), { amount: 20_000, ...more });
  }
  await fixture.hold(own, made);
  const [held, ...others] = await streamed(own);
  expect(held).toMatchObject({ id: made.id, state: 'held', winners: 2 });
  expect(new Set(held?.names)).toEqual(new Set(['Анна', null]));
  expect(others.map(({ id }) => id)).toEqual([waits.id]);
  await heldFor(made.id, '9 minutes');
  expect(await idsOf(own)).toEqual([made.id, waits.id]);
  await heldFor(made.id, '10 minutes');
  expect(await idsOf(own)).toEqual([waits.id]);
});

it('names the next one where a place was passed on, and nobody of a draw that was taken away', async () => {
  const own = await fixture.creator();
  const made = await fixture.announce(own);
  const names = ['Анна', 'Пётр'];
  const people = await Promise.all(names.map(() => fixture.donor()));
  for (const [at, one] of people.entries()) await fixture.give(own, one, { name: names[at] });
  await fixture.hold(own, made);
  const [first] = (await streamed(own))[0]?.names ?? [];
  for (const one of people) {
    if ((await fixture.mine(made.id, one)).place !== null) await fixture.close(one);
  }
  await fixture.act('Pass', own, { drawId: made.id, place: 1 });
  expect((await streamed(own))[0]?.names).toEqual(names.filter((name) => name !== first));
  const body = { drawId: made.id, reason: 'Нельзя такое' };
  await fixture.app.request('POST Moderator/RemoveDraw', { body }, await fixture.staff());
  expect(await streamed(own)).toEqual([]);
});

it('asks for the key of the widgets', async () => {
  expect((await fixture.app.request('GET Widget/Draws')).status).toBe(401);
  expect((await fixture.app.request('GET Widget/Draws', { query: { key: 'x' } })).status).toBe(401);
});
