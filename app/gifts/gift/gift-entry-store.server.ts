import { type Queryable, statement, type Tx } from '#base/db/db.server.ts';
import type { GiftRow } from './gift-store.server.ts';

/** Whoever takes part in a drawing. */
export interface GiftEntryRow extends Record<string, unknown> {
  readonly ticket: Buffer;
  readonly personId: string | null;
  readonly name: string | null;
  readonly isAnonymous: boolean;
  /** The account is there, and where months are given it supports the creator in no other way by now. */
  readonly isAble: boolean;
}

const insert = statement(`
  insert into gifted_entry (gift_id, ticket, person_id, name, is_anonymous, entered_at)
  values ($1, $2, $3, $4, $5, $6) on conflict do nothing`);

const own = statement<{ ticket: Buffer }>('select ticket from gifted_entry where gift_id = $1 and person_id = $2');

const all = statement<{ ticket: Buffer }>('select ticket from gifted_entry where gift_id = $1 order by ticket');

const page = statement<{ ticket: string }>(`
  select encode(ticket, 'hex') as ticket from gifted_entry
  where gift_id = $1 and ticket > coalesce(decode($2, 'hex'), '') order by ticket limit $3`);

const write = statement(`
  update gifted_entry e set score = decode(s.score, 'hex') from unnest($2::text[], $3::text[]) s (ticket, score)
  where e.gift_id = $1 and e.ticket = decode(s.ticket, 'hex')`);

// Whoever is drawn is locked, so that a block, or a deletion, comes before or after.
const lockPeople = statement(`
  select from person where id in (select person_id from gifted_entry where gift_id = $1 and ticket in (select decode(hex, 'hex') from unnest($2::text[]) hex))
  order by id for share`);

const byTickets = statement<GiftEntryRow>(`
  select e.ticket, e.person_id as "personId", e.name, e.is_anonymous as "isAnonymous",
    exists (select from person q where q.id = e.person_id and q.blocked_at is null) and ($4 = 'Pieces' or not exists (
      select from membership m where m.project_id = $2 and m.person_id = e.person_id and m.state in ('Active', 'Overdue', 'Paused', 'Leaving')
    )) as "isAble"
  from unnest($3::text[]) with ordinality asked (ticket, at)
    join gifted_entry e on e.gift_id = $1 and e.ticket = decode(asked.ticket, 'hex')
  order by asked.at`);

const counts = statement<{ giftId: string; count: number }>(`
  select g.id as "giftId", (select count(*) from gifted_entry e where e.gift_id = g.id) as count from unnest($1::uuid[]) g (id)`);

/** Enters a person once. */
export async function insertEntry(
  tx: Tx,
  giftId: string,
  entry: Pick<GiftEntryRow, 'ticket' | 'personId' | 'name' | 'isAnonymous'> & { readonly at: Date },
): Promise<void> {
  const { ticket, personId, name, isAnonymous, at } = entry;
  await tx.run(insert, [giftId, ticket, personId, name, isAnonymous, at]);
}

/** How many take part in some drawings. */
export async function countEntries(db: Queryable, giftIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (giftIds.length === 0) return new Map();
  return new Map((await db.run(counts, [giftIds])).map(({ giftId, count }) => [giftId, count]));
}

/** The ticket of a person; null: they take no part. */
export async function readOwnTicket(db: Queryable, giftId: string, personId: string): Promise<Buffer | null> {
  return (await db.run(own, [giftId, personId]))[0]?.ticket ?? null;
}

/** All tickets in their order. */
export async function readAllTickets(db: Queryable, giftId: string): Promise<readonly Buffer[]> {
  return (await db.run(all, [giftId])).map(({ ticket }) => ticket);
}

/** The tickets behind another one, as hexadecimal digits; `after` undefined: the first ones. */
export async function readTicketPage(
  db: Queryable,
  giftId: string,
  { after, most }: { readonly after: string | undefined; readonly most: number },
): Promise<readonly string[]> {
  return (await db.run(page, [giftId, after ?? null, most])).map(({ ticket }) => ticket);
}

/** Writes what decides of some tickets. */
export async function writeScores(
  tx: Tx,
  giftId: string,
  scored: readonly { readonly ticket: Buffer; readonly score: Buffer }[],
): Promise<void> {
  const hex = (part: 'ticket' | 'score') => scored.map((one) => one[part].toString('hex'));
  await tx.run(write, [giftId, hex('ticket'), hex('score')]);
}

/** Those who have these tickets, in this order; their accounts stay as they are until the transaction ends. */
export async function lockEntered(
  tx: Tx,
  { id, projectId, kind }: Pick<GiftRow, 'id' | 'projectId' | 'kind'>,
  tickets: readonly Buffer[],
): Promise<readonly GiftEntryRow[]> {
  const asked = tickets.map((ticket) => ticket.toString('hex'));
  await tx.run(lockPeople, [id, asked]);
  return tx.run(byTickets, [id, projectId, asked, kind]);
}
