import { membersOf } from '#base/text/stored-value.ts';
import { type BasketLine, possibleQuantity } from './basket-lines.ts';

/** The creator who sells the product. */
export interface BasketSeller {
  readonly userId: string;
  readonly userName: string;
  readonly displayName: string;
}

/** An item of a basket, spelled as on the wire. Price in main units. */
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

/** A valid line from stored data; null when it names no product. */
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

/** A valid item from stored data; null when it names no product or no possible price. */
export function parseBasketItem(raw: unknown): BasketItem | null {
  const stored = membersOf(raw);
  const line = parseBasketLine(raw);
  const { price } = stored;
  if (line === null) return null;
  if (typeof price !== 'number' || !Number.isFinite(price) || price < 0 || price > 1e12) return null;
  const seller = membersOf(stored.productUser);
  return {
    ...line,
    productName: textOf(stored.productName),
    prouductImageUrl: textOrNull(stored.prouductImageUrl),
    productCategoryName: textOf(stored.productCategoryName),
    productDescription: textOf(stored.productDescription),
    productUser: {
      userId: textOf(seller.userId),
      userName: textOf(seller.userName),
      displayName: textOf(seller.displayName),
    },
    sizeName: textOrNull(stored.sizeName),
    colorName: textOrNull(stored.colorName),
    price: Math.round(price * 100) / 100,
  };
}
