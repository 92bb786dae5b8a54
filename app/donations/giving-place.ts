import { membersOf, StoredValue } from '#base/text/stored-value.ts';

interface Named {
  readonly userId: string;
  readonly userName: string;
}

/** Where something is given to a creator: what its payment is stored for in this tab, and the path of its form. */
export interface GivingPlace {
  readonly subject: string;
  readonly path: string;
}

/** The place of months for others. */
export const monthsPlace = ({ userId, userName }: Named): GivingPlace => ({
  subject: `months:${userId}`,
  path: `/${userName}/months`,
});

/** The place of pieces of a product for viewers. */
export const piecesPlace = (productId: string): GivingPlace => ({
  subject: `pieces:${productId}`,
  path: `/merch/${productId}/gift`,
});

/** The place where a donation was begun in this tab; null: in another one, or on the page of its creator. */
export const storedPlace = (payId: string): StoredValue<GivingPlace | null> =>
  new StoredValue<GivingPlace | null>({
    place: 'session',
    key: `place:${payId}`,
    empty: null,
    parse: (raw) => {
      const { subject, path } = membersOf(raw);
      const isPlace = typeof subject === 'string' && typeof path === 'string' && /^\/\w/.test(path);
      return isPlace ? { subject, path } : null;
    },
  });

/** The place of a donation, as far as the donation itself says it. */
export function givingPlace(creator: Named, giftedMonths: number | null): GivingPlace {
  return giftedMonths ? monthsPlace(creator) : { subject: creator.userId, path: `/${creator.userName}` };
}
