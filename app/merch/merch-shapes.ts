import { z } from 'zod';
import { user } from '#app/creators/creators.calls.ts';
import { taxItem } from '#app/payments/tax-item-wire.ts';
import { paging } from '#base/calls/call.ts';
import { wireId } from '#base/calls/id-wire.ts';
import { money } from '#base/calls/money-wire.ts';
import { searchText, seenLine, seenText } from '#base/calls/text-wire.ts';
import { formMessages } from '#base/text/form-rules.ts';
import {
  highestPrice,
  longestCategoryName,
  longestDescription,
  longestProductName,
  mostProductImages,
  mostStock,
  productsPerPage,
} from './product-rules.ts';
import { sizeChart } from './size-chart.ts';

/** Ids of categories, sizes and colours. */
export const dictionaryId = z.int().min(1).max(2_147_483_647);

/** A category; `order`: its position, the smallest first; `productCount`: the products in it that buyers see. */
export const category = z
  .object({ id: dictionaryId, name: z.string(), order: z.int(), productCount: z.int().nonnegative() })
  .meta({ id: 'Category' });

export const size = z.object({ id: dictionaryId, name: z.string() }).meta({ id: 'Size' });

/** A colour; `hex`: `#RRGGBB`. */
export const color = z.object({ id: dictionaryId, name: z.string(), hex: z.string() }).meta({ id: 'Color' });

/** A picture of a product: `imgUrl` is the name of a stored picture; `colorId` null: it shows no particular colour. */
const productImage = z.object({ imgUrl: z.string(), colorId: dictionaryId.nullable(), order: z.int() });

/**
 * A product (docs/rules.md#products). `price` in main units; `images` in their order; `user`: the creator who sells it; `sizeId`
 * and `colorId`: the preselected choice, null when there is nothing to choose; `sizes` and `colors`: the offered choices;
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
    /** Only those who support its creator monthly may buy it; absent: everybody may. */
    isForMembers: z.literal(true).optional(),
  })
  .meta({ id: 'Product' });

const shownChart = z.array(z.array(z.string())).nullable();

/**
 * A product on its own page. Our own additions: `sizeChart`, rows of cells, the first one holds the headings; null: none. `memberPrice`: the least
 * that one piece costs a member at a level that its creator offers; null: no such level takes anything off, but there are members, who may have one
 * that is offered no more; absent: neither (docs/rules.md#memberships).
 */
export const shownProduct = product
  .extend({ sizeChart: shownChart, memberPrice: money.nullable().optional() })
  .meta({ id: 'ShownProduct' });

/** A product as its own page gets it: prices in main units. */
export type ShownProduct = z.input<typeof shownProduct>;

/** A product on the wire of the server: the price in minor units. */
export type Product = z.output<typeof product>;

/** A product as the browser gets it: the price in main units. */
export type WireProduct = z.input<typeof product>;

export type Category = z.output<typeof category>;
export type Size = z.output<typeof size>;
export type Color = z.output<typeof color>;

/**
 * A product as moderators see it, also an inactive one. `isBlocked`: its creator is blocked, so buyers do not see it; `revision` increases with
 * each Update and with each sale or return of pieces; `taxItem`: what the tax service calls it, null: as the site's products are called.
 */
export const moderatorProduct = product
  .extend({
    sizeChart: shownChart,
    taxItem: taxItem.nullable(),
    isBlocked: z.boolean(),
    createdAt: z.iso.datetime(),
    revision: z.int(),
  })
  .meta({ id: 'ModeratorProduct' });

/** A product on the wire of the server as moderators see it: the price in minor units. */
export type ModeratorProduct = z.output<typeof moderatorProduct>;

/** A moderator's product as the browser gets it: the price in main units. */
export type WireModeratorProduct = z.input<typeof moderatorProduct>;

/**
 * The filters and the order of a list of products. `ProductPriceAsc` true: the cheapest first, false: the most expensive first, omitted: the
 * default order. `Name`: matched literally within names, one or two letters at beginnings of words; case, ё/е and Latin or Cyrillic script make
 * no difference.
 */
export const productQuery = z.object({
  ...paging(productsPerPage),
  CategoryId: dictionaryId.optional(),
  UserId: wireId.optional(),
  isActive: z.boolean().optional(),
  ProductPriceAsc: z.boolean().optional(),
  Name: searchText().max(100).optional(),
});

export type ProductQuery = z.output<typeof productQuery>;

const required = 'Заполните поле';

/** The name of a category in the input. */
export const categoryName = seenLine()
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
  name: seenLine()
    .min(1, { error: required })
    .max(longestProductName, { error: `Максимальная длинна текста ${String(longestProductName)} символов` }),
  price,
  description: seenText().max(longestDescription, {
    error: `Максимальная длинна текста ${String(longestDescription)} символов`,
  }),
  categoryId: dictionaryId,
  userId: wireId,
  sizeId: dictionaryId.nullable(),
  colorId: dictionaryId.nullable(),
  sizeIds: choices,
  colorIds: choices,
  images: writtenImages,
  isActive: z.boolean(),
  stock: z.int().min(0).max(mostStock).nullable(),
  sizeChart: sizeChart.nullable(),
  taxItem: taxItem.nullable(),
  isForMembers: z.boolean(),
});

const written = writtenProduct.shape;

/** The input for a new product. `stock` null: made to order. */
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
  sizeChart: written.sizeChart.default(null),
  taxItem: written.taxItem.default(null),
  isForMembers: written.isForMembers.default(false),
};

/** The input for a change of a product: omitted members stay as they are. */
export const productChange = writtenProduct.partial().shape;

/** The parts of a product that must agree: the preselected choice and the colours of pictures must be offered. */
interface Offered {
  readonly sizeId?: number | null | undefined;
  readonly colorId?: number | null | undefined;
  readonly sizeIds?: readonly number[] | undefined;
  readonly colorIds?: readonly number[] | undefined;
  readonly images?: readonly { readonly colorId: number | null }[] | undefined;
}

const noSize = 'Этого размера нет среди выбранных';
const noColor = 'Этого цвета нет среди выбранных';

/** The choices that are not offered, with their messages; omitted members are not checked. */
export function unofferedChoices({ sizeId, colorId, sizeIds, colorIds, images = [] }: Offered) {
  const isUnoffered = (id: number | null | undefined, offered: readonly number[] | undefined) =>
    id !== null && id !== undefined && offered !== undefined && !offered.includes(id);
  const image = images.findIndex((one) => isUnoffered(one.colorId, colorIds));
  return [
    ...(isUnoffered(sizeId, sizeIds) ? [{ path: ['sizeId'], message: noSize }] : []),
    ...(isUnoffered(colorId, colorIds) ? [{ path: ['colorId'], message: noColor }] : []),
    ...(image === -1 ? [] : [{ path: ['images', image, 'colorId'], message: noColor }]),
  ];
}

/** Reports unoffered choices as schema issues. */
export function checkChoices(offered: Offered, context: z.RefinementCtx): void {
  for (const unoffered of unofferedChoices(offered)) context.addIssue({ code: 'custom', ...unoffered });
}
