import { call } from '#app/call.ts';
import { isCallFailure } from '#base/calls/errors.ts';
import { pageNumber } from '#base/ui/lists/page-numbers.tsx';
import type { WireProduct } from '../merch-shapes.ts';
import { productsPerPage } from '../product-rules.ts';

/** Page sizes; the first is the default (docs/rules.md#page-sizes). */
export const productPageSizes = [productsPerPage, 30, 100] as const;

/** The page size in the address, or the default. */
function takeOf(params: URLSearchParams): number {
  return productPageSizes.find((size) => String(size) === params.get('take')) ?? productsPerPage;
}

function wholeNumber(text: string | null): number | undefined {
  const number = Number(text ?? '');
  return Number.isSafeInteger(number) && number > 0 && number < 2 ** 31 ? number : undefined;
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The query for the address of the list; invalid values are ignored. */
function productQueryOf(params: URLSearchParams) {
  const take = takeOf(params);
  const [creator, state, price] = ['creator', 'state', 'price'].map((name) => params.get(name));
  return {
    Take: take,
    Skip: (pageNumber(params) - 1) * take,
    Name: params.get('q')?.trim().slice(0, 100) || undefined,
    CategoryId: wholeNumber(params.get('category')),
    UserId: creator && uuid.test(creator) ? creator : undefined,
    isActive: state === 'active' ? true : state === 'hidden' ? false : undefined,
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
  const query = productQueryOf(params);
  const [list, categories, config] = await Promise.all([
    call('GET Moderator/GetProductsList', { query }),
    call('GET Product/CategoryList', {}),
    call('GET Config', {}),
  ]);
  const creator = await creatorOf(query.UserId, list.items);
  return { ...list, categories, creator, take: query.Take, currency: config.country.currencyLabel };
}
