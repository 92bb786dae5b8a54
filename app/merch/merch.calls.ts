import { z } from 'zod';
import { del, get, nothing, page, paging, post, put } from '#base/calls/call.ts';
import { failures } from '#base/calls/errors.ts';
import { wireId } from '#base/calls/id-wire.ts';
import {
  categoriesChanged,
  categoryGone,
  categoryInUse,
  categoryNameTaken,
  productChanged,
  revisionRequired,
  stockChanged,
} from './merch-failures.ts';
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
  shownProduct,
  size,
} from './merch-shapes.ts';
import { similarProducts } from './product-rules.ts';

const { notFound } = failures;

const cacheSeconds = 5;

/** Products, their categories, sizes and colours (docs/rules.md#products). */
export const merchCalls = {
  /** All categories in their order, with the number of products that buyers see in each (docs/rules.md#products). */
  categories: get('Product/CategoryList', {
    summary: 'The categories of products',
    access: 'guest',
    answer: z.array(category),
    errors: [],
    cacheSeconds,
  }),
  /** Adds a category, at the end or at the place `order`; whoever has it moves down. 409: the name is taken (docs/rules.md#products). */
  createCategory: post('Product/CreateCategory', {
    summary: 'Add a category',
    access: 'moderator',
    body: z.strictObject({ name: categoryName, order: categoryOrder.optional() }),
    answer: category,
    errors: [categoryNameTaken],
    audited: true,
  }),
  /** Renames a category and, with `order`, moves it there; those between make room. 404: unknown; 409 as above (docs/rules.md#products). */
  updateCategory: put('Product/UpdateCategory', {
    summary: 'Rename a category',
    access: 'moderator',
    body: z.strictObject({ id: dictionaryId, name: categoryName, order: categoryOrder.optional() }),
    answer: category,
    errors: [notFound, categoryNameTaken],
    audited: true,
  }),
  /** Deletes a category without products. 404: unknown; 409 `CategoryInUse` (docs/rules.md#products). */
  deleteCategory: del('Product/DeleteCategory', {
    summary: 'Delete an empty category',
    access: 'moderator',
    query: z.object({ id: dictionaryId }),
    answer: nothing,
    errors: [notFound, categoryInUse],
    audited: true,
  }),
  /**
   * Orders all categories; `ids` names each of them once. Answers the list. 409 `CategoriesChanged`: one was added or deleted meanwhile.
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
   * newest; or by price (docs/rules.md#products; pages of 9).
   */
  list: get('Product/ProductList', {
    summary: 'The list of products',
    access: 'guest',
    query: productQuery,
    answer: page(product),
    errors: [],
    cacheSeconds,
  }),
  /** One product that buyers see. 404: unknown, inactive, deleted, or its creator is blocked (docs/rules.md#products). */
  product: get('Product/Product', {
    summary: 'One product',
    access: 'guest',
    query: z.object({ productId: wireId }),
    answer: shownProduct,
    errors: [notFound],
    cacheSeconds,
  }),
  /**
   * What is shown beside a product: others of its category that are in stock, then of its creator, then sold-out ones of its category; none
   * for an unknown product. Our own addition (docs/rules.md#products).
   */
  similar: get('Product/Similar', {
    summary: 'Products like another one',
    access: 'guest',
    query: z.object({ productId: wireId, Take: paging(similarProducts).Take }),
    answer: z.array(product),
    errors: [],
    cacheSeconds,
  }),
  /** The first products of each category for the home page; categories without any are left out (docs/rules.md#products). */
  byCategory: get('Product/ProductListByCategory', {
    summary: 'Some products of each category',
    access: 'guest',
    query: z.object({ Take: paging(similarProducts).Take }),
    answer: z.array(z.object({ category, items: z.array(product) })),
    errors: [],
    cacheSeconds,
  }),
  /**
   * Adds a product. `price` in main units; `sizeId`, `colorId` and colours of pictures must be offered; each `imgUrl` is the name of a stored
   * picture. An unknown category, creator, size, colour or picture is 400 at its field (docs/rules.md#products).
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
   * Changes a product; omitted members stay as they are. With the `revision` that was read: 409 `ProductChanged` when another moderator has saved
   * since, 409 `StockChanged` (`details.stock`: the current number, `details.revision`: its revision) when a `stock` is given and pieces were sold
   * or returned since. 400 `RevisionRequired`: a stock that is a number changes, and no `revision` says which one was read. 404: unknown or
   * deleted (docs/rules.md#products).
   */
  update: put('Product/Update', {
    summary: 'Change a product',
    access: 'moderator',
    body: z.strictObject({ id: wireId, ...productChange, revision: z.int().optional() }).superRefine(checkChoices),
    answer: moderatorProduct,
    errors: [notFound, productChanged, stockChanged, revisionRequired],
    audited: true,
  }),
  /** Deletes a product; orders still show it. 404: unknown or deleted already (docs/rules.md#products). */
  remove: del('Product/Delete', {
    summary: 'Delete a product',
    access: 'moderator',
    query: z.object({ id: wireId }),
    answer: nothing,
    errors: [notFound],
    audited: true,
  }),
  /** Restores a deleted product. 404: unknown or not deleted; 409: its category was deleted. */
  restore: post('Product/Restore', {
    summary: 'Bring a deleted product back',
    access: 'moderator',
    query: z.object({ id: wireId }),
    answer: nothing,
    errors: [notFound, categoryGone],
    audited: true,
  }),
  /** Shows a product to buyers or hides it. 404: unknown or deleted (docs/rules.md#products). */
  changeState: put('Product/UpdateState', {
    summary: 'Show or hide a product',
    access: 'moderator',
    query: z.object({ id: wireId, state: z.boolean() }),
    answer: nothing,
    errors: [notFound],
    audited: true,
  }),
  /** Adds a product to the top ones, with which lists begin, or removes it. 404: unknown or deleted (docs/rules.md#products). */
  changeTop: post('Product/UpdateTopState', {
    summary: 'Put a product among the top ones or take it out',
    access: 'moderator',
    query: z.object({ id: wireId, isTop: z.boolean() }),
    answer: nothing,
    errors: [notFound],
    audited: true,
  }),
  /** All sizes from the smallest (docs/rules.md#products). */
  sizes: get('Attribute/SizeList', {
    summary: 'The sizes of products',
    access: 'guest',
    answer: z.array(size),
    errors: [],
    cacheSeconds,
  }),
  /** All colours (docs/rules.md#products). */
  colors: get('Attribute/ColorList', {
    summary: 'The colours of products',
    access: 'guest',
    answer: z.array(color),
    errors: [],
    cacheSeconds,
  }),
  /** One product of any state. 404: unknown or deleted (docs/rules.md#staff). */
  moderatorProduct: get('Moderator/GetProduct', {
    summary: 'One product as moderators see it',
    access: 'moderator',
    query: z.object({ productId: wireId }),
    answer: moderatorProduct,
    errors: [notFound],
  }),
  /** All products that are not deleted, newest first or by price (docs/rules.md#products; pages of 9). */
  moderatorList: get('Moderator/GetProductsList', {
    summary: 'All products as moderators see them',
    access: 'moderator',
    query: productQuery,
    answer: page(moderatorProduct),
    errors: [],
  }),
};
