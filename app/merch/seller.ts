import { displayNameOf } from '#app/creators/public-user.ts';
import type { WireProduct } from './merch-shapes.ts';

/** Who sells a product, as its card shows him. */
export interface Seller {
  readonly userName: string;
  readonly displayName: string;
  readonly avatar: string | null;
}

/** What cards show of a public creator. */
export function sellerOf(user: WireProduct['user']): Seller {
  return { userName: user.userName, displayName: displayNameOf(user), avatar: user.avatar };
}
