import { type DonationDraft, newIntent } from '../donation-draft.ts';

/** The draft as it is sent: its intent, begun where there is none, takes the place of what was left unpaid. */
export function sentDraft(draft: DonationDraft): DonationDraft {
  return draft.intent === '' ? { ...draft, intent: newIntent(), instead: draft.left } : draft;
}

/** The draft of a donor who has left its donation unpaid. */
export function leaveUnpaid(draft: DonationDraft, payId: string): DonationDraft {
  return { ...draft, left: payId, held: draft.reward?.rewardId ?? '' };
}
