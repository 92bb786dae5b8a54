import { statement, type Tx } from '#base/db/db.server.ts';

/** A membership whose donor may have to be notified. */
export interface NoticedRow extends Record<string, unknown> {
  readonly id: string;
  readonly personId: string;
  readonly months: number;
  readonly cardExpiry: string | null;
  readonly dueAt: Date | null;
}

/** A place among charges in the order of their moments. */
interface Place extends Record<string, unknown> {
  readonly at: Date;
  readonly id: string;
}

/** What donors are reminded of ahead of a charge. */
export type Reminder = 'card' | 'charge';

/** Before all ids. */
export const noId = '00000000-0000-0000-0000-000000000000';

const lockPlace = statement<Place>(
  'select reached_at as at, reached_id as id from membership_reminder where about = $1 for update skip locked',
);

const savePlace = statement('update membership_reminder set reached_at = $2, reached_id = $3 where about = $1');

const charged = statement<NoticedRow>(`
  select id, person_id as "personId", months, card_expiry as "cardExpiry", due_at as "dueAt" from membership
  where due_at >= $1 and (due_at, id) > ($1::timestamptz, $2::uuid) and due_at <= $3 and state = 'Active'
  order by due_at, id limit $4`);

const insertPrice = statement(`
  insert into membership_new_price (level_id) values ($1)
  on conflict (level_id) do update set reached_id = excluded.reached_id`);

const lockPrice = statement<{ levelId: string; reachedId: string; amount: number }>(`
  select p.level_id as "levelId", p.reached_id as "reachedId", l.amount
  from membership_new_price p join membership_level l on l.id = p.level_id
  order by p.level_id limit 1 for update of p skip locked`);

const savePrice = statement('update membership_new_price set reached_id = $2 where level_id = $1');

const removePrice = statement('delete from membership_new_price where level_id = $1');

/** Those whose donors have to accept the level's price: `isNewPrice` of the steps in SQL. */
const unaccepted = statement<Pick<NoticedRow, 'id' | 'personId' | 'months'>>(`
  select id, "personId", months from (
    (select id, person_id as "personId", months from membership
      where level_id = $1 and id > $2 and state in ('Active', 'Overdue', 'Paused') and next_amount is null
        and level_amount is distinct from $3 and (amount = level_amount or amount < $3)
      order by id limit $4)
    union all
    (select id, person_id, months from membership
      where next_level_id = $1 and id > $2 and state in ('Active', 'Overdue', 'Paused')
        and next_level_amount is distinct from $3 and (next_amount = next_level_amount or next_amount < $3)
      order by id limit $4)
  ) noticed order by id limit $4`);

/** Locks how far donors were reminded; null: another process reminds them. */
export async function lockReminded(tx: Tx, about: Reminder): Promise<Place | null> {
  return (await tx.run(lockPlace, [about]))[0] ?? null;
}

/** The next charges after a place until a moment, in order. */
export async function readCharged(tx: Tx, { at, id }: Place, until: Date, most: number): Promise<NoticedRow[]> {
  return tx.run(charged, [at, id, until, most]);
}

/** Stores up to which place donors were reminded. */
export async function saveReminded(tx: Tx, about: Reminder, { at, id }: Place): Promise<void> {
  await tx.run(savePlace, [about, at, id]);
}

/** Has the members of a level notified of its price, all of them anew. */
export async function insertNewPrice(tx: Tx, levelId: string): Promise<void> {
  await tx.run(insertPrice, [levelId]);
}

/** Locks a level whose members are to be notified, with its price now. */
export async function lockNewPrice(tx: Tx) {
  return (await tx.run(lockPrice, []))[0] ?? null;
}

/** The next of its members who have not accepted the price. */
export async function readUnaccepted(
  tx: Tx,
  { levelId, reachedId, amount }: { levelId: string; reachedId: string; amount: number },
  most: number,
) {
  return tx.run(unaccepted, [levelId, reachedId, amount, most]);
}

/** Stores who was notified last; null: all are. */
export async function saveNotified(tx: Tx, levelId: string, reachedId: string | null): Promise<void> {
  await (reachedId === null ? tx.run(removePrice, [levelId]) : tx.run(savePrice, [levelId, reachedId]));
}
