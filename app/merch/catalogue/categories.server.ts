import type { Handlers } from '#base/calls/bound-call.server.ts';
import { failures } from '#base/calls/errors.ts';
import { isUniqueViolation } from '#base/db/database-trouble.server.ts';
import type { Tx } from '#base/db/db.server.ts';
import { dropCached } from '#base/events/cache-tags.server.ts';
import type { merchCalls } from '../merch.calls.ts';
import { categoriesChanged, categoryInUse, categoryNameTaken } from '../merch-failures.ts';
import type { Category } from '../merch-shapes.ts';
import {
  deleteCategory,
  insertCategory,
  orderCategories,
  readCategories,
  readCategory,
  readColors,
  readSizes,
  updateCategory,
} from './category-store.server.ts';

type CategoryCall =
  | 'categories'
  | 'createCategory'
  | 'updateCategory'
  | 'deleteCategory'
  | 'orderCategories'
  | 'sizes'
  | 'colors';

const noSuchCategory = () => failures.notFound({ message: 'Такой категории нет' });

/** Invalidates cached answers with products, because they contain names of categories. */
async function dropCategories(tx: Tx): Promise<void> {
  await dropCached(tx, ['products', 'home']);
}

async function naming<Result>(write: Promise<Result>): Promise<Result> {
  return write.catch((error: unknown) => {
    if (!isUniqueViolation(error, 'category_name')) throw error;
    throw categoryNameTaken({ fields: { name: categoryNameTaken.message } });
  });
}

async function found(tx: Tx, id: number): Promise<Category> {
  const category = await readCategory(tx, id);
  if (category === null) throw noSuchCategory();
  return category;
}

/** Adds a category, at the end unless `order` is given. 409 `CategoryNameTaken`. */
export async function createCategory(tx: Tx, written: { name: string; order?: number | undefined }): Promise<Category> {
  const id = await naming(insertCategory(tx, { name: written.name, order: written.order ?? null }));
  await dropCategories(tx);
  return found(tx, id);
}

export const categoryHandlers: Pick<Handlers<typeof merchCalls>, CategoryCall> = {
  categories: async (_input, context) => {
    context.tag('products', 'creators');
    return readCategories(context.db);
  },
  createCategory: async ({ body }, context) => {
    const made = await context.transaction((tx) => createCategory(tx, body));
    context.note({ subject: String(made.id) });
    return made;
  },
  updateCategory: async ({ body: { id, name, order = null } }, context) => {
    context.note({ subject: String(id) });
    return context.transaction(async (tx) => {
      if (!(await naming(updateCategory(tx, { id, name, order })))) throw noSuchCategory();
      await dropCategories(tx);
      return found(tx, id);
    });
  },
  deleteCategory: async ({ query: { id } }, context) => {
    await context.transaction(async (tx) => {
      const category = await found(tx, id);
      context.note({ subject: String(id), details: { name: category.name } });
      const outcome = await deleteCategory(tx, id);
      if (outcome === 'unknown') throw noSuchCategory();
      if (outcome === 'used') throw categoryInUse();
      await dropCategories(tx);
    });
    return {};
  },
  orderCategories: async ({ body: { ids } }, context) =>
    context.transaction(async (tx) => {
      if (!(await orderCategories(tx, ids))) throw categoriesChanged();
      await dropCategories(tx);
      return readCategories(tx);
    }),
  sizes: async (_input, context) => readSizes(context.db),
  colors: async (_input, context) => readColors(context.db),
};
