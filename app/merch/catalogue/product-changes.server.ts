import { creatorsOf, lockCreators, setHasProducts } from '#app/creators/creators.server.ts';
import { holdImageNames } from '#app/images/images.server.ts';
import { failures } from '#base/calls/errors.ts';
import type { Tx } from '#base/db/db.server.ts';
import { dropCached } from '#base/events/cache-tags.server.ts';
import { categoryGone, productChanged, revisionRequired, stockChanged } from '../merch-failures.ts';
import { unofferedChoices } from '../merch-shapes.ts';
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

/** A product as a moderator writes it, checked by `checkChoices`. */
export interface ProductDraft extends WrittenProduct {
  readonly images: readonly WrittenImage[];
}

/** A change of a product: undefined members stay as they are. */
type ProductChange = { readonly [Member in keyof ProductDraft]?: ProductDraft[Member] | undefined };

const noSuchProduct = () => failures.notFound({ message: 'Такого товара нет' });

/** Invalidates cached answers with lists of products, this product and these creators. */
async function dropProduct(tx: Tx, id: string, userIds: readonly string[]): Promise<void> {
  await dropCached(tx, ['products', 'home', `product:${id}`, ...userIds.map((userId) => `creator:${userId}`)]);
}

/** Updates whether these creators have products; they must be locked. */
async function countForCreators(tx: Tx, had: ReadonlyMap<string, boolean>): Promise<void> {
  for (const [userId, before] of had) {
    const has = await readHasActive(tx, userId);
    if (has !== before) await setHasProducts(tx, userId, has);
  }
}

/** Refuses unknown references, each at its field; known ones cannot be deleted until the transaction ends. */
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
  if (Object.keys(fields).length > 0) throw failures.validationFailed({ fields });
}

/** Locks creators, then the product: the same order as in blocking a creator, to avoid deadlocks. */
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
  // The product was just moved to another creator, who must be locked too.
  if (!had.has(facts.userId)) return lockForChange(tx, id, [before.userId, ...otherUserIds]);
  return { facts, had };
}

async function lockPresent(tx: Tx, id: string, otherUserIds: readonly string[] = []) {
  const locked = await lockForChange(tx, id, otherUserIds);
  if (locked.facts.isDeleted) throw noSuchProduct();
  return locked;
}

/**
 * Adds a product and returns its id. 400 at the field of an unknown creator, category, size, colour or picture. `isTop` and `createdAt` are for
 * imported data.
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

/** The product after the change. */
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
    sizeChart: change.sizeChart === undefined ? before.sizeChart : change.sizeChart,
    taxItem: change.taxItem === undefined ? before.taxItem : change.taxItem,
    isForMembers: change.isForMembers ?? before.isForMembers,
  };
}

/** Refuses changes that contradict the unchanged members. */
function refuseUnoffered(product: ProductDraft): void {
  const unoffered = unofferedChoices(product).map(({ path, message }) => [path.join('.'), message]);
  if (unoffered.length > 0) throw failures.validationFailed({ fields: Object.fromEntries(unoffered) });
}

/**
 * Refuses a change based on an old revision when another moderator has saved since, or when it sets the stock and pieces were sold or returned
 * since. A counted stock is changed with a revision only.
 */
function refuseStale(
  facts: ProductFacts,
  { revision, stock }: { revision?: number | undefined } & ProductChange,
): void {
  if (revision === undefined) {
    if (stock === undefined || facts.stock === null || stock === facts.stock) return;
    throw revisionRequired({ fields: { revision: revisionRequired.message } });
  }
  if (revision === facts.revision) return;
  if (revision < facts.editedRevision || revision > facts.revision) throw productChanged();
  // An equal number is refused too: a moderator who adds 4 to 2 has not seen 4 pieces that were just returned.
  if (stock === undefined || stock === null) return;
  const message = `${stockChanged.message}: сейчас ${facts.stock}`;
  throw stockChanged({
    message,
    fields: { stock: message },
    details: { stock: facts.stock, revision: facts.revision },
  });
}

/**
 * Changes a product. 404; 400 as for a new one, and when a counted stock changes without `revision`; 409 when `revision` is given and the product
 * has changed since.
 */
export async function changeProduct(
  tx: Tx,
  id: string,
  { revision, ...change }: ProductChange & { readonly revision?: number | undefined },
): Promise<void> {
  await refuseUnknown(tx, change);
  const { facts, had } = await lockPresent(tx, id, change.userId === undefined ? [] : [change.userId]);
  refuseStale(facts, { ...change, revision });
  const before = await readWritten(tx, id);
  if (before === null) throw noSuchProduct();
  const product = changed(before, change);
  refuseUnoffered(product);
  await updateProduct(tx, id, product);
  if (change.images !== undefined) await writeImages(tx, id, change.images);
  await countForCreators(tx, had);
  await dropProduct(tx, id, [...had.keys()]);
}

/** Shows a product to buyers or hides it, and returns its name; 404. */
export async function changeProductState(tx: Tx, id: string, isActive: boolean): Promise<string> {
  const { facts, had } = await lockPresent(tx, id);
  await writeActive(tx, id, isActive);
  await countForCreators(tx, had);
  await dropProduct(tx, id, [facts.userId]);
  return facts.name;
}

/** Adds a product to the top ones or removes it, and returns its name; 404. */
export async function changeProductTop(tx: Tx, id: string, isTop: boolean): Promise<string> {
  const { facts } = await lockPresent(tx, id);
  await writeTop(tx, id, isTop);
  await dropProduct(tx, id, [facts.userId]);
  return facts.name;
}

/** Deletes a product, and returns its name; old orders still show it; 404. */
export async function deleteProduct(tx: Tx, id: string): Promise<string> {
  const { facts, had } = await lockPresent(tx, id);
  await writeDeleted(tx, id, true);
  await countForCreators(tx, had);
  await dropProduct(tx, id, [facts.userId]);
  return facts.name;
}

/** Restores a deleted product, and returns its name; 404; 409 when its category was deleted. */
export async function restoreProduct(tx: Tx, id: string): Promise<string> {
  const { facts, had } = await lockForChange(tx, id);
  if (!facts.isDeleted) throw noSuchProduct();
  if (facts.categoryId === null) throw categoryGone();
  await writeDeleted(tx, id, false);
  await countForCreators(tx, had);
  await dropProduct(tx, id, [facts.userId]);
  return facts.name;
}
