import { call } from '#app/call.ts';
import { isCallFailure } from '#base/calls/errors.ts';
import { idParameter } from '#base/ui/lists/id-parameter.ts';
import { pageNumber } from '#base/ui/lists/page-numbers.tsx';
import { pageSizeIn } from '#base/ui/lists/page-size.tsx';
import type { Category, WireProduct } from '../merch-shapes.ts';
import { productsPerPage } from '../product-rules.ts';

/** Page sizes; the first is the default (docs/rules.md#page-sizes). */
export const productPageSizes = [productsPerPage, 30, 100] as const;

/** The filters in the address of the list; unknown values are ignored. */
export function productFiltersOf(params: URLSearchParams, categories: readonly Category[]) {
  const state = params.get('state');
  return {
    Name: params.get('q')?.trim().slice(0, 100) || undefined,
    CategoryId: categories.find(({ id }) => String(id) === params.get('category'))?.id,
    UserId: idParameter(params, 'creator'),
    isActive: state === 'active' ? true : state === 'hidden' ? false : undefined,
  };
}

function productQueryOf(params: URLSearchParams, categories: readonly Category[]) {
  const take = pageSizeIn(params, productPageSizes);
  const price = params.get('price');
  return {
    ...productFiltersOf(params, categories),
    Take: take,
    Skip: (pageNumber(params) - 1) * take,
    ProductPriceAsc: price === 'up' ? true : price === 'down' ? false : undefined,
  };
}

/** The creator by whom the list is filtered; a blocked one is known from the products only. */
async function creatorOf(
  userId: string | undefined,
  items: readonly WireProduct[],
): Promise<WireProduct['user'] | null> {
  if (userId === undefined) return null;
  const [first] = items;
  if (first !== undefined) return first.user;
  try {
    return await call('GET User/Get', { query: { userId } });
  } catch (error) {
    if (isCallFailure(error)) return null;
    throw error;
  }
}

/** Loads the data of the moderators' list of products. */
export async function loadProducts(params: URLSearchParams) {
  const [categories, config] = await Promise.all([call('GET Product/CategoryList', {}), call('GET Config', {})]);
  const query = productQueryOf(params, categories);
  const list = await call('GET Moderator/GetProductsList', { query });
  const creator = await creatorOf(query.UserId, list.items);
  return { ...list, categories, creator, take: query.Take, currency: config.country.currencyLabel };
}
