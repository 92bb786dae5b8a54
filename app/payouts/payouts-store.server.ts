import { type Queryable, statement, type Tx } from '#base/db/db.server.ts';
import { isDeep, shorterDirection } from '#base/db/deep-paging.server.ts';
import { readListCount } from '#base/db/list-count.server.ts';
import type { PayoutState } from './payout-state.ts';

export interface PayoutRow extends Record<string, unknown> {
  readonly id: string;
  readonly personId: string;
  readonly accountId: string;
  readonly amount: number;
  readonly cardMask: string;
  readonly cardToken: string | null;
  readonly state: PayoutState;
  readonly bankReference: string | null;
  readonly reason: string | null;
  readonly createdAt: Date;
  readonly decidedAt: Date | null;
  /** The year and the number in it of its act; null: not paid, or paid before acts had numbers. */
  readonly act: string | null;
}

const columns = `p.id, p.person_id as "personId", p.account_id as "accountId", p.amount, p.card_mask as "cardMask",
  p.card_token as "cardToken", p.state, p.bank_reference as "bankReference", p.reason, p.created_at as "createdAt",
  p.decided_at as "decidedAt", p.act_year || '-' || p.act_number as act`;

const insert = statement<PayoutRow>(`
  insert into payout as p (person_id, account_id, amount, card_mask, card_token) values ($1, $2, $3, $4, $5)
  returning ${columns}`);

const ofPerson = statement<PayoutRow>(`
  select ${columns} from payout p where p.person_id = $1 order by p.created_at desc, p.id desc offset $2 limit $3`);

const totalsOfPerson = statement<{ count: number; waiting: number; since: Date | null }>(`
  select count(*) as count, coalesce(sum(amount) filter (where state = 'Requested'), 0)::bigint as waiting,
    min(created_at) filter (where state = 'Requested') as since
  from payout where person_id = $1`);

const byIds = statement<PayoutRow>(`select ${columns} from payout p where p.id = any ($1::uuid[])`);

const lock = statement<PayoutRow>(`select ${columns} from payout p where p.id = $1 for update`);

const decide = statement(`
  update payout set state = $2, bank_reference = $3, reason = $4, decided_by = $5, decided_at = clock_timestamp(),
    card_token = null
  where id = $1`);

const numberAct = statement(`
  with counted as (
    insert into payout_act_counter as c (year, last) values (extract(year from clock_timestamp() at time zone $2::text)::integer, 1)
    on conflict (year) do update set last = c.last + 1 returning year, last
  )
  update payout set act_year = counted.year, act_number = counted.last from counted where id = $1`);

const waiting = statement<PayoutRow>(`
  select ${columns} from payout p where p.state = $1 order by p.created_at, p.id offset $2 limit $3`);

const decided = statement<PayoutRow>(`
  select ${columns} from payout p where p.state = $1 order by p.created_at desc, p.id desc offset $2 limit $3`);

/** How many requests are in a state, from the stored lengths of lists. */
const countInState = (db: Queryable, state: PayoutState) => readListCount(db, `payouts ${state}`);

/** Of some people, or with a card whose reversed mask is from `$3` up to `$4`: as ranges, so that indexes find both also without their values. */
const found = `
  select p.id, p.created_at from payout p
  where p.state = $1 and (p.person_id = any ($2::uuid[]) or reverse(p.card_mask) ~>=~ $3 and reverse(p.card_mask) ~<~ $4)`;

/** The matches are found before they are sorted: otherwise the planner might walk all requests in their order until a page is full. */
const foundIn = (order: 'asc' | 'desc') =>
  statement<PayoutRow & { count: number }>(`
    with found as materialized (${found}), here as (
      select id, created_at from found order by created_at ${order}, id ${order} offset $5 limit $6
    )
    select ${columns}, (select count(*) from found) as count from here join payout p on p.id = here.id
    order by here.created_at ${order}, here.id ${order}`);

const foundWaiting = foundIn('asc');
const foundDecided = foundIn('desc');
const countFound = statement<{ count: number }>(`select count(*) as count from (${found}) found`);

export interface NewPayout {
  readonly personId: string;
  readonly accountId: string;
  readonly amount: number;
  readonly cardMask: string;
  readonly cardToken: string | null;
}

export async function insertPayout(tx: Tx, payout: NewPayout): Promise<PayoutRow> {
  const { personId, accountId, amount, cardMask, cardToken } = payout;
  const [row] = await tx.run(insert, [personId, accountId, amount, cardMask, cardToken]);
  if (row === undefined) throw new Error('the new payout was not returned');
  return row;
}

/** A person's requests, newest first, and the sum of the undecided ones with the time of the oldest. */
export async function readPayoutsOf(db: Queryable, personId: string, skip: number, take: number) {
  const [items, [totals]] = await Promise.all([
    db.run(ofPerson, [personId, skip, take]),
    db.run(totalsOfPerson, [personId]),
  ]);
  const { count = 0, waiting = 0, since = null } = totals ?? {};
  return { items, count, waiting: { amount: waiting, since } };
}

export function readPayoutsById(db: Queryable, ids: readonly string[]): Promise<PayoutRow[]> {
  return db.run(byIds, [ids]);
}

/** Locks a request against other decisions until the transaction ends. */
export async function lockPayout(tx: Tx, id: string): Promise<PayoutRow | null> {
  return (await tx.run(lock, [id]))[0] ?? null;
}

export interface Decision {
  readonly state: Exclude<PayoutState, 'Requested'>;
  readonly bankReference?: string;
  readonly reason?: string;
  readonly by: string;
}

/** Stores the decision about a request and deletes the card's token. */
export async function writeDecision(tx: Tx, id: string, decision: Decision): Promise<void> {
  const { state, bankReference = null, reason = null, by } = decision;
  await tx.run(decide, [id, state, bankReference, reason, by]);
}

/**
 * Gives the act of a payout that is paid the next number of the year. It comes after all other locks: whoever else pays waits for the counter until
 * the transaction ends.
 */
export async function writeActNumber(tx: Tx, id: string, timeZone: string): Promise<void> {
  await tx.run(numberAct, [id, timeZone]);
}

/** The number of open requests. */
export async function countRequested(db: Queryable): Promise<number> {
  return countInState(db, 'Requested');
}

/** What requests are searched by: these people, or the last digits of a card (null: none). */
export interface PayoutSearch {
  readonly people: readonly string[];
  readonly cardEnd: string | null;
}

interface AskedPayouts {
  readonly state: PayoutState;
  readonly skip: number;
  readonly take: number;
}

/** The reversed masks of cards that end with these digits: from the first text up to the second. */
function masksEndingWith(digits: string): [from: string, to: string] {
  const from = [...digits].reverse();
  const last = from.at(-1) ?? '';
  return [from.join(''), [...from.slice(0, -1), String.fromCharCode(last.charCodeAt(0) + 1)].join('')];
}

/** Requests in a state that a search finds, in the order of `readPayouts`. */
export async function findPayouts(
  db: Queryable,
  { people, cardEnd }: PayoutSearch,
  { state, skip, take }: AskedPayouts,
) {
  const masks = cardEnd === null ? [null, null] : masksEndingWith(cardEnd);
  const where = [state, people, ...masks];
  const rows = await db.run(state === 'Requested' ? foundWaiting : foundDecided, [...where, skip, take]);
  // Beyond the last page no row has the count.
  const count = rows[0]?.count ?? (skip === 0 ? 0 : ((await db.run(countFound, where))[0]?.count ?? 0));
  return { items: rows.map(({ count: _, ...payout }): PayoutRow => payout), count };
}

/** Requests in a state: open ones oldest first, decided ones newest first. */
export async function readPayouts(db: Queryable, { state, skip, take }: AskedPayouts) {
  if (isDeep({ skip, take })) {
    const count = await countInState(db, state);
    const way = shorterDirection({ skip, take }, count);
    // Read from the end, each order is the other's.
    const rows = await db.run((state === 'Requested') === way.isFromEnd ? decided : waiting, [
      state,
      way.skip,
      way.take,
    ]);
    return { items: way.isFromEnd ? rows.toReversed() : rows, count };
  }
  const [items, count] = await Promise.all([
    db.run(state === 'Requested' ? waiting : decided, [state, skip, take]),
    countInState(db, state),
  ]);
  return { items, count };
}
