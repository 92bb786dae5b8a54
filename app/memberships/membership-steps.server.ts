import { add, minor, subtract } from '#base/money/money.ts';
import type { ChargeRow } from './charge-store.server.ts';
import type { LevelRow } from './levels-store.server.ts';
import { chargeTries, type EndReason, type MembershipState, nextMembershipStates } from './membership-state.ts';
import type { MembershipRow } from './membership-store.server.ts';
import { agreedTerms, comingTerms, type Terms, withoutNextTerms, withTerms } from './membership-terms.ts';
import { nextMonthStart } from './month-starts.server.ts';

const day = 86_400_000;

/** No charge that somebody asked for is under way. */
const noRetry = { retryState: null, retryKeptAt: null } as const;

const later = (moment: Date, days: number) => new Date(moment.getTime() + days * day);

/** Throws unless the table of states allows the transition. */
function requireMove({ id, state }: MembershipRow, to: MembershipState): void {
  const next: readonly MembershipState[] = nextMembershipStates[state];
  if (state !== to && !next.includes(to)) throw new Error(`membership ${id} cannot go from ${state} to ${to}`);
}

/**
 * A membership whose next month was paid. A month that is paid after its end pays for the one that begins now, and the day moves to that of
 * the payment (docs/rules.md#memberships).
 */
function paidMonth(row: MembershipRow, now: Date): MembershipRow {
  const state = row.state === 'Leaving' ? 'Leaving' : 'Active';
  requireMove(row, state);
  const { anchorAt, paidUntil, timeZone } = row;
  const end = anchorAt && paidUntil && nextMonthStart({ at: anchorAt, timeZone }, paidUntil);
  const isInTime = end !== null && end > now;
  const until = isInTime ? end : nextMonthStart({ at: now, timeZone }, now);
  return {
    ...row,
    ...noRetry,
    state,
    since: row.since ?? now,
    lastPaidAt: now,
    anchorAt: isInTime ? anchorAt : now,
    paidUntil: until,
    dueAt: until,
  };
}

/** The same with the month's number and sum, and with the terms that it was charged with. */
export function paidCharge(row: MembershipRow, charge: ChargeRow, now: Date): MembershipRow {
  const { month, amount, isChange } = charge;
  const paid = { ...paidMonth(row, now), months: month, paidSum: add(minor(row.paidSum), minor(amount)) };
  return isChange ? withTerms(paid, charge) : paid;
}

/**
 * A membership and its charge after a refusal: tried again some days later, or paused. A charge that the donor or the staff asked for is no try: all
 * goes on as before it.
 */
export function refusedCharge(
  row: MembershipRow,
  charge: ChargeRow,
  { refusal, now }: { refusal: string; now: Date },
): { membership: MembershipRow; charge: ChargeRow } {
  const { retryState, retryKeptAt } = row;
  if (retryState === 'Paused') {
    const membership = { ...row, ...noRetry, state: retryState, dueAt: null, paidUntil: retryKeptAt };
    return { membership, charge: { ...charge, refusal, state: 'Failed' } };
  }
  if (retryState === 'Overdue') {
    return { membership: { ...row, ...noRetry, dueAt: retryKeptAt }, charge: { ...charge, refusal, state: 'Waiting' } };
  }
  const tries = charge.tries + 1;
  const pause = chargeTries.daysBetween[tries - 1];
  const isOver = pause === undefined || tries >= chargeTries.most;
  const state = isOver ? 'Paused' : 'Overdue';
  // The first refusal may be the last one only by way of `Overdue`.
  requireMove(row, 'Overdue');
  return {
    membership: { ...row, state, dueAt: isOver ? null : later(now, pause) },
    charge: { ...charge, tries, refusal, state: isOver ? 'Failed' : 'Waiting' },
  };
}

/** A membership whose month is charged again at once, with all its tries. After a pause the month begins with its payment. */
export function retried(row: MembershipRow, now: Date): MembershipRow {
  requireMove(row, 'Overdue');
  const paidUntil = row.state === 'Paused' ? null : row.paidUntil;
  return { ...row, ...noRetry, state: 'Overdue', dueAt: now, paidUntil };
}

/**
 * The same by a charge that takes no try: refused, all goes on as before. One that is due anyway stays what it is, and so does one that was asked
 * for already.
 */
export function chargedBetween(row: MembershipRow, now: Date): MembershipRow {
  const { state, dueAt, retryState } = row;
  if (state !== 'Overdue' && state !== 'Paused') throw new Error(`membership ${row.id} has no month to charge again`);
  if (retryState !== null || (dueAt !== null && dueAt <= now)) return row;
  return { ...retried(row, now), retryState: state, retryKeptAt: state === 'Paused' ? row.paidUntil : dueAt };
}

/** Whether months are charged, now or later. */
export const isCharged = ({ state }: MembershipRow): boolean => state === 'Active' || state === 'Overdue';

/** Whether a charge is due or under way. */
export const isDue = (row: MembershipRow, now: Date): boolean =>
  isCharged(row) && row.dueAt !== null && row.dueAt <= now;

/** When the next month or try is charged; null: nothing is planned. */
export const nextChargeOf = (row: MembershipRow): Date | null => (isCharged(row) ? row.dueAt : null);

/** What changes with the next charge; null: nothing, or nothing more is charged. */
export const plannedTerms = (row: MembershipRow): Terms | null =>
  row.state === 'Leaving' || row.state === 'Ended' ? null : comingTerms(row);

/** Whether a member has what his level promises: his month is paid, or its charge is tried again without a pause before. */
export function isEnjoyed({ state, paidUntil }: MembershipRow): boolean {
  if (state === 'Overdue') return paidUntil !== null;
  return state === 'Active' || state === 'Leaving';
}

/** Whether the price of the agreed level has changed, and is not below what the donor pays of his own accord. */
export function isNewPrice(row: MembershipRow, level: LevelRow): boolean {
  const { amount, levelAmount } = agreedTerms(row);
  return level.amount !== levelAmount && (amount === levelAmount || level.amount > amount);
}

/** A membership that its donor has left: the paid month runs out. */
export function left(row: MembershipRow): MembershipRow {
  requireMove(row, 'Leaving');
  return { ...row, state: 'Leaving', dueAt: row.paidUntil };
}

/** A membership whose donor stays after all. */
export function stayed(row: MembershipRow): MembershipRow {
  requireMove(row, 'Active');
  return { ...row, state: 'Active', dueAt: row.paidUntil };
}

/** A gifted membership that its member goes on with at the same level: a paid month is added behind the gifted ones. */
export function continued(gifted: MembershipRow, paid: MembershipRow): MembershipRow {
  requireMove(gifted, 'Active');
  const { amount, levelAmount, name, isAnonymous, system } = paid;
  const now = { giftedAmount: null, giftedUntil: gifted.paidUntil, state: 'Active' } as const;
  return { ...gifted, amount, levelAmount, name, isAnonymous, system, ...now };
}

/**
 * A membership whose donor has begun a second one at another level, and paid it: that level is held from now on, and charged next. A sum of the
 * donor's own is a month more, and changes nothing.
 */
export function begunAgain(row: MembershipRow, begun: MembershipRow): MembershipRow {
  if (begun.levelId === null || begun.levelId === row.levelId) return row;
  const { levelId, amount, levelAmount } = begun;
  return { ...withoutNextTerms(row), levelId, amount, levelAmount };
}

/** An ended membership, without what could charge its donor. */
export function ended(row: MembershipRow, endReason: EndReason, now: Date): MembershipRow {
  requireMove(row, 'Ended');
  const card = { tokenSealed: null, cardMask: null, cardExpiry: null };
  return { ...withoutNextTerms(row), ...card, ...noRetry, state: 'Ended', endedAt: now, endReason, dueAt: null };
}

/** What is left of a month that was refunded in part. */
export function reducedCharge(charge: ChargeRow, back: number): ChargeRow {
  return { ...charge, refunded: add(minor(charge.refunded), minor(back)) };
}

/** What a donor has paid after a refund. */
export function reducedSum(row: MembershipRow, back: number): MembershipRow {
  return { ...row, paidSum: subtract(minor(row.paidSum), minor(back)) };
}
