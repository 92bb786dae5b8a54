import { type Queryable, statement, type Tx } from '#base/db/db.server.ts';
import { isFar, shorterWay } from '#base/db/far-page.server.ts';
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
}

const columns = `p.id, p.person_id as "personId", p.account_id as "accountId", p.amount, p.card_mask as "cardMask",
  p.card_token as "cardToken", p.state, p.bank_reference as "bankReference", p.reason, p.created_at as "createdAt",
  p.decided_at as "decidedAt"`;

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

/** Requests in a state, optionally only of some people or with a card's last digits. */
const wanted = `p.state = $1 and ($2::uuid[] is null or p.person_id = any ($2) or p.card_mask like '%' || $3)`;

const waiting = statement<PayoutRow>(`
  select ${columns} from payout p where ${wanted} order by p.created_at, p.id offset $4 limit $5`);

const decided = statement<PayoutRow>(`
  select ${columns} from payout p where ${wanted} order by p.created_at desc, p.id desc offset $4 limit $5`);

const countWanted = statement<{ count: number }>(`select count(*) as count from payout p where ${wanted}`);

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

/** Requests in a state; `found`: only of these people, or with these last digits of the card. */
export async function readPayouts(
  db: Queryable,
  asked: {
    state: PayoutState;
    found: { people: readonly string[]; cardEnd: string } | null;
    skip: number;
    take: number;
  },
) {
  const { state, found, skip, take } = asked;
  const where = [state, found?.people ?? null, found?.cardEnd ?? ''];
  if (isFar({ skip, take })) {
    const count = (await db.run(countWanted, where))[0]?.count ?? 0;
    const way = shorterWay({ skip, take }, count);
    // Open requests are listed oldest first, decided ones newest first; read from the end, each order is the other's.
    const rows = await db.run((state === 'Requested') === way.isFromEnd ? decided : waiting, [
      ...where,
      way.skip,
      way.take,
    ]);
    return { items: way.isFromEnd ? rows.toReversed() : rows, count };
  }
  const [items, counted] = await Promise.all([
    db.run(state === 'Requested' ? waiting : decided, [...where, skip, take]),
    db.run(countWanted, where),
  ]);
  return { items, count: counted[0]?.count ?? 0 };
}
