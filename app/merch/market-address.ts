import { productsPerPage } from './product-rules.ts';

/** By price, the cheapest or the dearest first. */
type PriceOrder = 'cheap' | 'dear';

/** What the market shows, as its address says it. */
export interface MarketView {
  readonly categoryId: number | null;
  /** A user name. */
  readonly creator: string | null;
  /** Null: the market's own order. */
  readonly order: PriceOrder | null;
  readonly search: string;
  /** What is looked for among the creators to choose from. */
  readonly who: string;
  /** From 1. */
  readonly page: number;
}

const longestText = 100;
const lastCategoryId = 2_147_483_647;

/** The parameters that narrow or order the list; the page's number is not one of them. */
export const marketFilters = ['category', 'creator', 'order', 'search'] as const;

function text(params: URLSearchParams, name: string): string {
  return params.get(name)?.trim().slice(0, longestText) ?? '';
}

/** Reads the address of `/market`; what makes no sense counts as not given. Pages count from 1. */
export function marketView(params: URLSearchParams, page: number): MarketView {
  const categoryId = Number(params.get('category'));
  const order = params.get('order');
  return {
    categoryId: Number.isInteger(categoryId) && categoryId > 0 && categoryId <= lastCategoryId ? categoryId : null,
    creator: text(params, 'creator') || null,
    order: order === 'cheap' || order === 'dear' ? order : null,
    search: text(params, 'search'),
    who: text(params, 'who'),
    page: Math.min(page, 1_000_000),
  };
}

/** The query of `ProductList` for a view; `userId` is the chosen creator's. */
export function marketQuery({ categoryId, order, search, page }: MarketView, userId: string | null) {
  return {
    Skip: (page - 1) * productsPerPage,
    Take: productsPerPage,
    ...(categoryId !== null && { CategoryId: categoryId }),
    ...(userId !== null && { UserId: userId }),
    ...(order !== null && { ProductPriceAsc: order === 'cheap' }),
    ...(search !== '' && { Name: search }),
  };
}

/** The address's search with some parameters changed, null: taken out. The list begins at its first page again. */
export function changedSearch(params: URLSearchParams, changes: Readonly<Record<string, string | null>>): string {
  const next = new URLSearchParams(params);
  next.delete('page');
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) next.delete(name);
    else next.set(name, value);
  }
  return next.toString();
}
