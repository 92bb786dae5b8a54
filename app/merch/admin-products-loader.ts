import { call } from '#app/call.ts';
import { isCallFailure } from '#base/errors.ts';
import type { WireProduct } from './merch-shapes.ts';
import { productsPerPage } from './product-rules.ts';

/** So many products a page; the first is what the specification says (point 9). */
export const productPageSizes = [productsPerPage, 30, 100] as const;

/** So many as the address says, or the usual number. */
function takeOf(params: URLSearchParams): number {
  return productPageSizes.find((size) => String(size) === params.get('take')) ?? productsPerPage;
}

function wholeNumber(text: string | null): number | undefined {
  const number = Number(text ?? '');
  return Number.isSafeInteger(number) && number > 0 && number < 2 ** 31 ? number : undefined;
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The list's query as its address tells it; what makes no sense there is left out. */
function productQueryOf(params: URLSearchParams) {
  const take = takeOf(params);
  const page = wholeNumber(params.get('page')) ?? 1;
  const [creator, state, price] = ['creator', 'state', 'price'].map((name) => params.get(name));
  return {
    Take: take,
    Skip: Math.min((page - 1) * take, 2 ** 31 - 1),
    Name: params.get('q')?.trim().slice(0, 100) || undefined,
    CategoryId: wholeNumber(params.get('category')),
    UserId: creator && uuid.test(creator) ? creator : undefined,
    isActive: state === 'active' ? true : state === 'hidden' ? false : undefined,
    ProductPriceAsc: price === 'up' ? true : price === 'down' ? false : undefined,
  };
}

/** The creator that the list is narrowed to; one who is blocked is only known by his products. */
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

/** Everything that the list of products shows to moderators. */
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
