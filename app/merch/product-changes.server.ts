import { creatorsOf, lockCreators, setHasProducts } from '#app/creators/creators.server.ts';
import { holdImageNames } from '#app/images/images.server.ts';
import { dropCached } from '#base/cache-tags.server.ts';
import type { Tx } from '#base/db.server.ts';
import { failures } from '#base/errors.ts';
import { categoryGone, productChanged } from './merch-failures.ts';
import { strayChoices } from './merch-shapes.ts';
import {
  holdsCategory,
  insertProduct,
  lockProduct,
  type ProductFacts,
  readFacts,
  readHasActive,
  readKnownChoices,
  readWritten,
  updateProduct,
  type WrittenImage,
  type WrittenProduct,
  writeActive,
  writeDeleted,
  writeImages,
  writeTop,
} from './product-store.server.ts';

/** A product as a moderator writes it; its choices hang together already (`checkChoices`). */
export interface ProductDraft extends WrittenProduct {
  readonly images: readonly WrittenImage[];
}

/** What is changed of a product: what is undefined stays as it is. */
type ProductChange = { readonly [Member in keyof ProductDraft]?: ProductDraft[Member] | undefined };

const noSuchProduct = () => failures.notFound.because({ message: 'Такого товара нет' });

/** Drops everything that shows products, and those of these creators. */
async function dropProduct(tx: Tx, id: string, userIds: readonly string[]): Promise<void> {
  await dropCached(tx, ['products', 'home', `product:${id}`, ...userIds.map((userId) => `creator:${userId}`)]);
}

/** Keeps true whether these creators, who have to be locked, have products. */
async function countForCreators(tx: Tx, had: ReadonlyMap<string, boolean>): Promise<void> {
  for (const [userId, before] of had) {
    const has = await readHasActive(tx, userId);
    if (has !== before) await setHasProducts(tx, userId, has);
  }
}

/** Refuses, at its field, whatever is referred to that is not there; what is there stays until the transaction ends. */
async function refuseUnknown(tx: Tx, change: ProductChange): Promise<void> {
  const { userId, categoryId, sizeIds = [], colorIds = [], images = [] } = change;
  const fields: Record<string, string> = {};
  if (userId !== undefined && !(await creatorsOf(tx, [userId])).has(userId)) fields.userId = 'Такого автора нет';
  if (categoryId !== undefined && !(await holdsCategory(tx, categoryId))) fields.categoryId = 'Такой категории нет';
  const known = await readKnownChoices(tx, { sizeIds, colorIds });
  if (!known.sizes) fields.sizeIds = 'Такого размера нет';
  if (!known.colors) fields.colorIds = 'Такого цвета нет';
  const names = images.map(({ imgUrl }) => imgUrl);
  if (!(await holdImageNames(tx, names))) fields.images = 'Одной из картинок больше нет, загрузите её ещё раз';
  if (Object.keys(fields).length > 0) throw failures.validationFailed.because({ fields });
}

/** Locks creators, then the product, always in this order: whoever blocks a creator goes the same way. */
async function lockForChange(
  tx: Tx,
  id: string,
  otherUserIds: readonly string[] = [],
): Promise<{ facts: ProductFacts; had: ReadonlyMap<string, boolean> }> {
  const before = await readFacts(tx, id);
  if (before === null) throw noSuchProduct();
  const had = await lockCreators(tx, [before.userId, ...otherUserIds]);
  const facts = await lockProduct(tx, id);
  if (facts === null) throw noSuchProduct();
  // Moved to another creator just now: who has products is counted for that one too.
  if (!had.has(facts.userId)) return lockForChange(tx, id, [before.userId, ...otherUserIds]);
  return { facts, had };
}

async function lockPresent(tx: Tx, id: string, otherUserIds: readonly string[] = []) {
  const locked = await lockForChange(tx, id, otherUserIds);
  if (locked.facts.isDeleted) throw noSuchProduct();
  return locked;
}

/**
 * Adds a product and answers its id. 400 at the field of what is not known: creator, category, size, colour, picture. `isTop`
 * and `createdAt` are for data brought from elsewhere.
 */
export async function createProduct(
  tx: Tx,
  draft: ProductDraft & { readonly isTop?: boolean; readonly createdAt?: Date },
): Promise<string> {
  const had = await lockCreators(tx, [draft.userId]);
  await refuseUnknown(tx, draft);
  const id = await insertProduct(tx, { ...draft, isTop: draft.isTop ?? false, createdAt: draft.createdAt ?? null });
  await writeImages(tx, id, draft.images);
  await countForCreators(tx, had);
  await dropProduct(tx, id, [draft.userId]);
  return id;
}

/** The product as the change leaves it. */
function changed(before: ProductDraft, change: ProductChange): ProductDraft {
  return {
    name: change.name ?? before.name,
    price: change.price ?? before.price,
    description: change.description ?? before.description,
    categoryId: change.categoryId ?? before.categoryId,
    userId: change.userId ?? before.userId,
    sizeId: change.sizeId === undefined ? before.sizeId : change.sizeId,
    colorId: change.colorId === undefined ? before.colorId : change.colorId,
    sizeIds: change.sizeIds ?? before.sizeIds,
    colorIds: change.colorIds ?? before.colorIds,
    images: change.images ?? before.images,
    isActive: change.isActive ?? before.isActive,
    stock: change.stock === undefined ? before.stock : change.stock,
  };
}

/** What was changed may not go together with what stayed. */
function refuseStray(product: ProductDraft): void {
  const stray = strayChoices(product).map(({ path, message }) => [path.join('.'), message]);
  if (stray.length > 0) throw failures.validationFailed.because({ fields: Object.fromEntries(stray) });
}

/** Changes what a product says. 404; 400 as for a new one; 409 where `revision` is given and is not the product's any more. */
export async function changeProduct(
  tx: Tx,
  id: string,
  { revision, ...change }: ProductChange & { readonly revision?: number | undefined },
): Promise<void> {
  await refuseUnknown(tx, change);
  const { facts, had } = await lockPresent(tx, id, change.userId === undefined ? [] : [change.userId]);
  if (revision !== undefined && revision !== facts.revision) throw productChanged.because();
  const before = await readWritten(tx, id);
  if (before === null) throw noSuchProduct();
  const product = changed(before, change);
  refuseStray(product);
  await updateProduct(tx, id, product);
  if (change.images !== undefined) await writeImages(tx, id, change.images);
  await countForCreators(tx, had);
  await dropProduct(tx, id, [...had.keys()]);
}

/** Shows a product to buyers or hides it; 404. */
export async function changeProductState(tx: Tx, id: string, isActive: boolean): Promise<void> {
  const { facts, had } = await lockPresent(tx, id);
  await writeActive(tx, id, isActive);
  await countForCreators(tx, had);
  await dropProduct(tx, id, [facts.userId]);
}

/** Puts a product among the top ones or takes it out; 404. */
export async function changeProductTop(tx: Tx, id: string, isTop: boolean): Promise<void> {
  const { facts } = await lockPresent(tx, id);
  await writeTop(tx, id, isTop);
  await dropProduct(tx, id, [facts.userId]);
}

/** Takes a product away from everywhere but old orders; 404. */
export async function deleteProduct(tx: Tx, id: string): Promise<void> {
  const { facts, had } = await lockPresent(tx, id);
  await writeDeleted(tx, id, true);
  await countForCreators(tx, had);
  await dropProduct(tx, id, [facts.userId]);
}

/** Brings a deleted product back as it was; 404, and 409 where its category is gone. */
export async function restoreProduct(tx: Tx, id: string): Promise<void> {
  const { facts, had } = await lockForChange(tx, id);
  if (!facts.isDeleted) throw noSuchProduct();
  if (facts.categoryId === null) throw categoryGone.because();
  await writeDeleted(tx, id, false);
  await countForCreators(tx, had);
  await dropProduct(tx, id, [facts.userId]);
}
