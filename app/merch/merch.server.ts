import { creatorsOf } from '#app/creators/creators.server.ts';
import type { Area } from '#base/calls/area.server.ts';
import { bindCalls } from '#base/calls/bound-call.server.ts';
import type { Queryable, Tx } from '#base/db/db.server.ts';
import { outdateCached } from '#base/events/cache-tags.server.ts';
import { type Minor, minor } from '#base/money/money.ts';
import { createMerchHandlers, type MerchDeps } from './catalogue/product-handlers.server.ts';
import { readProduct } from './catalogue/product-list-store.server.ts';
import { productsOf } from './catalogue/product-row.server.ts';
import { readUsedImages } from './catalogue/product-store.server.ts';
import { readQuotes } from './catalogue/quote-store.server.ts';
import { readListed, readListedCount } from './catalogue/sitemap-store.server.ts';
import { changeStock, lockStock } from './catalogue/stock-store.server.ts';
import { merchCalls } from './merch.calls.ts';

/** A product in a chosen size and colour, which are null if the product has none. */
export interface QuotedChoice {
  readonly productId: string;
  readonly sizeId: number | null;
  readonly colorId: number | null;
}

/** The current description, price and state of a chosen product. */
export interface Quote {
  readonly productId: string;
  readonly name: string;
  readonly price: Minor;
  /** The name of a stored picture, of the chosen colour if there is one. */
  readonly imageUrl: string | null;
  /** Empty if the category was deleted. */
  readonly categoryName: string;
  readonly description: string;
  readonly seller: {
    readonly userId: string;
    readonly userName: string;
    /** Obeys `HideFullName`. */
    readonly displayName: string;
    readonly projectId: string;
    /** The account that sales are credited to. */
    readonly accountId: string;
  };
  readonly sizeName: string | null;
  readonly colorName: string | null;
  /** Null: made to order. */
  readonly stock: number | null;
  /** Only those who support the seller monthly may buy it. */
  readonly isForMembers: boolean;
  /** `unavailable`: deleted, inactive, or its creator is blocked; `wrongChoice`: the size or colour is not offered. */
  readonly state: 'available' | 'unavailable' | 'wrongChoice';
  /** Whether the size and the colour are offered, also where it is not sold. */
  readonly fits: boolean;
}

function stateOf(row: { isListed: boolean; fitsSize: boolean; fitsColor: boolean }): Quote['state'] {
  if (!row.isListed) return 'unavailable';
  return row.fitsSize && row.fitsColor ? 'available' : 'wrongChoice';
}

/** Returns one quote for each choice, in the same order; null for a product that never existed. */
export async function quoteLines(db: Queryable, lines: readonly QuotedChoice[]): Promise<(Quote | null)[]> {
  if (lines.length === 0) return [];
  const rows = await readQuotes(db, lines);
  const creators = await creatorsOf(
    db,
    rows.map(({ userId }) => userId),
  );
  const quotes = new Map<number, Quote>();
  for (const row of rows) {
    const project = creators.get(row.userId)?.project;
    if (project === undefined) throw new Error(`the product ${row.productId} has no creator`);
    const { userId, userName, displayName, projectId, accountId } = project;
    const { productId, name, imageUrl, categoryName, description, sizeName, colorName, stock, isForMembers } = row;
    quotes.set(row.line, {
      productId,
      name,
      price: minor(row.price),
      imageUrl,
      categoryName: categoryName ?? '',
      description,
      sizeName,
      colorName,
      stock,
      isForMembers,
      state: stateOf(row),
      fits: row.fitsSize && row.fitsColor,
      seller: { userId, userName, displayName, projectId, accountId },
    });
  }
  return lines.map((_line, at) => quotes.get(at + 1) ?? null);
}

/** A number of pieces of a product. Several lines of one product are added up. */
interface StockLine {
  readonly productId: string;
  readonly quantity: number;
}

/** A product with fewer pieces left than requested. */
interface Shortage {
  readonly productId: string;
  readonly left: number;
}

function merge(lines: readonly StockLine[]): Map<string, number> {
  const merged = new Map<string, number>();
  for (const { productId, quantity } of lines) {
    merged.set(productId, (merged.get(productId) ?? 0) + quantity);
  }
  return merged;
}

/** A notification holds at most 7,999 bytes. */
const tagsAtOnce = 100;

/** What shows more or fewer pieces than there are may be sent while the database is away: orders are checked by themselves. */
async function outdateProducts(tx: Tx, ids: readonly string[]): Promise<void> {
  for (let from = 0; from < ids.length; from += tagsAtOnce) {
    const tags = ids.slice(from, from + tagsAtOnce).map((id) => `product:${id}`);
    await outdateCached(tx, tags);
  }
}

/** The result of `takeStock`. */
export interface TakenStock {
  /** Empty: everything was taken. */
  readonly shortages: readonly Shortage[];
  /** The products whose pieces were taken from stock, which excludes products made to order. */
  readonly counted: ReadonlySet<string>;
}

/**
 * Takes pieces from stock: all of them or, if any product is short, none. Returns the short products with the pieces left, 0 for
 * a product that is no longer sold. Products made to order are never short. Another transaction that takes the same products waits
 * until this one ends.
 */
export async function takeStock(tx: Tx, lines: readonly StockLine[]): Promise<TakenStock> {
  const wanted = merge(lines);
  const found = new Map((await lockStock(tx, [...wanted.keys()])).map((row) => [row.id, row]));
  const shortages: Shortage[] = [];
  const counted: string[] = [];
  for (const [productId, quantity] of wanted) {
    const row = found.get(productId);
    const left = row?.isListed ? row.stock : 0;
    if (left !== null && left < quantity) shortages.push({ productId, left });
    else if (left !== null) counted.push(productId);
  }
  if (shortages.length > 0) return { shortages, counted: new Set() };
  if (counted.length > 0) {
    const pieces = counted.map((id) => -(wanted.get(id) ?? 0));
    await changeStock(tx, counted, pieces);
    await outdateProducts(tx, counted);
  }
  return { shortages, counted: new Set(counted) };
}

/** Locks the stock of products until the transaction ends, in the order of all who lock several. */
export async function lockProducts(tx: Tx, ids: readonly string[]): Promise<void> {
  await lockStock(tx, ids);
}

/** Takes as many pieces of a product as there are, at most `most`, and returns how many; null: it is made to order, and never short. */
export async function takeLeft(tx: Tx, productId: string, most: number): Promise<number | null> {
  const [row] = await lockStock(tx, [productId]);
  const left = row?.isListed ? row.stock : 0;
  if (left === null) return null;
  const taken = Math.min(left, most);
  if (taken > 0) {
    await changeStock(tx, [productId], [-taken]);
    await outdateProducts(tx, [productId]);
  }
  return taken;
}

/** Returns pieces that `takeStock` has counted. Products that have become made to order stay unchanged. */
export async function returnStock(tx: Tx, lines: readonly StockLine[]): Promise<void> {
  const returned = merge(lines);
  const counted = (await lockStock(tx, [...returned.keys()])).filter(({ stock }) => stock !== null).map(({ id }) => id);
  if (counted.length === 0) return;
  const pieces = counted.map((id) => returned.get(id) ?? 0);
  await changeStock(tx, counted, pieces);
  await outdateProducts(tx, counted);
}

/** Returns the pictures that products show, deleted products included, which must not be deleted. */
export async function usedProductImages(db: Queryable, names: readonly string[]): Promise<ReadonlySet<string>> {
  return new Set(await readUsedImages(db, names));
}

/** What a link preview shows of a product that buyers may see; null: unknown or no longer sold. `photo`: the name of its first picture. */
async function readPreview(
  db: Queryable,
  id: string,
): Promise<{ name: string; price: Minor; photo: string | null; userName: string } | null> {
  const row = await readProduct(db, id, 'buyers');
  const [product] = await productsOf(db, row === null ? [] : [row]);
  if (product === undefined) return null;
  const { name, price, images, user } = product;
  return { name, price, photo: images[0]?.imgUrl ?? null, userName: user.userName };
}

/** Creates the area. */
export function createMerch(deps: MerchDeps) {
  return {
    calls: bindCalls(merchCalls, createMerchHandlers(deps)),
    sitemap: merchSitemap,
    usedImages: usedProductImages,
    readPreview,
  } satisfies Area & Record<string, unknown>;
}

/** The products' part of the sitemap: the number of pages and their paths. */
const merchSitemap = {
  name: 'merch',
  readCount: readListedCount,
  async readPages(db: Queryable, page: { skip: number; take: number }) {
    return (await readListed(db, page)).map(({ id, changedAt }) => ({ path: `/merch/${id}`, changedAt }));
  },
};
