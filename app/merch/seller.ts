import { displayNameOf } from '#app/creators/public-user.ts';
import type { WireProduct } from './merch-shapes.ts';

/** The seller of a product, as its card shows it. */
export interface Seller {
  readonly userName: string;
  readonly displayName: string;
  readonly avatar: string | null;
}

/** The card data of a public creator. */
export function sellerOf(user: WireProduct['user']): Seller {
  return { userName: user.userName, displayName: displayNameOf(user), avatar: user.avatar };
}
