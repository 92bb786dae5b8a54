import type { WireProduct } from './merch-shapes.ts';
import { type Seller, sellerOf } from './seller.ts';

type Image = WireProduct['images'][number];
type Choice = { readonly id: number; readonly name: string };
type Colour = WireProduct['colors'][number];

/** So many pieces or fewer are worth a word. */
const few = 5;

/** How much of a product there is: made to order, plenty, the last ones, nothing. */
type StockState = 'toOrder' | 'plenty' | 'few' | 'none';

/** How much there is of a product with this stock. */
export function stockState(stock: number | null): StockState {
  if (stock === null) return 'toOrder';
  if (stock <= 0) return 'none';
  return stock <= few ? 'few' : 'plenty';
}

/** The names of the pictures to show for a colour: its own, then those of no one colour; all where it has none of its own. */
export function photosOf(images: readonly Image[], colorId: number | null): readonly string[] {
  const ordered = images.toSorted((a, b) => a.order - b.order);
  const own = colorId === null ? [] : ordered.filter((image) => image.colorId === colorId);
  const shown = own.length === 0 ? ordered : [...own, ...ordered.filter((image) => image.colorId === null)];
  return [...new Set(shown.map(({ imgUrl }) => imgUrl))];
}

function named<Kind extends { readonly id: number }>(offered: readonly Kind[], word: string | null): Kind | undefined {
  return word === null ? undefined : offered.find(({ id }) => String(id) === word);
}

/** The colour that the address names, else the product's first choice, else the first offered. */
export function chosenColour(product: WireProduct, params: URLSearchParams): Colour | null {
  const { colors, colorId } = product;
  return named(colors, params.get('color')) ?? colors.find(({ id }) => id === colorId) ?? colors[0] ?? null;
}

/** The size that the address names; the only one where there is one. A size is never guessed: a wrong one comes back. */
export function chosenSize({ sizes }: WireProduct, params: URLSearchParams): Choice | null {
  return named(sizes, params.get('size')) ?? (sizes.length === 1 ? (sizes[0] ?? null) : null);
}

const worn = /^(?:\d{0,2}X{0,4}S|M|\d{0,2}X{0,4}L)$/i;

/** A size that may be chosen, or one of the same row that this product is not made in. */
export interface SizeChip extends Choice {
  readonly isOffered: boolean;
}

/**
 * The sizes in the dictionary's order. Where they are sizes of clothes, all others that clothes have
 * stand among them as not offered, so that nobody looks for his own in vain.
 */
export function sizeChips({ sizes }: WireProduct, dictionary: readonly Choice[]): readonly SizeChip[] {
  const offered = new Set(sizes.map(({ id }) => id));
  const isWorn = sizes.length > 0 && sizes.every(({ name }) => worn.test(name));
  const known = dictionary.filter(({ id, name }) => offered.has(id) || (isWorn && worn.test(name)));
  const unknown = sizes.filter(({ id }) => !dictionary.some((size) => size.id === id));
  return [...known, ...unknown].map(({ id, name }) => ({ id, name, isOffered: offered.has(id) }));
}

/** What a card shows of a product: little enough to come with every page of the list. */
export interface CardProduct {
  readonly id: string;
  readonly name: string;
  readonly price: number;
  readonly photo: string | null;
  readonly colours: readonly Colour[];
  readonly stock: number | null;
  readonly seller: Seller;
}

/** The card of a product. */
export function cardOf(product: WireProduct): CardProduct {
  const { id, name, price, images, colors, colorId, stock, user } = product;
  return {
    id,
    name,
    price,
    photo: photosOf(images, colorId)[0] ?? null,
    colours: colors,
    stock,
    seller: sellerOf(user),
  };
}
