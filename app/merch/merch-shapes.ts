import { z } from 'zod';
import { user } from '#app/creators/creators.calls.ts';
import { paging } from '#base/call.ts';
import { formMessages } from '#base/form-rules.ts';
import { wireId } from '#base/id-wire.ts';
import { money } from '#base/money-wire.ts';
import {
  highestPrice,
  longestCategoryName,
  longestDescription,
  longestProductName,
  mostProductImages,
  mostStock,
  productsPerPage,
} from './product-rules.ts';

/** Ids of categories, sizes and colours. */
export const dictionaryId = z.int().min(1).max(2_147_483_647);

/** A category; `order`: its place among all, the smallest first; `productCount`: products that buyers see in it. */
export const category = z
  .object({ id: dictionaryId, name: z.string(), order: z.int(), productCount: z.int().nonnegative() })
  .meta({ id: 'Category' });

export const size = z.object({ id: dictionaryId, name: z.string() }).meta({ id: 'Size' });

/** A colour; `hex`: `#RRGGBB`. */
export const color = z.object({ id: dictionaryId, name: z.string(), hex: z.string() }).meta({ id: 'Color' });

/** A picture of a product: `imgUrl` is the name of a stored picture; `colorId` null: it shows no one colour. */
const productImage = z.object({ imgUrl: z.string(), colorId: dictionaryId.nullable(), order: z.int() });

/**
 * A product (contract, section 8). `price` in main units; `images` in their order; `user`: the creator who sells it; `sizeId`
 * and `colorId`: what is chosen at first, null where there is nothing to choose; `sizes` and `colors`: what is offered;
 * `stock` null: made to order.
 */
export const product = z
  .object({
    id: wireId,
    name: z.string(),
    price: money,
    images: z.array(productImage),
    categoryId: dictionaryId,
    categoryName: z.string(),
    description: z.string(),
    user,
    sizeId: dictionaryId.nullable(),
    size: size.nullable(),
    colorId: dictionaryId.nullable(),
    color: color.nullable(),
    sizes: z.array(size),
    colors: z.array(color),
    isActive: z.boolean(),
    isTop: z.boolean(),
    stock: z.int().nullable(),
  })
  .meta({ id: 'Product' });

/** A product on the wire of the server: the price in minor units. */
export type Product = z.output<typeof product>;

/** A product as the browser gets it: the price in main units. */
export type WireProduct = z.input<typeof product>;

export type Category = z.output<typeof category>;
export type Size = z.output<typeof size>;
export type Color = z.output<typeof color>;

/**
 * A product as moderators see it, inactive ones too. `isBlocked`: its creator is, so that nobody sees the product;
 * `revision` rises with each Update and tells whether somebody else has saved meanwhile.
 */
export const moderatorProduct = product
  .extend({ isBlocked: z.boolean(), createdAt: z.iso.datetime(), revision: z.int() })
  .meta({ id: 'ModeratorProduct' });

/** A product on the wire of the server as moderators see it: the price in minor units. */
export type ModeratorProduct = z.output<typeof moderatorProduct>;

/** The same as the browser gets it: the price in main units. */
export type WireModeratorProduct = z.input<typeof moderatorProduct>;

/**
 * What a list of products is narrowed to and ordered by. `ProductPriceAsc` true: the cheapest first, false: the dearest
 * first, left out: the list's own order. `Name`: found literally within names, one or two letters at beginnings of words;
 * case, ё/е and Latin or Cyrillic script make no difference.
 */
export const productQuery = z.object({
  ...paging(productsPerPage),
  CategoryId: dictionaryId.optional(),
  UserId: wireId.optional(),
  isActive: z.boolean().optional(),
  ProductPriceAsc: z.boolean().optional(),
  Name: z.string().trim().max(100).optional(),
});

export type ProductQuery = z.output<typeof productQuery>;

const required = 'Заполните поле';

/** The name of a category as it is written. */
export const categoryName = z
  .string()
  .trim()
  .min(1, { error: required })
  .max(longestCategoryName, { error: `Максимальная длинна текста ${String(longestCategoryName)} символов` });

export const categoryOrder = z.int().min(0).max(1_000_000);

const distinct = (ids: readonly number[]) => new Set(ids).size === ids.length;

const choices = z.array(dictionaryId).max(60).refine(distinct, { error: 'Одно и то же указано дважды' });

const price = money
  .refine((amount) => amount > 0, { error: 'Укажите цену больше нуля' })
  .refine((amount) => amount <= highestPrice * 100, { error: formMessages.notAbove(highestPrice) });

const writtenImages = z
  .array(
    z.strictObject({
      imgUrl: z.string().regex(/^[A-Za-z0-9_-]{22}$/, { error: 'Такой картинки нет' }),
      colorId: dictionaryId.nullable().default(null),
      order: z.int().min(0).max(1_000),
    }),
  )
  .max(mostProductImages, { error: `Не больше ${String(mostProductImages)} картинок` })
  .refine((images) => distinct(images.map(({ order }) => order)), { error: 'У двух картинок одно и то же место' });

const writtenProduct = z.object({
  name: z
    .string()
    .trim()
    .min(1, { error: required })
    .max(longestProductName, { error: `Максимальная длинна текста ${String(longestProductName)} символов` }),
  price,
  description: z
    .string()
    .trim()
    .max(longestDescription, { error: `Максимальная длинна текста ${String(longestDescription)} символов` }),
  categoryId: dictionaryId,
  userId: wireId,
  sizeId: dictionaryId.nullable(),
  colorId: dictionaryId.nullable(),
  sizeIds: choices,
  colorIds: choices,
  images: writtenImages,
  isActive: z.boolean(),
  stock: z.int().min(0).max(mostStock).nullable(),
});

const written = writtenProduct.shape;

/** What a moderator writes of a new product. `stock` null: made to order. */
export const productBody = {
  ...written,
  description: written.description.default(''),
  sizeId: written.sizeId.default(null),
  colorId: written.colorId.default(null),
  sizeIds: written.sizeIds.default([]),
  colorIds: written.colorIds.default([]),
  images: written.images.default([]),
  isActive: written.isActive.default(true),
  stock: written.stock.default(null),
};

/** What a moderator changes of a product: whatever is left out stays as it is. */
export const productChange = writtenProduct.partial().shape;

/** Sizes and colours hang together: the first choice and the colours of pictures are among those that are offered. */
interface Offered {
  readonly sizeId?: number | null | undefined;
  readonly colorId?: number | null | undefined;
  readonly sizeIds?: readonly number[] | undefined;
  readonly colorIds?: readonly number[] | undefined;
  readonly images?: readonly { readonly colorId: number | null }[] | undefined;
}

const noSize = 'Этого размера нет среди выбранных';
const noColor = 'Этого цвета нет среди выбранных';

/** Which choices are not among those that are offered, with what to say of them; what is left out is in nobody's way. */
export function strayChoices({ sizeId, colorId, sizeIds, colorIds, images = [] }: Offered) {
  const isStray = (id: number | null | undefined, offered: readonly number[] | undefined) =>
    id !== null && id !== undefined && offered !== undefined && !offered.includes(id);
  const image = images.findIndex((one) => isStray(one.colorId, colorIds));
  return [
    ...(isStray(sizeId, sizeIds) ? [{ path: ['sizeId'], message: noSize }] : []),
    ...(isStray(colorId, colorIds) ? [{ path: ['colorId'], message: noColor }] : []),
    ...(image === -1 ? [] : [{ path: ['images', image, 'colorId'], message: noColor }]),
  ];
}

/** The same as issues of the schema of a written product. */
export function checkChoices(offered: Offered, context: z.RefinementCtx): void {
  for (const stray of strayChoices(offered)) context.addIssue({ code: 'custom', ...stray });
}
