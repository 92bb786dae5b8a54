import { displayNameOf } from '#app/creators/public-user.ts';
import type { WireProduct } from '#app/merch/merch-shapes.ts';
import type { BasketItem } from './basket-item.ts';

/** The part of a product that a basket needs, as GET Product/Product answers it. Price in main units. */
export type BasketProduct = Pick<
  WireProduct,
  'id' | 'name' | 'price' | 'images' | 'categoryName' | 'description' | 'user' | 'sizes' | 'colors' | 'stock'
>;

/** The chosen size, colour and quantity. Null: there is nothing to choose, or nothing was chosen yet. */
export interface BasketChoice {
  readonly sizeId: number | null;
  readonly colorId: number | null;
  readonly quantity: number;
}

function pictureOf({ images }: BasketProduct, colorId: number | null): string | null {
  const ordered = images.toSorted((one, other) => one.order - other.order);
  // A picture without a colour shows all of them.
  const ofColour =
    ordered.find((image) => image.colorId === colorId) ?? ordered.find((image) => image.colorId === null);
  return (ofColour ?? ordered[0])?.imgUrl ?? null;
}

/** A product as a basket item, with its current data. */
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

/** The choice that is missing before a product can be added to the basket. */
export function missingChoice(product: BasketProduct, { sizeId, colorId }: BasketChoice): 'size' | 'colour' | null {
  if (product.colors.length > 0 && colorId === null) return 'colour';
  return product.sizes.length > 0 && sizeId === null ? 'size' : null;
}
