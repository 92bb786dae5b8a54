import { membersOf } from '#base/stored-value.ts';
import { type BasketLine, possibleQuantity } from './basket-lines.ts';

/** Whose product it is. */
export interface BasketSeller {
  readonly userId: string;
  readonly userName: string;
  readonly displayName: string;
}

/** The specification's «Basket item» (point 3), spelled as there. Price in main units. */
export interface BasketItem extends BasketLine {
  readonly productName: string;
  readonly prouductImageUrl: string | null;
  readonly productCategoryName: string;
  readonly productDescription: string;
  readonly productUser: BasketSeller;
  readonly sizeName: string | null;
  readonly colorName: string | null;
  readonly price: number;
}

function textOf(raw: unknown): string {
  return typeof raw === 'string' ? raw : '';
}

function textOrNull(raw: unknown): string | null {
  return typeof raw === 'string' ? raw : null;
}

function idOrNull(raw: unknown): number | null {
  return typeof raw === 'number' && Number.isSafeInteger(raw) ? raw : null;
}

/** What may be used of a kept line; null where it names no product. */
export function parseBasketLine(raw: unknown): BasketLine | null {
  const { productId, sizeId, colorId, quantity } = membersOf(raw);
  if (typeof productId !== 'string' || productId === '') return null;
  return {
    productId,
    sizeId: idOrNull(sizeId),
    colorId: idOrNull(colorId),
    quantity: possibleQuantity(typeof quantity === 'number' ? quantity : 1),
  };
}

/** What may be used of a kept item; null where it names no product or no possible price. */
export function parseBasketItem(raw: unknown): BasketItem | null {
  const kept = membersOf(raw);
  const line = parseBasketLine(raw);
  const { price } = kept;
  if (line === null) return null;
  if (typeof price !== 'number' || !Number.isFinite(price) || price < 0 || price > 1e12) return null;
  const seller = membersOf(kept.productUser);
  return {
    ...line,
    productName: textOf(kept.productName),
    prouductImageUrl: textOrNull(kept.prouductImageUrl),
    productCategoryName: textOf(kept.productCategoryName),
    productDescription: textOf(kept.productDescription),
    productUser: {
      userId: textOf(seller.userId),
      userName: textOf(seller.userName),
      displayName: textOf(seller.displayName),
    },
    sizeName: textOrNull(kept.sizeName),
    colorName: textOrNull(kept.colorName),
    price: Math.round(price * 100) / 100,
  };
}
