import { type MembershipState, noticeDays } from './membership-state.ts';
import type { membershipNotices } from './own-memberships.calls.ts';

export type MembershipNotice = (typeof membershipNotices)[number];

interface Noticed {
  readonly state: MembershipState;
  readonly tries: number;
  readonly refusal: string | null;
  readonly cardExpiry: string | null;
  readonly isMonthRefunded: boolean;
  readonly hasNewPrice: boolean;
  /** A payment is under way, whose sum may be an earlier one. */
  readonly isCharging: boolean;
  readonly nextChargeAt: Date | null;
}

const day = 86_400_000;

/** Whether a card, `MMYY`, is valid at a moment: to the end of its month. */
export function isValidAt(expiry: string, moment: Date): boolean {
  return Date.UTC(2000 + Number(expiry.slice(2)), Number(expiry.slice(0, 2))) > moment.getTime();
}

/** What a donor should know first about a membership; null: nothing (docs/rules.md#memberships). */
export function noticeOf(noticed: Noticed, now: Date): MembershipNotice | null {
  const { state, tries, refusal, cardExpiry, isMonthRefunded, hasNewPrice, isCharging, nextChargeAt } = noticed;
  if (state === 'Paused') return 'Paused';
  if (state === 'Overdue' && tries > 0) return refusal === 'CardMissing' ? 'CardMissing' : 'ChargeRefused';
  const refunded = isMonthRefunded && (state === 'Active' || state === 'Leaving') ? 'MonthRefunded' : null;
  if (nextChargeAt === null) return refunded;
  const isSoon = nextChargeAt.getTime() - now.getTime() <= noticeDays * day;
  if (cardExpiry === null && isSoon) return 'CardMissing';
  if (cardExpiry !== null && !isValidAt(cardExpiry, nextChargeAt)) return 'CardExpires';
  if (refunded !== null) return refunded;
  if (hasNewPrice) return 'NewPrice';
  return isSoon && !isCharging ? 'ChargeSoon' : null;
}
