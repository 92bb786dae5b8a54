import { membersOf, StoredValue } from '#base/stored-value.ts';

/** How the order is to come to its buyer. */
type DeliveryWay = 'pickUp' | 'address';

/** A gift that goes with the order. */
export interface GiftDraft {
  readonly isWanted: boolean;
  /** Whom it is for; empty: the first seller of the basket. */
  readonly userId: string;
  /** As typed, grouped. */
  readonly amount: string;
  readonly message: string;
  readonly isAnonymous: boolean;
}

/** What the buyer has filled in. It outlives reloads and failures, in this tab. */
export interface CheckoutDraft {
  readonly way: DeliveryWay;
  readonly address: string;
  readonly name: string;
  /** In the country's mask. */
  readonly phone: string;
  readonly gift: GiftDraft;
}

const noGift: GiftDraft = { isWanted: false, userId: '', amount: '', message: '', isAnonymous: false };

function textOf(raw: unknown): string {
  return typeof raw === 'string' ? raw : '';
}

/** What may be used of what storage holds. */
function parseCheckout(raw: unknown): CheckoutDraft {
  const { way, address, name, phone, gift } = membersOf(raw);
  const given = membersOf(gift);
  return {
    way: way === 'address' ? 'address' : 'pickUp',
    address: textOf(address),
    name: textOf(name),
    phone: textOf(phone),
    gift: {
      isWanted: given.isWanted === true,
      userId: textOf(given.userId),
      amount: textOf(given.amount),
      message: textOf(given.message),
      isAnonymous: given.isAnonymous === true,
    },
  };
}

/** The draft of whoever is logged in, in this tab; `known`: what is filled in before anything was typed. */
export function checkoutOf(userId: string, known: Omit<CheckoutDraft, 'gift'>): StoredValue<CheckoutDraft> {
  return new StoredValue<CheckoutDraft>({
    place: 'session',
    key: `checkout:${userId}`,
    empty: { ...known, gift: noGift },
    parse: parseCheckout,
  });
}
