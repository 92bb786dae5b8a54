import { z } from 'zod';
import { del, get, nothing, page, paging, post, put } from '#base/call.ts';
import { failures } from '#base/errors.ts';
import { wireId } from '#base/id-wire.ts';
import { categoriesChanged, categoryGone, categoryInUse, categoryNameTaken, productChanged } from './merch-failures.ts';
import {
  category,
  categoryName,
  categoryOrder,
  checkChoices,
  color,
  dictionaryId,
  moderatorProduct,
  product,
  productBody,
  productChange,
  productQuery,
  size,
} from './merch-shapes.ts';
import { similarProducts } from './product-rules.ts';

const { notFound } = failures;

const cacheSeconds = 5;

/** Products, their categories, sizes and colours (contract, section 8; specification, points 3, 4 and 7). */
export const merchCalls = {
  /** All categories in their order, with how many products buyers see in each (contract, section 8). */
  categories: get('Product/CategoryList', {
    summary: 'The categories of products',
    access: 'guest',
    answer: z.array(category),
    errors: [],
    cacheSeconds,
  }),
  /** A new category, the last one unless `order` says otherwise. 409 where another is called the same (contract, section 8). */
  createCategory: post('Product/CreateCategory', {
    summary: 'Add a category',
    access: 'moderator',
    body: z.strictObject({ name: categoryName, order: categoryOrder.optional() }),
    answer: category,
    errors: [categoryNameTaken],
    audited: true,
  }),
  /** Renames a category and, with `order`, moves it. 404: unknown; 409 as above (contract, section 8). */
  updateCategory: put('Product/UpdateCategory', {
    summary: 'Rename a category',
    access: 'moderator',
    body: z.strictObject({ id: dictionaryId, name: categoryName, order: categoryOrder.optional() }),
    answer: category,
    errors: [notFound, categoryNameTaken],
    audited: true,
  }),
  /** Deletes a category that no product is in. 404: unknown; 409 `CategoryInUse` (contract, section 8). */
  deleteCategory: del('Product/DeleteCategory', {
    summary: 'Delete an empty category',
    access: 'moderator',
    query: z.object({ id: dictionaryId }),
    answer: nothing,
    errors: [notFound, categoryInUse],
    audited: true,
  }),
  /**
   * Puts all categories in order, `ids` being every one of them once; answers the list. 409 `CategoriesChanged`: one was added
   * or deleted meanwhile.
   */
  orderCategories: put('Product/OrderCategories', {
    summary: 'Put the categories in order',
    access: 'moderator',
    body: z.strictObject({ ids: z.array(dictionaryId).max(1_000) }),
    answer: z.array(category),
    errors: [categoriesChanged],
    audited: true,
  }),
  /**
   * Products that buyers see: active ones of creators who are not blocked, whatever `isActive` says. Top ones first, then the
   * newest; or by price (contract, section 8; pages of 9: specification, point 9).
   */
  list: get('Product/ProductList', {
    summary: 'The list of products',
    access: 'guest',
    query: productQuery,
    answer: page(product),
    errors: [],
    cacheSeconds,
  }),
  /** One product that buyers see. 404: unknown, inactive, deleted, or its creator is blocked (contract, section 8). */
  product: get('Product/Product', {
    summary: 'One product',
    access: 'guest',
    query: z.object({ productId: wireId }),
    answer: product,
    errors: [notFound],
    cacheSeconds,
  }),
  /** The first products of each category for the home page; categories without any are left out (contract, section 8). */
  byCategory: get('Product/ProductListByCategory', {
    summary: 'Some products of each category',
    access: 'guest',
    query: z.object({ Take: paging(similarProducts).Take }),
    answer: z.array(z.object({ category, items: z.array(product) })),
    errors: [],
    cacheSeconds,
  }),
  /**
   * A new product. `price` in main units; `sizeId`, `colorId` and colours of pictures are among those offered; each
   * `imgUrl` is the name of a stored picture. What is not known (category, creator, size, colour, picture) is 400 at its
   * field (contract, section 8).
   */
  create: post('Product/Create', {
    summary: 'Add a product',
    access: 'moderator',
    body: z.strictObject(productBody).superRefine(checkChoices),
    answer: moderatorProduct,
    errors: [],
    audited: true,
  }),
  /**
   * Changes what a product says; what is left out stays as it is. With `revision` as it was read: 409 `ProductChanged` where
   * somebody else has saved since. 404: unknown or deleted (contract, section 8).
   */
  update: put('Product/Update', {
    summary: 'Change a product',
    access: 'moderator',
    body: z.strictObject({ id: wireId, ...productChange, revision: z.int().optional() }).superRefine(checkChoices),
    answer: moderatorProduct,
    errors: [notFound, productChanged],
    audited: true,
  }),
  /** Takes a product away from everywhere; orders keep it. 404: unknown or deleted already (contract, section 8). */
  remove: del('Product/Delete', {
    summary: 'Delete a product',
    access: 'moderator',
    query: z.object({ id: wireId }),
    answer: nothing,
    errors: [notFound],
    audited: true,
  }),
  /** Brings a deleted product back as it was. 404: there is no such deleted one; 409 where its category is gone. */
  restore: post('Product/Restore', {
    summary: 'Bring a deleted product back',
    access: 'moderator',
    query: z.object({ id: wireId }),
    answer: nothing,
    errors: [notFound, categoryGone],
    audited: true,
  }),
  /** Shows a product to buyers or hides it. 404: unknown or deleted (contract, section 8; specification, point 4). */
  changeState: put('Product/UpdateState', {
    summary: 'Show or hide a product',
    access: 'moderator',
    query: z.object({ id: wireId, state: z.boolean() }),
    answer: nothing,
    errors: [notFound],
    audited: true,
  }),
  /** Puts a product among the top ones, which lists begin with. 404: unknown or deleted (contract, section 8). */
  changeTop: post('Product/UpdateTopState', {
    summary: 'Put a product among the top ones or take it out',
    access: 'moderator',
    query: z.object({ id: wireId, isTop: z.boolean() }),
    answer: nothing,
    errors: [notFound],
    audited: true,
  }),
  /** All sizes from the smallest (contract, section 8). */
  sizes: get('Attribute/SizeList', {
    summary: 'The sizes of products',
    access: 'guest',
    answer: z.array(size),
    errors: [],
    cacheSeconds,
  }),
  /** All colours (contract, section 8). */
  colors: get('Attribute/ColorList', {
    summary: 'The colours of products',
    access: 'guest',
    answer: z.array(color),
    errors: [],
    cacheSeconds,
  }),
  /** One product whatever its state. 404: unknown or deleted (contract, section 5). */
  moderatorProduct: get('Moderator/GetProduct', {
    summary: 'One product as moderators see it',
    access: 'moderator',
    query: z.object({ productId: wireId }),
    answer: moderatorProduct,
    errors: [notFound],
  }),
  /** All products that are not deleted, newest first or by price (contract, section 5; pages of 9). */
  moderatorList: get('Moderator/GetProductsList', {
    summary: 'All products as moderators see them',
    access: 'moderator',
    query: productQuery,
    answer: page(moderatorProduct),
    errors: [],
  }),
};
