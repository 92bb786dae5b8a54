import type { CallAnswer } from '#base/call.ts';
import { firstFailure, formMessages } from '#base/form-rules.ts';
import type { BasketSeller } from '../basket/basket-item.ts';
import { readAmount } from '../donations/amount-text.ts';
import { donorName } from '../donations/donation-draft.ts';
import { amountRules, messageRules } from '../donations/donation-rules.ts';
import { cleanMessage, cleanName } from '../donations/donation-text.ts';
import type { donationsCalls } from '../donations/donations.calls.ts';
import type { GiftDraft } from './checkout-draft.ts';

export type GiftSettings = CallAnswer<typeof donationsCalls.settings>;

export type Seller = BasketSeller;

/** A gift that can be given; amount in main units. */
export interface OrderGift {
  readonly userId: string;
  readonly amount: number;
  readonly name: string | null;
  readonly message: string | null;
  readonly isAnonymous: boolean;
}

/** The creators of some items, each once, in their order. */
export function sellersOf(items: readonly { readonly productUser: Seller }[]): readonly Seller[] {
  const byId = new Map(items.map(({ productUser }) => [productUser.userId, productUser]));
  return [...byId.values()];
}

/** What is wrong with a gift, in words; nothing where none is wanted. */
export function giftFaults(gift: GiftDraft, settings: GiftSettings) {
  if (!gift.isWanted) return { amount: null, message: null };
  const amount = readAmount(gift.amount);
  return {
    amount: amount === null ? formMessages.required : firstFailure(amount, amountRules(settings)),
    message: firstFailure(gift.message, messageRules(settings)),
  };
}

/** The gift as it goes with the order; null where none is wanted. */
export function giftOf(gift: GiftDraft, seller: Seller | undefined): OrderGift | null {
  const amount = readAmount(gift.amount);
  if (!gift.isWanted || amount === null || seller === undefined) return null;
  return {
    userId: seller.userId,
    amount,
    name: gift.isAnonymous ? null : cleanName(donorName.read()),
    message: cleanMessage(gift.message),
    isAnonymous: gift.isAnonymous,
  };
}
