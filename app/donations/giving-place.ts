import { StoredValue } from '#base/text/stored-value.ts';

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

/** Of which product a donation gives pieces; empty: of none, or it was begun in another tab. */
export const storedProduct = (payId: string): StoredValue<string> =>
  new StoredValue({
    place: 'session',
    key: `pieces:${payId}`,
    empty: '',
    parse: String,
  });

/** The place of a donation. `productId`: of which it gives pieces; empty: of none that is known. */
export function givingPlace(creator: Named, giftedMonths: number | null, productId: string): GivingPlace {
  if (productId) return piecesPlace(productId);
  return giftedMonths ? monthsPlace(creator) : { subject: creator.userId, path: `/${creator.userName}` };
}
