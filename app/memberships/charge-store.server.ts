import { type Queryable, statement, type Tx } from '#base/db/db.server.ts';
import type { ChargeState } from './membership-state.ts';

/** A month of a membership as stored; amounts in minor units. */
export interface ChargeRow extends Record<string, unknown> {
  readonly membershipId: string;
  readonly month: number;
  readonly donationId: string;
  readonly amount: number;
  readonly state: ChargeState;
  /** Refused tries since the month fell due or was resumed. */
  readonly tries: number;
  /** The provider's code of the last refusal. */
  readonly refusal: string | null;
  readonly paidAt: Date | null;
  readonly refunded: number;
  readonly returnAt: Date | null;
  /** Another card was saved while a payment with the one before was under way. */
  readonly hasNewCard: boolean;
  /** When the payment that was under way at the end of the membership is asked about. */
  readonly closeAt: Date | null;
  /** The payment is over terms that the membership has only once it is paid: this level at this price. */
  readonly isChange: boolean;
  readonly levelId: string | null;
  readonly levelAmount: number | null;
}

/** The select list of `ChargeRow`. */
const chargeColumns = `c.membership_id as "membershipId", c.month, c.donation_id as "donationId", c.amount, c.state, c.tries,
  c.refusal, c.paid_at as "paidAt", c.refunded, c.return_at as "returnAt",
  c.has_new_card as "hasNewCard", c.close_at as "closeAt",
  c.is_change as "isChange", c.level_id as "levelId", c.level_amount as "levelAmount"`;

const insert = statement(`
  insert into membership_charge (membership_id, month, donation_id, amount, state, created_at) values ($1, $2, $3, $4, $5, $6)
  on conflict (membership_id, month) do nothing`);

const byMonth = statement<ChargeRow>(
  `select ${chargeColumns} from membership_charge c where c.membership_id = $1 and c.month = $2`,
);

const lastMessage = statement<{ message: string | null }>(`
  select d.message from membership_charge c join donation d on d.id = c.donation_id
  where c.membership_id = $1 and d.message is not null and d.paid_at is not null
  order by c.month desc limit 1`);

const byDonation = statement<ChargeRow>(
  `select ${chargeColumns} from membership_charge c where c.donation_id = $1 for no key update`,
);

const save = statement(`
  update membership_charge set state = $2, tries = $3, refusal = $4, paid_at = $5, refunded = $6, return_at = $7, amount = $8,
    has_new_card = $9, close_at = $10, is_change = $11, level_id = $12, level_amount = $13
  where donation_id = $1`);

const close = statement(`
  update membership_charge set state = case state when 'Waiting' then 'Failed' else state end,
    close_at = case state when 'Open' then now() end
  where membership_id = any ($1::uuid[]) and state in ('Waiting', 'Open')`);

const dueClosings = statement<ChargeRow>(`
  update membership_charge c
  set close_at = now() + greatest(interval '1 minute', least(interval '1 day', (now() - c.created_at) / 10))
  where (c.membership_id, c.month) in (
    select membership_id, month from membership_charge where close_at <= now() order by close_at limit $1 for update skip locked)
  returning ${chargeColumns}`);

const makeRoom = statement(`
  update membership_charge set month = month + 1, tries = 0, refusal = null, has_new_card = true
  where membership_id = $1 and month = $2`);

const move = statement('update membership_charge set membership_id = $2, month = $3 where donation_id = $1');

const dueReturns = statement<ChargeRow>(`
  update membership_charge c set return_at = now() + interval '1 minute'
  where (c.membership_id, c.month) in (
    select membership_id, month from membership_charge where return_at <= now() order by return_at limit $1 for update skip locked)
  returning ${chargeColumns}`);

/** What the donor of a membership has written with the last of its paid months that has a message; null: nothing. */
export async function readLastMessage(db: Queryable, membershipId: string): Promise<string | null> {
  return (await db.run(lastMessage, [membershipId]))[0]?.message ?? null;
}

/** Inserts the charge of a month, unless it is there. */
export async function insertCharge(
  tx: Tx,
  made: Pick<ChargeRow, 'membershipId' | 'month' | 'donationId' | 'amount'> & { state: 'Open' | 'Waiting'; at: Date },
): Promise<void> {
  const { membershipId, month, donationId, amount, state, at } = made;
  await tx.run(insert, [membershipId, month, donationId, amount, state, at]);
}

/** The charge of a month, which only the holder of the membership's lock changes. */
export async function readCharge(db: Queryable, membershipId: string, month: number): Promise<ChargeRow | null> {
  return (await db.run(byMonth, [membershipId, month]))[0] ?? null;
}

/** Locks the charge that a donation pays. */
export async function lockChargeOfDonation(tx: Tx, donationId: string): Promise<ChargeRow | null> {
  return (await tx.run(byDonation, [donationId]))[0] ?? null;
}

/** Writes all that changes of a charge. */
export async function saveCharge(tx: Tx, row: ChargeRow): Promise<void> {
  const { donationId, state, tries, refusal, paidAt, refunded, returnAt, amount, hasNewCard, closeAt } = row;
  const fate = [state, tries, refusal, paidAt, refunded, returnAt, amount, hasNewCard, closeAt];
  await tx.run(save, [donationId, ...fate, row.isChange, row.levelId, row.levelAmount]);
}

/** Closes the months of ended memberships that wait for their next try; a payment that is under way is asked about. */
export async function closeCharges(tx: Tx, membershipIds: readonly string[]): Promise<void> {
  await tx.run(close, [membershipIds]);
}

/** Claims charges that were under way when their membership ended; they are due again after a growing pause of at most a day. */
export async function claimClosings(db: Queryable, most: number): Promise<ChargeRow[]> {
  return db.run(dueClosings, [most]);
}

/** Makes a paid charge the given month of another membership, whose own unpaid charge becomes that of the month after. */
export async function moveCharge(
  tx: Tx,
  donationId: string,
  to: { readonly membershipId: string; readonly month: number },
): Promise<void> {
  await tx.run(makeRoom, [to.membershipId, to.month]);
  await tx.run(move, [donationId, to.membershipId, to.month]);
}

/** Claims charges that are to be refunded; they are due again after a minute. */
export async function claimReturns(db: Queryable, most: number): Promise<ChargeRow[]> {
  return db.run(dueReturns, [most]);
}
