import { randomBytes } from 'node:crypto';
import sql from 'sql-template-tag';
import { createProduct, type ProductDraft } from '#app/merch/catalogue/product-changes.server.ts';
import type { Database } from '#base/db/db.server.ts';
import { fromMain } from '#base/money/money.ts';

export async function newCategory(db: Database, name = `Категория ${randomBytes(6).toString('hex')}`): Promise<number> {
  const { rows } = await db.execute<{ id: number }>(sql`
    insert into category (name, place) values (${name}, (select count(*) from category)) returning id`);
  return rows[0]?.id ?? 0;
}

/** The name of a picture that is known to the database, without bytes in the store. */
export async function newPicture(db: Database): Promise<string> {
  const name = randomBytes(16).toString('base64url');
  await db.execute(sql`
    insert into image (name, type, width, height, has_alpha, placeholder) values (${name}, 'Product', 800, 800, false, '')`);
  return name;
}

/** Adds a product of a creator, in a category of its own unless one is given; answers its id. */
export async function newProduct(
  db: Database,
  product: Partial<ProductDraft> & { readonly userId: string; readonly isTop?: boolean; readonly createdAt?: Date },
): Promise<string> {
  const categoryId = product.categoryId ?? (await newCategory(db));
  const choices = {
    sizeId: null,
    colorId: null,
    sizeIds: [],
    colorIds: [],
    images: [],
    isActive: true,
    isForMembers: false,
  };
  const texts = { name: 'Футболка', description: '', price: fromMain(120_000) };
  return db.transaction((tx) => createProduct(tx, { ...texts, ...choices, ...product, categoryId }));
}
