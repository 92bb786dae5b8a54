import { creatorsOf } from '#app/creators/creators.server.ts';
import { dropCached } from '#base/cache-tags.server.ts';
import type { Queryable, Tx } from '#base/db.server.ts';
import { type Minor, minor } from '#base/money.ts';
import { readUsedImages } from './product-store.server.ts';
import { readQuotes } from './quote-store.server.ts';
import { changeStock, lockStock } from './stock-store.server.ts';

/** A product in the size and colour that somebody has chosen; null where the product has none to choose. */
export interface QuotedChoice {
  readonly productId: string;
  readonly sizeId: number | null;
  readonly colorId: number | null;
}

/** What a chosen product is and costs now. */
export interface Quote {
  readonly productId: string;
  readonly name: string;
  readonly price: Minor;
  /** The name of a stored picture: one of the chosen colour where there is one. */
  readonly imageUrl: string | null;
  /** Empty where the category is gone. */
  readonly categoryName: string;
  readonly description: string;
  readonly seller: {
    readonly userId: string;
    readonly userName: string;
    /** Obeys `HideFullName`. */
    readonly displayName: string;
    readonly projectId: string;
    /** Where sales are credited from now on. */
    readonly accountId: string;
  };
  readonly sizeName: string | null;
  readonly colorName: string | null;
  /** Null: made to order. */
  readonly stock: number | null;
  /** `unavailable`: deleted, inactive, or its creator is blocked; `wrongChoice`: the size or colour is not offered. */
  readonly state: 'available' | 'unavailable' | 'wrongChoice';
}

function stateOf(row: { isListed: boolean; fitsSize: boolean; fitsColor: boolean }): Quote['state'] {
  if (!row.isListed) return 'unavailable';
  return row.fitsSize && row.fitsColor ? 'available' : 'wrongChoice';
}

/** One quote for each choice, in the same order; null where there has never been such a product. */
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
    const { productId, name, imageUrl, categoryName, description, sizeName, colorName, stock } = row;
    quotes.set(row.line, {
      ...{ productId, name, price: minor(row.price), imageUrl, categoryName: categoryName ?? '', description },
      ...{ sizeName, colorName, stock, state: stateOf(row) },
      seller: { userId, userName, displayName, projectId, accountId },
    });
  }
  return lines.map((_line, at) => quotes.get(at + 1) ?? null);
}

/** So many pieces of a product; several lines of one product count together. */
interface StockLine {
  readonly productId: string;
  readonly quantity: number;
}

/** A product of which fewer pieces are left than are asked for. */
export interface Shortage {
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

async function dropProducts(tx: Tx, ids: readonly string[]): Promise<void> {
  for (let from = 0; from < ids.length; from += tagsAtOnce) {
    const tags = ids.slice(from, from + tagsAtOnce).map((id) => `product:${id}`);
    await dropCached(tx, tags);
  }
}

/**
 * Takes pieces from stock: all of them or, where anything is short, none. Says what is short and how much of it is left; 0 where
 * the product is not sold any more. Products made to order are never short. Whoever wants the same pieces waits until the
 * transaction ends.
 */
export async function takeStock(tx: Tx, lines: readonly StockLine[]): Promise<Shortage[]> {
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
  if (shortages.length > 0 || counted.length === 0) return shortages;
  const pieces = counted.map((id) => -(wanted.get(id) ?? 0));
  await changeStock(tx, counted, pieces);
  await dropProducts(tx, counted);
  return [];
}

/** Puts pieces back that were taken before; products that are made to order by now stay as they are. */
export async function returnStock(tx: Tx, lines: readonly StockLine[]): Promise<void> {
  const returned = merge(lines);
  const counted = (await lockStock(tx, [...returned.keys()])).filter(({ stock }) => stock !== null).map(({ id }) => id);
  if (counted.length === 0) return;
  const pieces = counted.map((id) => returned.get(id) ?? 0);
  await changeStock(tx, counted, pieces);
  await dropProducts(tx, counted);
}

/** Which of the pictures are shown by products, deleted ones too: they must not be swept. */
export async function usedProductImages(db: Queryable, names: readonly string[]): Promise<ReadonlySet<string>> {
  return new Set(await readUsedImages(db, names));
}
