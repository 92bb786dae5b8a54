import { displayNameOf } from '../creators/public-user.ts';
import type { WireProduct } from '../merch/merch-shapes.ts';
import type { BasketItem } from './basket-item.ts';

/** What of a product a basket needs; GET Product/Product answers it. Price in main units. */
export type BasketProduct = Pick<
  WireProduct,
  'id' | 'name' | 'price' | 'images' | 'categoryName' | 'description' | 'user' | 'sizes' | 'colors' | 'stock'
>;

/** What is chosen of a product. Null where there is nothing to choose, or not chosen yet. */
export interface BasketChoice {
  readonly sizeId: number | null;
  readonly colorId: number | null;
  readonly quantity: number;
}

function pictureOf({ images }: BasketProduct, colorId: number | null): string | null {
  const ordered = images.toSorted((one, other) => one.order - other.order);
  // A picture of no one colour shows them all.
  const ofColour =
    ordered.find((image) => image.colorId === colorId) ?? ordered.find((image) => image.colorId === null);
  return (ofColour ?? ordered[0])?.imgUrl ?? null;
}

/** A product in a basket, as it is now. */
export function basketItemOf(product: BasketProduct, { sizeId, colorId, quantity }: BasketChoice): BasketItem {
  const { user } = product;
  return {
    productId: product.id,
    productName: product.name,
    prouductImageUrl: pictureOf(product, colorId),
    productCategoryName: product.categoryName,
    productDescription: product.description,
    productUser: { userId: user.userId, userName: user.userName, displayName: displayNameOf(user) },
    sizeId,
    sizeName: product.sizes.find(({ id }) => id === sizeId)?.name ?? null,
    colorId,
    colorName: product.colors.find(({ id }) => id === colorId)?.name ?? null,
    price: product.price,
    quantity,
  };
}

/** What has still to be chosen before a product can be put into the basket. */
export function missingChoice(product: BasketProduct, { sizeId, colorId }: BasketChoice): 'size' | 'colour' | null {
  if (product.colors.length > 0 && colorId === null) return 'colour';
  return product.sizes.length > 0 && sizeId === null ? 'size' : null;
}
