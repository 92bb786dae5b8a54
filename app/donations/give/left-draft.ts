import type { StoredPayment } from '#app/payments/stored-payment.ts';
import { type DonationDraft, newIntent } from '../donation-draft.ts';

/** The draft as it is sent: its intent, begun where there is none, takes the place of what was left unpaid. */
export function sentDraft(draft: DonationDraft): DonationDraft {
  return draft.intent === '' ? { ...draft, intent: newIntent(), instead: draft.left } : draft;
}

/**
 * The draft of a donor who has left its donation unpaid. Where the page of a system is open its payment is closed before another one opens. A card
 * goes on with the same payment, and another intent takes its place where a piece of a reward is kept for it.
 */
export function leaveUnpaid(
  draft: DonationDraft,
  { payId, isOnPage = false }: Pick<StoredPayment, 'payId' | 'isOnPage'>,
): DonationDraft {
  const { reward, intent } = draft;
  if (!isOnPage && reward === null) return draft;
  return { ...draft, intent: isOnPage ? '' : intent, left: payId, held: reward?.rewardId ?? '' };
}
