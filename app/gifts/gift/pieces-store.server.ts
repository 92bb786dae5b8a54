import { type Queryable, statement, type Tx } from '#base/db/db.server.ts';

/** A piece that somebody got. */
export interface WinRow extends Record<string, unknown> {
  readonly place: number;
  readonly chooseUntil: Date | null;
  readonly orderId: string | null;
  readonly lapsedAt: Date | null;
  readonly withdrawnAt: Date | null;
}

/** A piece that can still be ordered. */
interface OpenWinRow extends Record<string, unknown> {
  readonly giftId: string;
  readonly projectId: string;
  readonly productId: string | null;
  readonly until: Date | null;
}

const isOpen = 'p.choose_until is not null and p.order_id is null and p.lapsed_at is null and p.withdrawn_at is null';

const counts = statement<{ open: number; ordered: number }>(`
  select count(*) filter (where ${isOpen}) as open, count(*) filter (where p.order_id is not null) as ordered
  from gifted_place p where p.gift_id = $1`);

const own = statement<WinRow>(`
  select p.place, p.choose_until as "chooseUntil", p.order_id as "orderId", p.lapsed_at as "lapsedAt", p.withdrawn_at as "withdrawnAt"
  from gifted_place p where p.person_id = $2 and p.gift_id = $1`);

const withdraw = statement(`
  update gifted_place set withdrawn_at = $3 where gift_id = $1 and place in (
    select p.place from gifted_place p where p.gift_id = $1 and ${isOpen} order by p.place desc limit $2)`);

const order = statement('update gifted_place set order_id = $3 where gift_id = $1 and place = $2');

const lapse = statement<{ place: number }>(
  `update gifted_place p set lapsed_at = $2 where p.gift_id = $1 and p.choose_until <= $2 and ${isOpen} returning p.place`,
);

const lapsing = statement<{ giftId: string }>(`
  select distinct due.gift_id as "giftId" from (
    select p.gift_id from gifted_place p
    where p.choose_until <= $1 and ${isOpen} and p.gift_id <> all ($2::uuid[]) order by p.choose_until limit $3
  ) due`);

const remind = statement<{ giftId: string; place: number; personId: string }>(`
  update gifted_place q set reminded_at = $1 from (
    select p.gift_id, p.place, p.person_id from gifted_place p
    where p.choose_until <= $2 and p.choose_until > $1 and p.reminded_at is null and ${isOpen}
    order by p.choose_until limit $3 for no key update skip locked
  ) due
  where q.gift_id = due.gift_id and q.place = due.place and due.person_id is not null
  returning q.gift_id as "giftId", q.place, due.person_id as "personId"`);

const ofPerson = statement<OpenWinRow>(`
  select p.gift_id as "giftId", g.project_id as "projectId", g.product_id as "productId", p.choose_until as until
  from gifted_place p join gifted_months g on g.id = p.gift_id
  where p.person_id = $1 and ${isOpen} and p.choose_until > $2 order by p.choose_until, p.gift_id limit $3`);

const openPlace = statement<OpenWinRow>(`
  select p.gift_id as "giftId", g.project_id as "projectId", g.product_id as "productId", p.choose_until as until
  from gifted_place p join gifted_months g on g.id = p.gift_id
  where p.gift_id = $1 and p.place = $2 and ${isOpen}`);

/** How many pieces of a gift can still be ordered by those who got them, and how many are ordered. */
export async function countWins(
  db: Queryable,
  giftId: string,
): Promise<{ readonly open: number; readonly ordered: number }> {
  const [row] = await db.run(counts, [giftId]);
  return { open: row?.open ?? 0, ordered: row?.ordered ?? 0 };
}

/** The piece that a person got; null: none. */
export async function readWin(db: Queryable, giftId: string, personId: string): Promise<WinRow | null> {
  return (await db.run(own, [giftId, personId]))[0] ?? null;
}

/** Withdraws some of the pieces that can still be ordered, the last places first. */
export async function withdrawWins(tx: Tx, giftId: string, { most, at }: { readonly most: number; readonly at: Date }) {
  await tx.run(withdraw, [giftId, most, at]);
}

/** Writes which order somebody has chosen. */
export async function writeOrder(
  tx: Tx,
  giftId: string,
  { place, orderId }: { readonly place: number; readonly orderId: string },
) {
  await tx.run(order, [giftId, place, orderId]);
}

/** Lets the pieces of a locked gift lapse whose time is over, and returns how many. */
export async function lapseWins(tx: Tx, giftId: string, now: Date): Promise<number> {
  return (await tx.run(lapse, [giftId, now])).length;
}

/** Some gifts of which a piece was not ordered in time. */
export async function readLapsing(
  db: Queryable,
  { now, except, most }: { readonly now: Date; readonly except: readonly string[]; readonly most: number },
): Promise<readonly string[]> {
  return (await db.run(lapsing, [now, except, most])).map(({ giftId }) => giftId);
}

/** Notes that some of those whose time is over by `until` are reminded now, and returns them. */
export async function takeReminders(
  tx: Tx,
  { now, until, most }: { readonly now: Date; readonly until: Date; readonly most: number },
) {
  return tx.run(remind, [now, until, most]);
}

/** The pieces that a person can order now, the ones that lapse first at the beginning. */
export async function readOpenWins(
  db: Queryable,
  personId: string,
  { now, most }: { readonly now: Date; readonly most: number },
): Promise<readonly OpenWinRow[]> {
  return db.run(ofPerson, [personId, now, most]);
}

/** A place whose piece can still be ordered; null: it cannot any more. */
export async function readOpenPlace(db: Queryable, giftId: string, place: number): Promise<OpenWinRow | null> {
  return (await db.run(openPlace, [giftId, place]))[0] ?? null;
}
