import type { GiftReceiver } from '#app/donations/gift-receivers.ts';
import { type Queryable, statement, type Tx } from '#base/db/db.server.ts';
import type { GiftEnd, GiftKind } from '../gift-rules.ts';

/** A gift as stored; sums in minor units. What is said of months is said of pieces, too, where those are given. */
export interface GiftRow extends Record<string, unknown> {
  /** Of the donation that pays them. */
  readonly id: string;
  readonly projectId: string;
  readonly personId: string;
  readonly kind: GiftKind;
  /** Null: pieces are given. */
  readonly levelId: string | null;
  /** Null: months are given. */
  readonly productId: string | null;
  /** What was paid with each piece for its delivery; null: months are given. */
  readonly delivery: number | null;
  readonly receiver: GiftReceiver;
  readonly price: number;
  readonly months: number;
  readonly timeZone: string;
  readonly seed: Buffer | null;
  readonly ticketKey: Buffer | null;
  /** Null: not paid. */
  readonly openedAt: Date | null;
  readonly entryUntil: Date | null;
  readonly expiresAt: Date | null;
  readonly drawnAt: Date | null;
  readonly drawnMonths: number | null;
  readonly digest: Buffer | null;
  readonly entryCount: number | null;
  readonly taken: number;
  readonly withdrawn: number;
  /** Of the withdrawn ones: not in stock any more when they were paid. */
  readonly short: number;
  /** Pieces of the stock that are held. */
  readonly stocked: number;
  /** When held pieces that nobody is owed are let go; null: there are none. */
  readonly heldUntil: Date | null;
  readonly dueAt: Date | null;
  readonly endedAt: Date | null;
  readonly endReason: GiftEnd | null;
  readonly createdAt: Date;
}

const columns = `g.id, g.project_id as "projectId", g.person_id as "personId", g.kind, g.level_id as "levelId", g.product_id as "productId",
  g.delivery, g.short, g.stocked, g.held_until as "heldUntil", g.receiver, g.price, g.months,
  g.time_zone as "timeZone", g.seed, g.ticket_key as "ticketKey", g.opened_at as "openedAt", g.entry_until as "entryUntil",
  g.expires_at as "expiresAt", g.drawn_at as "drawnAt", g.drawn_months as "drawnMonths", g.digest, g.entry_count as "entryCount",
  g.taken, g.withdrawn, g.due_at as "dueAt", g.ended_at as "endedAt", g.end_reason as "endReason", g.created_at as "createdAt"`;

const insert = statement<{ id: string }>(`
  insert into gifted_months (id, project_id, person_id, kind, level_id, product_id, delivery, receiver, price, months, time_zone, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) on conflict (id) do nothing returning id`);

const byId = statement<GiftRow>(`select ${columns} from gifted_months g where g.id = $1`);

const lockById = statement<GiftRow>(`select ${columns} from gifted_months g where g.id = $1 for no key update`);

const shareById = statement<GiftRow>(`select ${columns} from gifted_months g where g.id = $1 for share`);

const save = statement(`
  update gifted_months set seed = $2, ticket_key = $3, opened_at = $4, entry_until = $5, expires_at = $6, drawn_at = $7, drawn_months = $8,
    digest = $9, entry_count = $10, taken = $11, withdrawn = $12, due_at = $13, ended_at = $14, end_reason = $15, short = $16, stocked = $17,
    held_until = $18
  where id = $1`);

const due = statement<{ id: string }>(
  'select id from gifted_months where due_at <= $1 and id <> all ($2::uuid[]) order by due_at limit $3',
);

const unopened = statement<{ id: string }>(`
  select g.id from gifted_months g join donation d on d.id = g.id
  where g.opened_at is null and g.ended_at is null and g.created_at > $1::timestamptz - interval '7 days' and d.number is not null
  order by g.created_at limit 100`);

interface AnnouncedRow extends Record<string, unknown> {
  readonly id: string;
  readonly kind: GiftKind;
  readonly left: number;
  /** The name of the product; null: months are given. */
  readonly product: string | null;
}

const announced = statement<AnnouncedRow>(`
  select g.id, g.kind, g.months - g.taken - g.withdrawn as left, (select p.name from product p where p.id = g.product_id) as product
  from gifted_months g
  where g.project_id = $1 and g.due_at is not null and g.receiver = 'Chat' order by g.opened_at desc limit $2`);

const openOfProject = statement<GiftRow>(`
  select ${columns} from gifted_months g
  where g.project_id = $1 and g.due_at is not null and g.receiver = 'Chat' order by g.opened_at desc limit $2`);

const lockHolder = statement(`select pg_advisory_xact_lock(hashtextextended('pieces held by ' || $1::text, 0))`);

const heldOfPerson = statement<GiftRow>(`
  select ${columns} from gifted_months g
  where g.person_id = $1 and g.held_until is not null and g.opened_at is null order by g.id for no key update`);

const toLetGo = statement<{ id: string }>(
  'select id from gifted_months where held_until <= $1 and id <> all ($2::uuid[]) order by held_until limit $3',
);

const hold = statement('update gifted_months set stocked = $2, held_until = $3 where id = $1');

const heldPieces = statement<{ pieces: number }>(`
  select coalesce(sum(stocked), 0)::integer as pieces from gifted_months
  where person_id = $1 and product_id = $2 and held_until is not null and opened_at is null`);

const ofPerson = statement<GiftRow & { total: number }>(`
  select ${columns}, count(*) over () as total from gifted_months g where g.person_id = $1 and g.opened_at is not null
  order by g.opened_at desc, g.id desc offset $2 limit $3`);

const countOfPerson = statement<{ count: number }>(
  'select count(*) as count from gifted_months where person_id = $1 and opened_at is not null',
);

export type NewGift = Pick<
  GiftRow,
  | 'id'
  | 'projectId'
  | 'personId'
  | 'kind'
  | 'levelId'
  | 'productId'
  | 'delivery'
  | 'receiver'
  | 'price'
  | 'months'
  | 'timeZone'
  | 'createdAt'
>;

/** Inserts a gift that is not paid, and returns whether it was not there already. */
export async function insertGift(tx: Tx, made: NewGift): Promise<boolean> {
  const { id, projectId, personId, kind, levelId, productId, delivery } = made;
  const { receiver, price, months, timeZone, createdAt } = made;
  const given = [kind, levelId, productId, delivery, receiver, price, months];
  return (await tx.run(insert, [id, projectId, personId, ...given, timeZone, createdAt])).length > 0;
}

export async function readGift(db: Queryable, id: string): Promise<GiftRow | null> {
  return (await db.run(byId, [id]))[0] ?? null;
}

/** Locks gifted months against everybody who takes, draws, withdraws or enters. */
export async function lockGift(tx: Tx, id: string): Promise<GiftRow | null> {
  return (await tx.run(lockById, [id]))[0] ?? null;
}

/** Has the drawing wait, but not others who enter. */
export async function shareGift(tx: Tx, id: string): Promise<GiftRow | null> {
  return (await tx.run(shareById, [id]))[0] ?? null;
}

/** Writes all that changes of locked gifted months. */
export async function saveGift(tx: Tx, row: GiftRow): Promise<void> {
  const { id, seed, ticketKey, openedAt, entryUntil, expiresAt, drawnAt, drawnMonths, digest, entryCount } = row;
  const { taken, withdrawn, dueAt, endedAt, endReason, short, stocked, heldUntil } = row;
  const drawn = [drawnAt, drawnMonths, digest, entryCount];
  const left = [taken, withdrawn, dueAt, endedAt, endReason];
  await tx.run(save, [
    id,
    seed,
    ticketKey,
    openedAt,
    entryUntil,
    expiresAt,
    ...drawn,
    ...left,
    short,
    stocked,
    heldUntil,
  ]);
}

/** Some gifted months whose next step is due. */
export async function readDueGifts(
  db: Queryable,
  { now, except, most }: { readonly now: Date; readonly except: readonly string[]; readonly most: number },
): Promise<readonly string[]> {
  return (await db.run(due, [now, except, most])).map(({ id }) => id);
}

/** Some gifted months of the last days whose donation is paid, and which are not open. */
export async function readUnopenedGifts(db: Queryable, now: Date): Promise<readonly string[]> {
  return (await db.run(unopened, [now])).map(({ id }) => id);
}

/** The same as `readOpenGifts`, with no more than their names. */
export async function readAnnounced(db: Queryable, projectId: string, most: number): Promise<readonly AnnouncedRow[]> {
  return db.run(announced, [projectId, most]);
}

/** The last gifts of a project that viewers may get. */
export async function readOpenGifts(db: Queryable, projectId: string, most: number): Promise<readonly GiftRow[]> {
  return db.run(openOfProject, [projectId, most]);
}

/** Locks the gifts of a person that hold pieces and are not paid; another of theirs begins only behind this transaction. */
export async function lockHeldGifts(tx: Tx, personId: string): Promise<readonly GiftRow[]> {
  await tx.run(lockHolder, [personId]);
  return tx.run(heldOfPerson, [personId]);
}

/** Writes how many pieces a new gift holds. */
export async function writeHeld(
  tx: Tx,
  giftId: string,
  { stocked, heldUntil }: Pick<GiftRow, 'stocked' | 'heldUntil'>,
): Promise<void> {
  await tx.run(hold, [giftId, stocked, heldUntil]);
}

/** How many pieces of a product a person holds by gifts that are not paid. */
export async function readHeld(db: Queryable, personId: string, productId: string): Promise<number> {
  return (await db.run(heldPieces, [personId, productId]))[0]?.pieces ?? 0;
}

/** Some gifts that hold pieces longer than they may. */
export async function readLetGo(
  db: Queryable,
  { now, except, most }: { readonly now: Date; readonly except: readonly string[]; readonly most: number },
): Promise<readonly string[]> {
  return (await db.run(toLetGo, [now, except, most])).map(({ id }) => id);
}

/** What a person has given and paid, newest first, and how many there are. */
export async function readGiftsOf(
  db: Queryable,
  personId: string,
  { skip, take }: { readonly skip: number; readonly take: number },
): Promise<{ readonly rows: readonly GiftRow[]; readonly count: number }> {
  const rows = await db.run(ofPerson, [personId, skip, take]);
  const [first] = rows;
  if (first !== undefined) return { rows, count: first.total };
  // Nothing is there, or the page is behind the last one.
  const [counted] = skip === 0 ? [] : await db.run(countOfPerson, [personId]);
  return { rows, count: counted?.count ?? 0 };
}
