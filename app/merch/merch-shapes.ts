import { z } from 'zod';
import { user } from '#app/creators/creators.calls.ts';
import { paging } from '#base/call.ts';
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

const choices = z.array(dictionaryId).max(60).refine(distinct, { error: 'Одно и то же указано дважды' }).default([]);

const price = money.refine((amount) => amount > 0 && amount <= highestPrice * 100, {
  error: 'Укажите цену больше нуля',
});

const writtenImages = z
  .array(
    z.strictObject({
      imgUrl: z.string().regex(/^[A-Za-z0-9_-]{22}$/, { error: 'Такой картинки нет' }),
      colorId: dictionaryId.nullable().default(null),
      order: z.int().min(0).max(1_000),
    }),
  )
  .max(mostProductImages, { error: `Не больше ${String(mostProductImages)} картинок` })
  .refine((images) => distinct(images.map(({ order }) => order)), { error: 'У двух картинок одно и то же место' })
  .default([]);

/** What a moderator writes of a product. `stock` null: made to order; left out: as it was, of a new one made to order. */
export const productBody = {
  name: z
    .string()
    .trim()
    .min(1, { error: required })
    .max(longestProductName, { error: `Максимальная длинна текста ${String(longestProductName)} символов` }),
  price,
  description: z
    .string()
    .trim()
    .max(longestDescription, { error: `Максимальная длинна текста ${String(longestDescription)} символов` })
    .default(''),
  categoryId: dictionaryId,
  userId: wireId,
  sizeId: dictionaryId.nullable().default(null),
  colorId: dictionaryId.nullable().default(null),
  sizeIds: choices,
  colorIds: choices,
  images: writtenImages,
  isActive: z.boolean().default(true),
  stock: z.int().min(0).max(mostStock).nullable().optional(),
};

/** Sizes and colours hang together: the first choice and the colours of pictures are among those that are offered. */
interface Offered {
  readonly sizeId: number | null;
  readonly colorId: number | null;
  readonly sizeIds: readonly number[];
  readonly colorIds: readonly number[];
  readonly images: readonly { readonly colorId: number | null }[];
}

/** Which choices of a written product are not among those that it offers, as issues of its schema. */
export function checkChoices(written: Offered, context: z.RefinementCtx): void {
  const { sizeId, colorId, sizeIds, colorIds, images } = written;
  const say = (path: (string | number)[], message: string) => context.addIssue({ code: 'custom', path, message });
  if (sizeId !== null && !sizeIds.includes(sizeId)) say(['sizeId'], 'Этого размера нет среди выбранных');
  if (colorId !== null && !colorIds.includes(colorId)) say(['colorId'], 'Этого цвета нет среди выбранных');
  const stray = images.findIndex((image) => image.colorId !== null && !colorIds.includes(image.colorId));
  if (stray !== -1) say(['images', stray, 'colorId'], 'Этого цвета нет среди выбранных');
}
