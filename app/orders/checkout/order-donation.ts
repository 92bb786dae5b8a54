import { donorName } from '#app/donations/donation-draft.ts';
import { messageRules, unturned } from '#app/donations/donation-rules.ts';
import type { donationsCalls } from '#app/donations/donations.calls.ts';
import type { CallAnswer } from '#base/calls/call.ts';
import { amountRules } from '#base/text/amount-rules.ts';
import { readAmount } from '#base/text/amount-text.ts';
import { firstFailure, formMessages } from '#base/text/form-rules.ts';
import type { BasketSeller } from '../guest-basket/basket-item.ts';
import type { DonationDraft } from './checkout-draft.ts';

export type DonationSettings = CallAnswer<typeof donationsCalls.settings>;

export type Seller = BasketSeller;

/** A valid donation; amount in main units. */
export interface OrderDonation {
  readonly userId: string;
  readonly amount: number;
  readonly name: string | null;
  readonly message: string | null;
  readonly isAnonymous: boolean;
}

/** The distinct creators of some items, in the order of the items. */
export function sellersOf(items: readonly { readonly productUser: Seller }[]): readonly Seller[] {
  const byId = new Map(items.map(({ productUser }) => [productUser.userId, productUser]));
  return [...byId.values()];
}

/** The faults of a donation as texts; none when no donation is wanted. */
export function orderDonationFaults(donation: DonationDraft, donor: string, settings: DonationSettings) {
  if (!donation.isWanted) return { amount: null, name: null, message: null };
  const amount = readAmount(donation.amount);
  return {
    amount: amount === null ? formMessages.required : firstFailure(amount, amountRules(settings)),
    name: donation.isAnonymous ? null : firstFailure(donor, [unturned]),
    message: firstFailure(donation.message, messageRules(settings)),
  };
}

/** The donation that is sent with the order; null when none is wanted. */
export function donationOf(donation: DonationDraft, seller: Seller | undefined): OrderDonation | null {
  const amount = readAmount(donation.amount);
  if (!donation.isWanted || amount === null || Number.isNaN(amount) || seller === undefined) return null;
  return {
    userId: seller.userId,
    amount,
    name: donation.isAnonymous ? null : donorName.read(),
    message: donation.message,
    isAnonymous: donation.isAnonymous,
  };
}
