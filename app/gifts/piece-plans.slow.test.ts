import { afterAll, expect, it } from 'vitest';
import { fromMain } from '#base/money/money.ts';
import { pagesOf } from '#test/support/choice-plans.ts';
import { newProduct } from '#test/support/merch-fixture.ts';
import { openManyDonations } from '#test/support/money/many-donations.ts';
import { lockHeldGifts, readAnnounced, readHeld, readLetGo, readOpenGifts } from './gift/gift-store.server.ts';
import { countWins, lapseWins, readLapsing, readOpenWins, readWin, takeReminders } from './gift/pieces-store.server.ts';

const gifts = 10_000;

const world = await openManyDonations(2_000);
afterAll(() => world.close());

const { db, projectId, donorId } = world;
const { rows: owners } = await db.pool.query<{ id: string }>('select user_id as id from project where id = $1', [
  projectId,
]);
const productId = await newProduct(db, { userId: owners[0]?.id ?? '', price: fromMain(20_000), stock: 50 });

// One person has got a piece of every hundredth gift, others of all; nearly all of them are ordered, lapsed or withdrawn.
await db.pool.query(
  `insert into gifted_months (id, project_id, person_id, kind, product_id, delivery, receiver, price, months, time_zone, seed, ticket_key,
     opened_at, entry_until, expires_at, taken, stocked, held_until, ended_at, end_reason, created_at)
   select gen_random_uuid(), $1, $2, 'Pieces', $3, 0, 'Chat', 100, 20, 'UTC', sha256('s'), sha256('k'), at, at, at, 10, 0, null, at, 'Taken', at
   from (select now() - n * interval '1 hour' as at from generate_series(1, $4::int) n) g`,
  [projectId, donorId, productId, gifts],
);
await db.pool.query(
  `insert into gifted_place (gift_id, kind, place, name, is_anonymous, person_id, choose_until, given_at, lapsed_at, reminded_at)
   select g.id, 'Pieces', p.n, 'Донор', false, case when p.n = 1 and g.n % 100 = 0 then $1::uuid else p.person_id end,
     g.opened_at + interval '30 days', g.opened_at, case when g.n > 20 then g.opened_at + interval '30 days' end, null
   from (select id, opened_at, row_number() over (order by opened_at desc) as n from gifted_months) g, (
     select id as person_id, row_number() over (order by id) as n from person where phone like 'p%' limit 10) p`,
  [donorId],
);
const { rows: made } = await db.pool.query<{ id: string }>(
  `insert into gifted_months (id, project_id, person_id, kind, product_id, delivery, receiver, price, months, time_zone, seed, ticket_key,
     opened_at, entry_until, expires_at, stocked, due_at, created_at)
   select gen_random_uuid(), $1, $2, 'Pieces', $3, 0, 'Chat', 100, 20, 'UTC', sha256('s'), sha256('k'), now(), now(), now() + interval '30 days', 20, now(), now()
   from generate_series(1, 20) returning id`,
  [projectId, donorId, productId],
);
const giftId = made[0]?.id ?? '';
await db.pool.query(
  `insert into gifted_months (id, project_id, person_id, kind, product_id, delivery, receiver, price, months, time_zone, stocked, held_until, created_at)
   values (gen_random_uuid(), $1, $2, 'Pieces', $3, 0, 'Chat', 100, 3, 'UTC', 3, now(), now())`,
  [projectId, donorId, productId],
);
await db.pool.query('vacuum analyze gifted_months, gifted_place, product');

const now = new Date();
const later = new Date(now.getTime() + 60 * 86_400_000);
const due = { now, except: [], most: 20 };

it.each([
  ['what is open at a creator', 60, () => pagesOf(db, (tx) => readOpenGifts(tx, projectId, 20))],
  ['what the page of a creator leads to', 100, () => pagesOf(db, (tx) => readAnnounced(tx, projectId, 3))],
  ['what is held too long', 20, () => pagesOf(db, (tx) => readLetGo(tx, due))],
  ['what a donor holds', 20, () => pagesOf(db, (tx) => readHeld(tx, donorId, productId))],
  ['the gifts that a donor holds', 20, () => pagesOf(db, (tx) => lockHeldGifts(tx, donorId))],
  ['what lapses', 40, () => pagesOf(db, (tx) => readLapsing(tx, { ...due, now: later }))],
  // Twenty rows are written, with their indexes.
  ['whom to remind', 900, () => pagesOf(db, (tx) => takeReminders(tx, { now, until: later, most: 20 }))],
  ['what one can order', 250, () => pagesOf(db, (tx) => readOpenWins(tx, donorId, { now, most: 50 }))],
  ['what one has got of a gift', 20, () => pagesOf(db, (tx) => readWin(tx, giftId, donorId))],
  ['how many have got pieces', 40, () => pagesOf(db, (tx) => countWins(tx, giftId))],
  ['what lapses of a gift', 40, () => pagesOf(db, (tx) => lapseWins(tx, giftId, now))],
] as const)('reads few pages for %s', async (name, most, read) => {
  const pages = await read();
  expect(pages, `${name}: ${pages} pages`).toBeLessThanOrEqual(most);
});
