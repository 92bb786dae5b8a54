import { afterAll, expect, it } from 'vitest';
import { pagesOf } from '#test/support/choice-plans.ts';
import { openManyDonations } from '#test/support/money/many-donations.ts';
import { lockDraw, readDraws, readLateDraws, readShownDraws } from './draw-store.server.ts';
import { countEntrants, isEntered, readTickets } from './holding/entry-store.server.ts';
import { holdDraw } from './holding/hold-draw.server.ts';
import { passOn, readOwnPlace, readPlaces, readUnanswered } from './place-store.server.ts';

const donations = 40_000;
const people = 2_000;
/** Who takes part in each of the old draws. */
const entrants = 20;

const world = await openManyDonations(donations);
afterAll(() => world.close());

const { db, projectId, donorId } = world;

// A donation every ten seconds: the period of the draw has a tenth of them.
const period = '4000 seconds';
await db.pool.query(
  `update donation d set donor_id = p.id
   from (select id, row_number() over () as n from person where phone like 'p%') p
   where d.project_id = $1 and d.number % $2 = p.n - 1`,
  [projectId, people],
);
await db.pool.query(
  `insert into draw (id, project_id, text, least_sum, winners, starts_at, ends_at, seed, ticket_key, held_at, digest, entry_count)
   select uuid_v7(), $1, 'Старый приз ' || n, 100, 1, now() - interval '31 years', now() - interval '30 years', sha256('seed'), sha256('key'), now() - n * interval '8 days',
     sha256('all'), $2
   from generate_series(1, 1000) n`,
  [projectId, entrants],
);
// One donor took part in every fifth of these draws, and half of those prizes wait for an answer.
await db.pool.query(
  `insert into draw_entry (draw_id, ticket, score, person_id, donation_id)
   select g.id, decode(md5(g.id || '' || p.n), 'hex'), sha256((g.id || '' || p.n)::bytea), p.id, (select id from donation limit 1)
   from (select id, row_number() over (order by id) as n from draw) g, (
     select $1::uuid as id, 0 as n
     union all (select id, row_number() over (order by id) from person where phone like 'p%' limit $2)
   ) p where p.n > 0 or g.n % 5 = 0`,
  [donorId, entrants],
);
await db.pool.query(
  `insert into draw_place (draw_id, place, ticket)
   select g.id, 1, decode(md5(g.id || '' || case when g.n % 10 = 0 then 0 else 1 end), 'hex')
   from (select id, row_number() over (order by id) as n from draw) g`,
);
const { rows: made } = await db.pool.query<{ id: string }>(
  `insert into draw (id, project_id, text, least_sum, winners, starts_at, ends_at, seed, ticket_key)
   values (uuid_v7(), $1, 'Худи', 100, 50, now() - interval '2 minutes' - $2::interval, now() - interval '2 minutes', sha256('seed'), sha256('key'))
   returning id`,
  [projectId, period],
);
const drawId = made[0]?.id ?? '';
await db.pool.query('vacuum analyze donation, draw, draw_entry, draw_place');

it.each([
  ['the list', 60, () => pagesOf(db, (tx) => readDraws(tx, projectId, { all: true, skip: 0, take: 20 }))],
  [
    'a page of the list behind 900 others',
    100,
    () => pagesOf(db, (tx) => readDraws(tx, projectId, { all: false, skip: 900, take: 20 })),
  ],
  ['the page of the creator', 20, () => pagesOf(db, (tx) => readShownDraws(tx, projectId, 3))],
  ['what is late', 20, () => pagesOf(db, (tx) => readLateDraws(tx, 24))],
  // Their donations from the index alone, and each of 400 people by a step into that of people.
  ['who takes part', 1_300, () => pagesOf(db, (tx) => countEntrants(tx, [drawId]))],
  // Of 200 draws the person's own entry, and 100 wins each with a step into draws and one into creators.
  ['what one has won', 900, () => pagesOf(db, (tx) => readUnanswered(tx, donorId))],
  ['whether one takes part', 60, () => pagesOf(db, (tx) => isEntered(tx, drawId, donorId))],
] as const)('reads few pages for %s', async (name, most, read) => {
  const pages = await read();
  expect(pages, `${name}: ${pages} pages`).toBeLessThanOrEqual(most);
});

it('reads few pages of a draw that is held', async () => {
  await db.transaction(async (tx) => {
    const draw = await lockDraw(tx, drawId);
    if (draw === null) throw new Error('the draw was not made');
    await holdDraw(tx, draw, async () => {});
  });
  await db.pool.query('vacuum analyze draw_entry, draw_place');
  const { rows } = await db.pool.query<{ count: number }>('select entry_count as count from draw where id = $1', [
    drawId,
  ]);
  // One in 500 is refunded.
  expect(rows[0]?.count).toBeGreaterThan(380);
  const { rows: won } = await db.pool.query<{ id: string }>(
    `select e.person_id as id from draw_place p join draw_entry e using (draw_id, ticket) where draw_id = $1 limit 1`,
    [drawId],
  );
  const personId = won[0]?.id ?? '';
  const places = await pagesOf(db, (tx) => readPlaces(tx, [drawId]));
  const found = {
    place: await pagesOf(db, (tx) => readOwnPlace(tx, drawId, personId)),
    tickets: await pagesOf(db, (tx) => readTickets(tx, drawId, { after: undefined, most: 20 })),
    next: await pagesOf(db, (tx) => passOn(tx, { drawId, place: 1 })),
  };
  // 50 places, each by steps into five other indexes.
  expect(places).toBeLessThanOrEqual(850);
  expect(Math.max(...Object.values(found)), JSON.stringify(found)).toBeLessThanOrEqual(100);
});
