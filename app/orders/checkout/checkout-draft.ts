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
  /** The user's id; null: a guest's. */
  readonly owner: string | null;
  readonly way: DeliveryWay;
  readonly address: string;
  /** The pickup point that a guest has chosen; a user's is stored with the basket. */
  readonly pickUpId: number | null;
  /** The region of that point. */
  readonly pickUpRegionId: number | null;
  readonly name: string;
  /** In the country's mask. */
  readonly phone: string;
  readonly donation: DonationDraft;
}

/** What is known before anything was typed. */
type KnownValues = Omit<CheckoutDraft, 'owner' | 'pickUpId' | 'pickUpRegionId' | 'donation'>;

const noDonation: DonationDraft = { isWanted: false, userId: '', amount: '', message: '', isAnonymous: false };

function textOf(raw: unknown): string {
  return typeof raw === 'string' ? raw : '';
}

/** The valid part of a stored draft; null if it is another user's. A guest's draft becomes that of the user who logs in. */
function parseCheckout(raw: unknown, userId: string | null, known: KnownValues): CheckoutDraft | null {
  const { owner, way, address, pickUpId, pickUpRegionId, name, phone, donation } = membersOf(raw);
  if (typeof owner === 'string' && owner !== userId) return null;
  const given = membersOf(donation);
  return {
    owner: userId,
    way: way === 'address' ? 'address' : 'pickUp',
    address: textOf(address),
    pickUpId: typeof pickUpId === 'number' ? pickUpId : null,
    pickUpRegionId: typeof pickUpRegionId === 'number' ? pickUpRegionId : null,
    name: textOf(name) || known.name,
    phone: textOf(phone) || known.phone,
    donation: {
      isWanted: given.isWanted === true,
      userId: textOf(given.userId),
      amount: textOf(given.amount),
      message: textOf(given.message),
      isAnonymous: given.isAnonymous === true,
    },
  };
}

/** The draft in this tab of a user, or of a guest (null); `known`: the values before anything was typed. */
export function checkoutOf(userId: string | null, known: KnownValues): StoredValue<CheckoutDraft> {
  return new StoredValue<CheckoutDraft>({
    place: 'session',
    key: 'checkout',
    empty: { ...known, owner: userId, pickUpId: null, pickUpRegionId: null, donation: noDonation },
    parse: (raw) => parseCheckout(raw, userId, known),
  });
}
