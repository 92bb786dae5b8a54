import type { PaymentSystemName } from '#app/payments/payment-systems.ts';
import { type Queryable, statement, type Tx } from '#base/db/db.server.ts';
import type { EndReason, MembershipState } from './membership-state.ts';
import type { WithTerms } from './membership-terms.ts';

/** A membership as stored; amounts in minor units. */
export interface MembershipRow extends WithTerms, Record<string, unknown> {
  readonly id: string;
  readonly projectId: string;
  readonly personId: string;
  readonly name: string | null;
  readonly isAnonymous: boolean;
  readonly system: PaymentSystemName;
  readonly tokenSealed: Buffer | null;
  readonly cardMask: string | null;
  readonly cardExpiry: string | null;
  readonly anchorAt: Date | null;
  readonly timeZone: string;
  readonly state: MembershipState;
  readonly months: number;
  readonly paidSum: number;
  readonly lastPaidAt: Date | null;
  readonly since: Date | null;
  readonly paidUntil: Date | null;
  readonly dueAt: Date | null;
  /** The state before a charge that the donor or the staff asked for; null: none was asked for. */
  readonly retryState: 'Overdue' | 'Paused' | null;
  /** When the next try was due before it, or what was paused was paid until. */
  readonly retryKeptAt: Date | null;
  readonly lease: number;
  readonly endedAt: Date | null;
  readonly endReason: EndReason | null;
  readonly createdAt: Date;
  /** What somebody else has paid for a month; null: nobody has. Then nothing is charged, and `amount` is 0. */
  readonly giftedAmount: number | null;
  /** When the gifted months are over that were there before the member went on with a card; null: there were none. */
  readonly giftedUntil: Date | null;
}

/** The select list of `MembershipRow`. */
export const membershipColumns = `m.id, m.project_id as "projectId", m.person_id as "personId", m.level_id as "levelId", m.amount,
  m.level_amount as "levelAmount", m.name, m.is_anonymous as "isAnonymous", m.system, m.token_sealed as "tokenSealed",
  m.card_mask as "cardMask", m.card_expiry as "cardExpiry", m.anchor_at as "anchorAt", m.time_zone as "timeZone", m.state, m.months,
  m.paid_sum as "paidSum", m.last_paid_at as "lastPaidAt", m.since, m.paid_until as "paidUntil", m.due_at as "dueAt", m.lease, m.retry_state as "retryState", m.retry_kept_at as "retryKeptAt",
  m.ended_at as "endedAt", m.end_reason as "endReason", m.created_at as "createdAt",
  m.gifted_amount as "giftedAmount", m.gifted_until as "giftedUntil",
  m.next_level_id as "nextLevelId", m.next_amount as "nextAmount", m.next_level_amount as "nextLevelAmount"`;

const insert = statement(`
  insert into membership
    (id, project_id, person_id, level_id, amount, level_amount, name, is_anonymous, system, time_zone, state, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'Pending', $11) on conflict (id) do nothing`);

const byId = statement<MembershipRow>(`select ${membershipColumns} from membership m where m.id = $1`);

const lockById = statement<MembershipRow>(
  `select ${membershipColumns} from membership m where m.id = $1 for no key update`,
);

const lockLeased = statement<MembershipRow>(
  `select ${membershipColumns} from membership m where m.id = $1 and m.lease = $2 for no key update`,
);

const lockByDonation = statement<MembershipRow>(`
  select ${membershipColumns} from membership m join membership_charge c on c.membership_id = m.id
  where c.donation_id = $1 for no key update of m`);

const lockOther = statement<MembershipRow>(`
  select ${membershipColumns} from membership m
  where m.project_id = $1 and m.person_id = $2 and m.state in ('Active', 'Overdue', 'Paused', 'Leaving') for no key update`);

const liveOf = statement<{ isGifted: boolean }>(`
  select gifted_amount is not null as "isGifted" from membership
  where project_id = $1 and person_id = $2 and state in ('Active', 'Overdue', 'Paused', 'Leaving')`);

const lockOfDonor = statement<MembershipRow>(`
  select ${membershipColumns} from membership m where m.person_id = $1 and m.state <> 'Ended'
  order by m.project_id, m.id for no key update`);

/** A card that is replaced, or goes with the end, is removed at its payment system, too. */
const save = statement(`
  with gone as (
    insert into card_removal (system, token_sealed, card_mask)
    select system, token_sealed, coalesce(card_mask, '') from membership
    where id = $1 and token_sealed is not null and token_sealed is distinct from $5
  )
  update membership set amount = $2, level_amount = $3, system = $4, token_sealed = $5, card_mask = $6, card_expiry = $7, anchor_at = $8,
    state = $9, months = $10, paid_sum = $11, last_paid_at = $12, since = $13, paid_until = $14, due_at = $15, ended_at = $16,
    end_reason = $17, level_id = $18, next_level_id = $19, next_amount = $20, next_level_amount = $21, retry_state = $22,
    retry_kept_at = $23, leased_until = null
  where id = $1`);

/** What is known when a membership is begun. */
export type NewMembership = Pick<
  MembershipRow,
  | 'id'
  | 'projectId'
  | 'personId'
  | 'levelId'
  | 'amount'
  | 'levelAmount'
  | 'name'
  | 'isAnonymous'
  | 'system'
  | 'timeZone'
  | 'createdAt'
>;

/** Inserts a membership whose first month is not paid; nothing where it is there already. */
export async function insertMembership(tx: Tx, made: NewMembership): Promise<void> {
  const { id, projectId, personId, levelId, amount, levelAmount, name, isAnonymous, system, timeZone, createdAt } =
    made;
  await tx.run(insert, [
    id,
    projectId,
    personId,
    levelId,
    amount,
    levelAmount,
    name,
    isAnonymous,
    system,
    timeZone,
    createdAt,
  ]);
}

export async function readMembership(db: Queryable, id: string): Promise<MembershipRow | null> {
  return (await db.run(byId, [id]))[0] ?? null;
}

/** Locks a membership until the transaction ends. */
export async function lockMembership(tx: Tx, id: string): Promise<MembershipRow | null> {
  return (await tx.run(lockById, [id]))[0] ?? null;
}

/** The same, only while this lease is the last one. */
export async function lockLeasedMembership(
  tx: Tx,
  leased: { id: string; lease: number },
): Promise<MembershipRow | null> {
  return (await tx.run(lockLeased, [leased.id, leased.lease]))[0] ?? null;
}

/** Locks the membership that a donation pays. */
export async function lockMembershipOfDonation(tx: Tx, donationId: string): Promise<MembershipRow | null> {
  return (await tx.run(lockByDonation, [donationId]))[0] ?? null;
}

/** Locks the live membership of a donor at a project. */
export async function lockLiveMembership(tx: Tx, projectId: string, personId: string): Promise<MembershipRow | null> {
  return (await tx.run(lockOther, [projectId, personId]))[0] ?? null;
}

/** Locks the memberships of a donor that have not ended. */
export async function lockMembershipsOfDonor(tx: Tx, personId: string): Promise<MembershipRow[]> {
  return tx.run(lockOfDonor, [personId]);
}

/** The live membership of a donor at a project; null: there is none. */
export async function readLiveMembership(
  db: Queryable,
  projectId: string,
  personId: string,
): Promise<{ readonly isGifted: boolean } | null> {
  return (await db.run(liveOf, [projectId, personId]))[0] ?? null;
}

/** Writes all that changes of a locked membership, and ends its lease. */
export async function saveMembership(tx: Tx, row: MembershipRow): Promise<void> {
  const { id, amount, levelAmount, system, tokenSealed, cardMask, cardExpiry, anchorAt, state, months } = row;
  const { paidSum, lastPaidAt, since, paidUntil, dueAt, endedAt, endReason } = row;
  const { levelId, nextLevelId, nextAmount, nextLevelAmount, retryState, retryKeptAt } = row;
  const card = [system, tokenSealed, cardMask, cardExpiry];
  const times = [lastPaidAt, since, paidUntil, dueAt, endedAt];
  const next = [nextLevelId, nextAmount, nextLevelAmount];
  const values = [
    amount,
    levelAmount,
    ...card,
    anchorAt,
    state,
    months,
    paidSum,
    ...times,
    endReason,
    levelId,
    ...next,
    retryState,
    retryKeptAt,
  ];
  await tx.run(save, [id, ...values]);
}

const goOn = statement(`
  update membership set name = $2, is_anonymous = $3, gifted_amount = null, gifted_until = $4, state = 'Active', amount = $5 where id = $1`);

/** Makes a gifted membership one that its own member pays; the rest is written by `saveMembership`. */
export async function continueMembership(tx: Tx, row: MembershipRow): Promise<void> {
  await tx.run(goOn, [row.id, row.name, row.isAnonymous, row.giftedUntil, row.amount]);
}

/** A membership that ended with its creator's page. `wasMember`: a month was paid. */
interface EndedRow extends Record<string, unknown> {
  readonly id: string;
  readonly personId: string;
  readonly months: number;
  readonly wasMember: boolean;
  /** By somebody else. */
  readonly isGifted: boolean;
  /** Not paused, and not charged again after a pause. */
  readonly wasPaid: boolean;
}

const endOfProject = statement<EndedRow>(`
  with gone as (
    select id, system, token_sealed, card_mask, state <> 'Paused' and (state <> 'Overdue' or paid_until is not null) as was_paid
    from membership where project_id = $1 and state <> 'Ended' order by id limit 5000 for no key update
  ), removed as (
    insert into card_removal (system, token_sealed, card_mask)
    select system, token_sealed, coalesce(card_mask, '') from gone where token_sealed is not null
  )
  update membership m set state = 'Ended', end_reason = 'CreatorGone', ended_at = $2, due_at = null, leased_until = null,
    token_sealed = null, card_mask = null, card_expiry = null, next_level_id = null, next_amount = null, next_level_amount = null
  from gone where m.id = gone.id
  returning m.id, m.person_id as "personId", m.months, m.since is not null as "wasMember",
    m.gifted_amount is not null as "isGifted", gone.was_paid as "wasPaid"`);

/** Ends memberships of a project whose creator is gone, up to 5,000 at once. */
export async function endSomeOfProject(tx: Tx, projectId: string, now: Date): Promise<EndedRow[]> {
  return tx.run(endOfProject, [projectId, now]);
}
