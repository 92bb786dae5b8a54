import type { Handlers } from '#base/calls/bound-call.server.ts';
import type { CallContext } from '#base/calls/call-context.server.ts';
import { failures } from '#base/calls/errors.ts';
import type { Queryable } from '#base/db/db.server.ts';
import { memberPriceOf } from '../member-price.ts';
import type { merchCalls } from '../merch.calls.ts';
import type { ModeratorProduct, Product, ProductQuery } from '../merch-shapes.ts';
import { categoryHandlers } from './categories.server.ts';
import { readCategories } from './category-store.server.ts';
import {
  changeProduct,
  changeProductState,
  changeProductTop,
  createProduct,
  deleteProduct,
  restoreProduct,
} from './product-changes.server.ts';
import {
  type ProductFilter,
  type ProductPage,
  readFirstProducts,
  readProduct,
  readProducts,
  readSimilar,
} from './product-list-store.server.ts';
import { moderatorProductsOf, type ProductRow, productsOf } from './product-row.server.ts';

const noSuchProduct = () => failures.notFound({ message: 'Такого товара нет' });

function filterOf({ CategoryId, UserId, isActive, Name }: ProductQuery): ProductFilter {
  return { category: CategoryId, userId: UserId, isActive, search: Name };
}

function pageOf({ Skip, Take, ProductPriceAsc }: ProductQuery, audience: ProductPage['audience']): ProductPage {
  const priceOrder = ProductPriceAsc === undefined ? null : ProductPriceAsc ? 'up' : 'down';
  return { audience, priceOrder, skip: Skip, take: Take };
}

/** Tags a cached answer with its products, their creators and the ranking. */
function tagProducts(context: CallContext, rows: readonly ProductRow[]): void {
  context.tag('ranking', ...rows.flatMap(({ id, userId }) => [`product:${id}`, `creator:${userId}`]));
}

/** Tags a cached answer that changes with any product and any blocked creator. */
function tagLists(context: CallContext): void {
  context.tag('products', 'creators');
}

async function moderated(db: Queryable, id: string): Promise<ModeratorProduct> {
  const row = await readProduct(db, id, 'moderators');
  const [product] = row === null ? [] : await moderatorProductsOf(db, [row]);
  if (product === undefined) throw noSuchProduct();
  return product;
}

/** What handlers of products ask of areas that merch does not use. */
export interface MerchDeps {
  /** What members of a project may get off its merch, in per cent; tags the answer with what that depends on. */
  readonly memberDiscounts: (
    context: Pick<CallContext, 'db' | 'tag'>,
    projectId: string,
  ) => Promise<{ readonly offered: number; readonly hasMembers: boolean }>;
}

/** What everybody reads of members' prices, as `memberPrice` of the product's call says. */
async function memberPriceOfPiece({ memberDiscounts }: MerchDeps, { price, user }: Product, context: CallContext) {
  const { offered, hasMembers } = await memberDiscounts(context, user.projectId);
  const memberPrice = memberPriceOf({ price, quantity: 1, memberPercent: offered });
  if (memberPrice < price) return { memberPrice };
  return hasMembers ? { memberPrice: null } : {};
}

const createBuyerHandlers = (
  deps: MerchDeps,
): Pick<Handlers<typeof merchCalls>, 'list' | 'product' | 'similar' | 'byCategory'> => ({
  list: async ({ query }, context) => {
    tagLists(context);
    const { rows, count } = await readProducts(context.db, filterOf(query), pageOf(query, 'buyers'));
    tagProducts(context, rows);
    return { items: await productsOf(context.db, rows), count };
  },
  product: async ({ query: { productId } }, context) => {
    context.tag(`product:${productId}`, 'products');
    const row = await readProduct(context.db, productId, 'buyers');
    const [product] = row === null ? [] : await productsOf(context.db, [row]);
    if (row === null || product === undefined) throw noSuchProduct();
    tagProducts(context, [row]);
    const memberPrice = await memberPriceOfPiece(deps, product, context);
    return { ...product, sizeChart: row.sizeChart, ...memberPrice };
  },
  similar: async ({ query: { productId, Take } }, context) => {
    tagLists(context);
    const rows = await readSimilar(context.db, productId, Take);
    tagProducts(context, rows);
    return productsOf(context.db, rows);
  },
  byCategory: async ({ query: { Take } }, context) => {
    tagLists(context);
    const [categories, rows] = await Promise.all([readCategories(context.db), readFirstProducts(context.db, Take)]);
    tagProducts(context, rows);
    const products = await productsOf(context.db, rows);
    return categories.flatMap((category) => {
      const items = products.filter(({ categoryId }) => categoryId === category.id);
      return items.length === 0 ? [] : [{ category, items }];
    });
  },
});

/** The handlers of all calls about products, categories, sizes and colours. */
export const createMerchHandlers = (deps: MerchDeps): Handlers<typeof merchCalls> => ({
  ...categoryHandlers,
  ...createBuyerHandlers(deps),
  create: async ({ body }, context) =>
    context.transaction(async (tx) => {
      const id = await createProduct(tx, body);
      context.note({ subject: id });
      return moderated(tx, id);
    }),
  update: async ({ body: { id, ...draft } }, context) =>
    context.transaction(async (tx) => {
      await changeProduct(tx, id, draft);
      context.note({ subject: id });
      return moderated(tx, id);
    }),
  remove: async ({ query: { id } }, context) => {
    const name = await context.transaction((tx) => deleteProduct(tx, id));
    context.note({ subject: id, details: { name } });
    return {};
  },
  restore: async ({ query: { id } }, context) => {
    const name = await context.transaction((tx) => restoreProduct(tx, id));
    context.note({ subject: id, details: { name } });
    return {};
  },
  changeState: async ({ query: { id, state } }, context) => {
    const name = await context.transaction((tx) => changeProductState(tx, id, state));
    context.note({ subject: id, details: { name } });
    return {};
  },
  changeTop: async ({ query: { id, isTop } }, context) => {
    const name = await context.transaction((tx) => changeProductTop(tx, id, isTop));
    context.note({ subject: id, details: { name } });
    return {};
  },
  moderatorProduct: async ({ query: { productId } }, context) => moderated(context.db, productId),
  moderatorList: async ({ query }, context) => {
    const { rows, count } = await readProducts(context.db, filterOf(query), pageOf(query, 'moderators'));
    return { items: await moderatorProductsOf(context.db, rows), count };
  },
});
