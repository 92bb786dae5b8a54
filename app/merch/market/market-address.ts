import { productsPerPage } from '../product-rules.ts';

/** The order by price: ascending or descending. */
type PriceOrder = 'cheap' | 'dear';

/** The view of the market in its address. */
export interface MarketView {
  readonly categoryId: number | null;
  /** A user name. */
  readonly creator: string | null;
  /** Null: the default order. */
  readonly order: PriceOrder | null;
  readonly search: string;
  /** The search text for creators. */
  readonly who: string;
  /** From 1. */
  readonly page: number;
}

const longestText = 100;
const lastCategoryId = 2_147_483_647;

/** The parameters of filters and order, without the page number. */
export const marketFilters = ['category', 'creator', 'order', 'search'] as const;

function text(params: URLSearchParams, name: string): string {
  return params.get(name)?.trim().slice(0, longestText) ?? '';
}

/** Reads the address of `/market`; invalid values are ignored. Pages count from 1. */
export function marketView(params: URLSearchParams, page: number): MarketView {
  const categoryId = Number(params.get('category'));
  const order = params.get('order');
  return {
    categoryId: Number.isInteger(categoryId) && categoryId > 0 && categoryId <= lastCategoryId ? categoryId : null,
    creator: text(params, 'creator') || null,
    order: order === 'cheap' || order === 'dear' ? order : null,
    search: text(params, 'search'),
    who: text(params, 'who'),
    page,
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

/** The search of the address with some parameters changed, null: removed. The list starts at its first page again. */
export function changedSearch(params: URLSearchParams, changes: Readonly<Record<string, string | null>>): string {
  const next = new URLSearchParams(params);
  next.delete('page');
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) next.delete(name);
    else next.set(name, value);
  }
  return next.toString();
}
