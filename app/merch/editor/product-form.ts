import {
  emptyTaxItem,
  type TaxItemDraft,
  type TaxItemFaults,
  taxItemDraftOf,
  taxItemFaults,
  taxItemFaultsBelow,
  taxItemOfDraft,
} from '#app/payments/tax-item.ts';
import { hasAtMostTwoDecimals } from '#base/money/money.ts';
import { readAmount, typedAmount } from '#base/text/amount-text.ts';
import { firstFailure, formMessages, maximumLength, required } from '#base/text/form-rules.ts';
import { notBelow, notWhole, readWhole } from '#base/text/number-text.ts';
import { stockChanged } from '../merch-failures.ts';
import type { Category, Color, Size, WireModeratorProduct, WireProduct } from '../merch-shapes.ts';
import { highestPrice, longestDescription, longestProductName, mostStock } from '../product-rules.ts';
import { chartFault, readChart, writeChart } from '../size-chart.ts';

/** A picture in the form. */
export interface FormImage {
  /** The name of a stored picture. */
  readonly name: string;
  /** Null: the picture shows no particular colour. */
  readonly colorId: number | null;
}

/** The values of the form of a product, as they were typed. */
export interface ProductForm {
  readonly name: string;
  readonly price: string;
  readonly description: string;
  readonly categoryId: number | null;
  readonly user: WireProduct['user'] | null;
  readonly sizeIds: readonly number[];
  readonly sizeId: number | null;
  readonly colorIds: readonly number[];
  readonly colorId: number | null;
  readonly images: readonly FormImage[];
  readonly isActive: boolean;
  readonly isForMembers: boolean;
  readonly isToOrder: boolean;
  readonly stock: string;
  /** The size chart as lines of cells. */
  readonly sizeChart: string;
  /** What the tax service calls it; empty: as the site's products are called. */
  readonly taxItem: TaxItemDraft;
}

/** The texts of faults by field. */
export type FormFaults = Partial<Readonly<Record<FormField, string>>> & { readonly taxItem?: TaxItemFaults };

const formFields = [
  'name',
  'price',
  'description',
  'categoryId',
  'userId',
  'sizeIds',
  'colorIds',
  'images',
  'stock',
  'sizeChart',
] as const;
type FormField = (typeof formFields)[number];

/** The choices of the form. */
export interface ProductChoices {
  readonly categories: readonly Category[];
  readonly sizes: readonly Size[];
  readonly colors: readonly Color[];
}

export const emptyForm: ProductForm = {
  name: '',
  price: '',
  description: '',
  categoryId: null,
  user: null,
  sizeIds: [],
  sizeId: null,
  colorIds: [],
  colorId: null,
  images: [],
  isActive: true,
  isForMembers: false,
  isToOrder: true,
  stock: '',
  sizeChart: '',
  taxItem: emptyTaxItem,
};

/** The form of an existing product. */
export function formOf(product: WireModeratorProduct): ProductForm {
  const { name, price, description, categoryId, user, sizes, sizeId, colors, colorId, images, isActive, stock } =
    product;
  const form = {
    name,
    price: typedAmount(price),
    description,
    categoryId,
    user,
    sizeIds: sizes.map(({ id }) => id),
    sizeId,
    colorIds: colors.map(({ id }) => id),
    colorId,
    images: images.map((image) => ({ name: image.imgUrl, colorId: image.colorId })),
    isActive,
    isForMembers: product.isForMembers ?? false,
    sizeChart: writeChart(product.sizeChart),
    taxItem: taxItemDraftOf(product.taxItem),
  };
  return withStock({ ...emptyForm, ...form }, stock);
}

/** The values with the faults of their fields. `stockNow`: the current stock, when it is not the one that was shown; else null. */
export interface TypedProduct {
  readonly form: ProductForm;
  readonly faults: FormFaults;
  readonly stockNow: number | null;
}

/** The form with another stock. */
export function withStock(form: ProductForm, stock: number | null): ProductForm {
  return { ...form, isToOrder: stock === null, stock: stock === null ? '' : String(stock) };
}

/** The typed price; NaN when it is none. */
function sumOf(typed: string): number {
  return readAmount(typed) ?? Number.NaN;
}

/** The typed stock; NaN when it is none. */
export function piecesOf(typed: string): number {
  return readWhole(typed) ?? Number.NaN;
}

function priceFault(typed: string): string | null {
  const price = sumOf(typed);
  if (typed.trim() === '') return formMessages.required;
  if (price > highestPrice) return formMessages.notAbove(highestPrice);
  if (!Number.isFinite(price) || !hasAtMostTwoDecimals(price))
    return 'Укажите цену числом, до двух знаков после запятой';
  return price <= 0 ? formMessages.above(0) : null;
}

function stockFault({ isToOrder, stock }: ProductForm): string | null {
  if (isToOrder) return null;
  if (stock.trim() === '') return formMessages.required;
  const pieces = piecesOf(stock);
  if (Number.isNaN(pieces)) return notWhole;
  if (pieces < 0) return notBelow(0);
  return pieces > mostStock ? formMessages.notAbove(mostStock) : null;
}

/** Adds the faults of the code, which has several fields. */
function withTaxFaults(faults: FormFaults, taxItem: TaxItemFaults): FormFaults {
  return Object.keys(taxItem).length === 0 ? faults : { ...faults, taxItem };
}

/** The faults found before the form is sent. */
export function faultsOf(form: ProductForm): FormFaults {
  const found: [FormField, string | null][] = [
    ['name', firstFailure(form.name, [required, maximumLength(longestProductName)])],
    ['price', priceFault(form.price)],
    ['description', maximumLength(longestDescription)(form.description)],
    ['categoryId', required(form.categoryId)],
    ['userId', required(form.user)],
    ['stock', stockFault(form)],
    ['sizeChart', chartFault(form.sizeChart)],
  ];
  return withTaxFaults(Object.fromEntries(found.filter(([, fault]) => fault !== null)), taxItemFaults(form.taxItem));
}

/** The faults found by the server, by field of the form. */
export function serverFaults(fields: Readonly<Record<string, string>>): FormFaults {
  const homes: Readonly<Record<string, FormField>> = { sizeId: 'sizeIds', colorId: 'colorIds' };
  const found = Object.entries(fields).flatMap(([path, message]) => {
    const [first = ''] = path.split('.');
    const field = homes[first] ?? formFields.find((one) => one === first);
    return field === undefined ? [] : [[field, message] as const];
  });
  return withTaxFaults(Object.fromEntries(found), taxItemFaultsBelow(fields, 'taxItem'));
}

const isSameStock = (a: ProductForm, b: ProductForm) => a.isToOrder === b.isToOrder && a.stock === b.stock;

/**
 * The form after `sent` was saved and the server has answered with the stock. A stock typed meanwhile stays; it gets a fault when the stock
 * has changed by sales or returns that the moderator has not seen.
 */
export function afterSave(now: TypedProduct, sent: ProductForm, stock: number | null): TypedProduct {
  if (isSameStock(now.form, sent)) return { form: withStock(now.form, stock), faults: {}, stockNow: null };
  const isSeen = stock === null || (!sent.isToOrder && stock === piecesOf(sent.stock));
  if (isSeen || now.form.isToOrder) return { form: now.form, faults: {}, stockNow: null };
  return { form: now.form, faults: { stock: `${stockChanged.message}: сейчас ${stock}` }, stockNow: stock };
}

/**
 * The body that creates or changes the product; the form must have no faults. `stock` is sent only if it was changed here, because pieces may
 * have been sold meanwhile.
 */
export function bodyOf(form: ProductForm, before: ProductForm | null) {
  const { name, price, description, categoryId, user, sizeIds, sizeId, colorIds, colorId, images, isActive } = form;
  if (categoryId === null || user === null) throw new Error('a product without its category or creator is not sent');
  const isUnchanged = before !== null && isSameStock(before, form);
  return {
    name: name.trim(),
    price: sumOf(price),
    description: description.trim(),
    categoryId,
    userId: user.userId,
    sizeIds: [...sizeIds],
    sizeId,
    colorIds: [...colorIds],
    colorId,
    isActive,
    isForMembers: form.isForMembers,
    images: images.map((image, order) => ({ imgUrl: image.name, colorId: image.colorId, order })),
    sizeChart: readChart(form.sizeChart),
    taxItem: taxItemOfDraft(form.taxItem),
    ...(isUnchanged ? {} : { stock: form.isToOrder ? null : piecesOf(form.stock) }),
  };
}

/** Adds or removes a size or colour; the preselected choice stays an offered one. */
export function toggled(ids: readonly number[], id: number, first: number | null) {
  const next = ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id];
  const stays = first !== null && next.includes(first);
  return { ids: next, first: stays ? first : (next[0] ?? null) };
}

/** The product as buyers will see it; null until its creator is chosen. */
export function previewOf(form: ProductForm, { categories, sizes, colors }: ProductChoices): WireProduct | null {
  const { user, name, price, description, categoryId, sizeIds, sizeId, colorIds, colorId, images } = form;
  if (user === null) return null;
  const amount = sumOf(price);
  const pieces = piecesOf(form.stock);
  return {
    id: '',
    name,
    price: Number.isFinite(amount) ? amount : 0,
    description,
    user,
    categoryId: categoryId ?? 1,
    categoryName: categories.find(({ id }) => id === categoryId)?.name ?? '',
    sizeId,
    size: sizes.find(({ id }) => id === sizeId) ?? null,
    colorId,
    color: colors.find(({ id }) => id === colorId) ?? null,
    sizes: sizes.filter(({ id }) => sizeIds.includes(id)),
    colors: colors.filter(({ id }) => colorIds.includes(id)),
    images: images.map((image, order) => ({ imgUrl: image.name, colorId: image.colorId, order })),
    isActive: form.isActive,
    isTop: false,
    ...(form.isForMembers && { isForMembers: true as const }),
    stock: form.isToOrder || Number.isNaN(pieces) ? null : pieces,
  };
}
