import { membersOf, StoredValue } from '#base/text/stored-value.ts';

/** The way of delivery. */
type DeliveryWay = 'pickUp' | 'address';

/** The donation paid together with the order. */
export interface DonationDraft {
  readonly isWanted: boolean;
  /** The creator who gets it; empty: the first seller of the basket. */
  readonly userId: string;
  /** As typed, with grouped digits. */
  readonly amount: string;
  readonly message: string;
  readonly isAnonymous: boolean;
}

/** The checkout form as filled in so far. It survives reloads and failures in this tab. */
export interface CheckoutDraft {
  readonly way: DeliveryWay;
  readonly address: string;
  readonly name: string;
  /** In the country's mask. */
  readonly phone: string;
  readonly donation: DonationDraft;
}

const noDonation: DonationDraft = { isWanted: false, userId: '', amount: '', message: '', isAnonymous: false };

function textOf(raw: unknown): string {
  return typeof raw === 'string' ? raw : '';
}

/** The valid part of the stored draft. */
function parseCheckout(raw: unknown): CheckoutDraft {
  const { way, address, name, phone, donation } = membersOf(raw);
  const given = membersOf(donation);
  return {
    way: way === 'address' ? 'address' : 'pickUp',
    address: textOf(address),
    name: textOf(name),
    phone: textOf(phone),
    donation: {
      isWanted: given.isWanted === true,
      userId: textOf(given.userId),
      amount: textOf(given.amount),
      message: textOf(given.message),
      isAnonymous: given.isAnonymous === true,
    },
  };
}

/** The user's draft in this tab; `known`: the values before anything was typed. */
export function checkoutOf(userId: string, known: Omit<CheckoutDraft, 'donation'>): StoredValue<CheckoutDraft> {
  return new StoredValue<CheckoutDraft>({
    place: 'session',
    key: `checkout:${userId}`,
    empty: { ...known, donation: noDonation },
    parse: parseCheckout,
  });
}
