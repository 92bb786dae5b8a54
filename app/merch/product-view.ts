import type { WireProduct } from './merch-shapes.ts';
import { type Seller, sellerOf } from './seller.ts';

type Image = WireProduct['images'][number];
type Choice = { readonly id: number; readonly name: string };
type Colour = WireProduct['colors'][number];

/** The largest stock that is shown as «last pieces». */
const few = 5;

/** The availability of a product: made to order, plenty, few, none. */
type StockState = 'toOrder' | 'plenty' | 'few' | 'none';

/** The availability of a product with this stock. */
export function stockState(stock: number | null): StockState {
  if (stock === null) return 'toOrder';
  if (stock <= 0) return 'none';
  return stock <= few ? 'few' : 'plenty';
}

/** The names of the pictures for a colour: its own, then those without a colour; all pictures when it has none of its own. */
export function photosOf(images: readonly Image[], colorId: number | null): readonly string[] {
  const ordered = images.toSorted((a, b) => a.order - b.order);
  const own = colorId === null ? [] : ordered.filter((image) => image.colorId === colorId);
  const shown = own.length === 0 ? ordered : [...own, ...ordered.filter((image) => image.colorId === null)];
  return [...new Set(shown.map(({ imgUrl }) => imgUrl))];
}

function named<Kind extends { readonly id: number }>(offered: readonly Kind[], word: string | null): Kind | undefined {
  return word === null ? undefined : offered.find(({ id }) => String(id) === word);
}

/** The colour in the address, else the preselected one, else the first offered one. */
export function chosenColour(product: WireProduct, params: URLSearchParams): Colour | null {
  const { colors, colorId } = product;
  return named(colors, params.get('color')) ?? colors.find(({ id }) => id === colorId) ?? colors[0] ?? null;
}

/** The size in the address, or the only one. It is never guessed, because buyers return wrong sizes. */
export function chosenSize({ sizes }: WireProduct, params: URLSearchParams): Choice | null {
  return named(sizes, params.get('size')) ?? (sizes.length === 1 ? (sizes[0] ?? null) : null);
}

const worn = /^(?:\d{0,2}X{0,4}S|M|\d{0,2}X{0,4}L)$/i;

/** A size of the row; `isOffered` is false when this product is not made in it. */
export interface SizeChip extends Choice {
  readonly isOffered: boolean;
}

/**
 * The sizes in the dictionary's order. A product in clothes sizes gets all of them, with missing ones marked as not offered.
 */
export function sizeChips({ sizes }: WireProduct, dictionary: readonly Choice[]): readonly SizeChip[] {
  const offered = new Set(sizes.map(({ id }) => id));
  const isWorn = sizes.length > 0 && sizes.every(({ name }) => worn.test(name));
  const known = dictionary.filter(({ id, name }) => offered.has(id) || (isWorn && worn.test(name)));
  const unknown = sizes.filter(({ id }) => !dictionary.some((size) => size.id === id));
  return [...known, ...unknown].map(({ id, name }) => ({ id, name, isOffered: offered.has(id) }));
}

/** The part of a product that its card shows; small, because it is sent with every page of the list. */
export interface CardProduct {
  readonly id: string;
  readonly name: string;
  readonly price: number;
  readonly photo: string | null;
  readonly colours: readonly Colour[];
  readonly stock: number | null;
  readonly isForMembers?: true | undefined;
  readonly seller: Seller;
}

/** Whether a card of a grid takes a whole row where the grid has two columns: the first one of an odd number. */
export function isWideCard(place: number, count: number): boolean {
  return place === 0 && count % 2 === 1;
}

/** The card of a product. */
export function cardOf(product: WireProduct): CardProduct {
  const { id, name, price, images, colors, colorId, stock, isForMembers, user } = product;
  return {
    id,
    name,
    price,
    photo: photosOf(images, colorId)[0] ?? null,
    colours: colors,
    stock,
    ...(isForMembers && { isForMembers }),
    seller: sellerOf(user),
  };
}
