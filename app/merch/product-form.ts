import { firstFailure, formMessages, maximumLength, required } from '#base/form-rules.ts';
import { hasAtMostTwoDecimals } from '#base/money.ts';
import type { Category, Color, Size, WireModeratorProduct, WireProduct } from './merch-shapes.ts';
import { highestPrice, longestDescription, longestProductName, mostStock } from './product-rules.ts';

/** A picture in the form. */
export interface FormImage {
  /** The name of a stored picture. */
  readonly name: string;
  /** Null: it shows no one colour. */
  readonly colorId: number | null;
}

/** A product as it stands in the form: what is typed is kept as it was typed. */
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
  readonly isToOrder: boolean;
  readonly stock: string;
}

/** Texts of what is wrong, by the name of the field. */
export type FormFaults = Partial<Readonly<Record<FormField, string>>>;

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
] as const;
type FormField = (typeof formFields)[number];

/** What can be chosen from. */
export interface ProductChoices {
  readonly categories: readonly Category[];
  readonly sizes: readonly Size[];
  readonly colors: readonly Color[];
}

export const emptyForm: ProductForm = {
  ...{ name: '', price: '', description: '', categoryId: null, user: null },
  ...{ sizeIds: [], sizeId: null, colorIds: [], colorId: null, images: [] },
  ...{ isActive: true, isToOrder: true, stock: '' },
};

/** The form of a product that is there. */
export function formOf(product: WireModeratorProduct): ProductForm {
  const { name, price, description, categoryId, user, sizes, sizeId, colors, colorId, images, isActive, stock } =
    product;
  return {
    ...{ name, price: String(price).replace('.', ','), description, categoryId, user },
    ...{ sizeIds: sizes.map(({ id }) => id), sizeId, colorIds: colors.map(({ id }) => id), colorId },
    images: images.map((image) => ({ name: image.imgUrl, colorId: image.colorId })),
    ...{ isActive, isToOrder: stock === null, stock: stock === null ? '' : String(stock) },
  };
}

/** The number that was typed, with spaces and a comma as people write them; NaN where it is none. */
export function numberOf(typed: string): number {
  const plain = typed.replace(/\s/g, '').replace(',', '.');
  return /^\d+(?:\.\d+)?$/.test(plain) ? Number(plain) : Number.NaN;
}

function priceFault(typed: string): string | null {
  const price = numberOf(typed);
  if (typed.trim() === '') return formMessages.required;
  if (!Number.isFinite(price) || !hasAtMostTwoDecimals(price))
    return 'Укажите цену числом, до двух знаков после запятой';
  if (price <= 0) return formMessages.above(0);
  return price > highestPrice ? formMessages.notAbove(highestPrice.toLocaleString('ru')) : null;
}

function stockFault({ isToOrder, stock }: ProductForm): string | null {
  if (isToOrder) return null;
  if (stock.trim() === '') return formMessages.required;
  const pieces = numberOf(stock);
  if (!Number.isInteger(pieces)) return 'Укажите целое число';
  return pieces > mostStock ? formMessages.notAbove(mostStock.toLocaleString('ru')) : null;
}

/** What is wrong with the form before it is sent. */
export function faultsOf(form: ProductForm): FormFaults {
  const found: [FormField, string | null][] = [
    ['name', firstFailure(form.name, [required, maximumLength(longestProductName)])],
    ['price', priceFault(form.price)],
    ['description', maximumLength(longestDescription)(form.description)],
    ['categoryId', required(form.categoryId)],
    ['userId', required(form.user)],
    ['stock', stockFault(form)],
  ];
  return Object.fromEntries(found.filter(([, fault]) => fault !== null));
}

/** The faults that the server has found, each at its field of the form. */
export function serverFaults(fields: Readonly<Record<string, string>>): FormFaults {
  const homes: Readonly<Record<string, FormField>> = { sizeId: 'sizeIds', colorId: 'colorIds' };
  const found = Object.entries(fields).flatMap(([path, message]) => {
    const [first = ''] = path.split('.');
    const field = homes[first] ?? formFields.find((one) => one === first);
    return field === undefined ? [] : [[field, message] as const];
  });
  return Object.fromEntries(found);
}

/**
 * The body that creates or changes the product; only of a form without faults. `stock` goes along only where it was changed
 * here: it may have been sold meanwhile.
 */
export function bodyOf(form: ProductForm, before: ProductForm | null) {
  const { name, price, description, categoryId, user, sizeIds, sizeId, colorIds, colorId, images, isActive } = form;
  if (categoryId === null || user === null) throw new Error('a product without its category or creator is not sent');
  const isSameStock = before !== null && before.isToOrder === form.isToOrder && before.stock === form.stock;
  return {
    ...{ name: name.trim(), price: numberOf(price), description: description.trim(), categoryId, userId: user.userId },
    ...{ sizeIds: [...sizeIds], sizeId, colorIds: [...colorIds], colorId, isActive },
    images: images.map((image, order) => ({ imgUrl: image.name, colorId: image.colorId, order })),
    ...(isSameStock ? {} : { stock: form.isToOrder ? null : numberOf(form.stock) }),
  };
}

/** Sizes or colours with one more or one less; the first choice stays among them. */
export function toggled(ids: readonly number[], id: number, first: number | null) {
  const next = ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id];
  const stays = first !== null && next.includes(first);
  return { ids: next, first: stays ? first : (next[0] ?? null) };
}

/** The product as buyers will see it; null until somebody sells it. */
export function previewOf(form: ProductForm, { categories, sizes, colors }: ProductChoices): WireProduct | null {
  const { user, name, price, description, categoryId, sizeIds, sizeId, colorIds, colorId, images } = form;
  if (user === null) return null;
  const amount = numberOf(price);
  const pieces = numberOf(form.stock);
  return {
    ...{ id: '', name, price: Number.isFinite(amount) ? amount : 0, description, user },
    ...{ categoryId: categoryId ?? 1, categoryName: categories.find(({ id }) => id === categoryId)?.name ?? '' },
    ...{ sizeId, size: sizes.find(({ id }) => id === sizeId) ?? null },
    ...{ colorId, color: colors.find(({ id }) => id === colorId) ?? null },
    sizes: sizes.filter(({ id }) => sizeIds.includes(id)),
    colors: colors.filter(({ id }) => colorIds.includes(id)),
    images: images.map((image, order) => ({ imgUrl: image.name, colorId: image.colorId, order })),
    ...{ isActive: form.isActive, isTop: false, stock: form.isToOrder || Number.isNaN(pieces) ? null : pieces },
  };
}
