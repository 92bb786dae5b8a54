import { type Queryable, statement, type Tx } from '#base/db/db.server.ts';
import type { ImageType } from './image-choices.ts';

export interface ImageRow extends Record<string, unknown> {
  readonly name: string;
  /** In pixels. */
  readonly width: number;
  readonly height: number;
  readonly hasAlpha: boolean;
  /** A data URI of a few hundred bytes. */
  readonly placeholder: string;
}

/** A stored picture. */
interface StoredRow extends ImageRow {
  /** It is not for everybody: only the area that owns it sends it, to whom it admits. */
  readonly isGuarded: boolean;
}

const isGuarded = "type = 'Post'";

const columns = `name, width, height, has_alpha as "hasAlpha", placeholder, ${isGuarded} as "isGuarded"`;

const insert = statement(`
  insert into image (name, type, owner_id, width, height, has_alpha, placeholder) values ($1, $2, $3, $4, $5, $6, $7)`);

const byName = statement<StoredRow>(`select ${columns} from image where name = $1`);
const byNames = statement<StoredRow>(`select ${columns} from image where name = any($1::text[])`);

const held = statement<{ name: string }>(
  `select name from image where name = any($1::text[]) and not (${isGuarded}) for key share`,
);

const heldOfOwner = statement<{ name: string }>(
  `select name from image where name = any($1::text[]) and owner_id = $2 and (${isGuarded}) = $3 for key share`,
);

const oldAfter = statement<{ name: string }>(`
  select name from image
  where created_at < now() - interval '24 hours' and name > $1
  order by name limit $2
  for update skip locked`);

const remove = statement('delete from image where name = any($1::text[])');

export async function insertImage(
  db: Queryable,
  image: ImageRow & { type: ImageType; ownerId: string | null },
): Promise<void> {
  const { name, type, ownerId, width, height, hasAlpha, placeholder } = image;
  await db.run(insert, [name, type, ownerId, width, height, hasAlpha, placeholder]);
}

export async function readImage(db: Queryable, name: string): Promise<StoredRow | null> {
  return (await db.run(byName, [name]))[0] ?? null;
}

export async function readImages(db: Queryable, names: readonly string[]): Promise<StoredRow[]> {
  return db.run(byNames, [names]);
}

/** The names that exist and are not guarded; their rows cannot be removed until the transaction ends. */
export async function holdImages(tx: Tx, names: readonly string[]): Promise<string[]> {
  return (await tx.run(held, [names])).map(({ name }) => name);
}

/** The names that the person has uploaded, guarded or not; their rows cannot be removed until the transaction ends. */
export async function holdImagesOf(
  tx: Tx,
  ownerId: string,
  { names, isGuarded: guarded }: { readonly names: readonly string[]; readonly isGuarded: boolean },
): Promise<string[]> {
  return (await tx.run(heldOfOwner, [names, ownerId, guarded])).map(({ name }) => name);
}

/** Names of pictures older than a day, following a name; locked against new references. */
export async function lockOldImages(tx: Tx, asked: { after: string; most: number }): Promise<string[]> {
  return (await tx.run(oldAfter, [asked.after, asked.most])).map(({ name }) => name);
}

export async function deleteImages(tx: Tx, names: readonly string[]): Promise<void> {
  await tx.run(remove, [names]);
}
