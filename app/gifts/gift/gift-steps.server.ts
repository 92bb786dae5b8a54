import { add, type Minor, minor } from '#base/money/money.ts';
import { type GiftEnd, giftLimits } from '../gift-rules.ts';
import type { GiftRow } from './gift-store.server.ts';

const minute = 60_000;
const day = 1_440 * minute;

const later = (moment: Date, milliseconds: number) => new Date(moment.getTime() + milliseconds);

/** How many months nobody has taken, and nobody has got back. */
export const leftOf = ({ months, taken, withdrawn }: GiftRow): number => months - taken - withdrawn;

/** Whether nothing more happens to gifted months. */
export const isOver = ({ endedAt }: GiftRow): boolean => endedAt !== null;

/** Whether somebody who asks now may take what is left. */
export function isFree(gift: GiftRow, now: Date): boolean {
  const { receiver, drawnAt, expiresAt } = gift;
  const isOffered = receiver === 'Link' || drawnAt !== null;
  return !isOver(gift) && isOffered && expiresAt !== null && expiresAt > now && leftOf(gift) > 0;
}

/** Whether somebody who asks now may take part in the drawing. */
export function isEntering(gift: GiftRow, now: Date): boolean {
  return !isOver(gift) && gift.drawnAt === null && gift.entryUntil !== null && gift.entryUntil > now;
}

/** Gifted months that were just paid. `secrets`: what decides in a drawing; null: they are for a link. */
export function opened(gift: GiftRow, now: Date, secrets: Pick<GiftRow, 'seed' | 'ticketKey'> | null): GiftRow {
  const expiresAt = later(now, giftLimits.days * day);
  const entryUntil = secrets === null ? null : later(now, giftLimits.entryMinutes * minute);
  return { ...gift, ...secrets, openedAt: now, entryUntil, expiresAt, dueAt: entryUntil ?? expiresAt };
}

/** Gifted months of which no more are given. */
export const ended = (gift: GiftRow, endReason: GiftEnd, now: Date): GiftRow => ({
  ...gift,
  dueAt: null,
  endedAt: now,
  endReason,
});

/** The same, over where all are taken. */
export function settled(gift: GiftRow, now: Date): GiftRow {
  return isOver(gift) || leftOf(gift) > 0 ? gift : ended(gift, 'Taken', now);
}

/** What was paid for one: a month, or a piece with its delivery. */
const paidForOne = ({ price, delivery }: Pick<GiftRow, 'price' | 'delivery'>): Minor =>
  add(minor(price), minor(delivery ?? 0));

/** How many a sum pays. */
export const countPaidBy = (gift: GiftRow, rest: number): number => Math.floor(rest / paidForOne(gift));

/** Gifted months of which so much money is left: what it does not pay any more is withdrawn, unless it is taken. */
export function reduced(gift: GiftRow, rest: number, now: Date): GiftRow {
  const paid = Math.max(gift.taken, countPaidBy(gift, rest));
  const withdrawn = Math.max(gift.withdrawn, gift.months - paid);
  if (isOver(gift) || withdrawn === gift.withdrawn) return gift;
  const less = { ...gift, withdrawn };
  return leftOf(less) > 0 ? less : ended(less, 'Refunded', now);
}
