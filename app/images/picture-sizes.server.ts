import type { Queryable } from '#base/db/db.server.ts';
import { readImages } from './images-store.server.ts';
import type { PictureSize } from './picture-size.ts';

/** The sizes of stored pictures by name. */
export async function pictureSizes(db: Queryable, names: readonly string[]): Promise<Record<string, PictureSize>> {
  if (names.length === 0) return {};
  const rows = await readImages(db, names);
  return Object.fromEntries(rows.map(({ name, width, height }) => [name, { width, height }]));
}
