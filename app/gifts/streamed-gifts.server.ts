import type { Queryable } from '#base/db/db.server.ts';
import { presentOf } from '#base/db/present.server.ts';
import { readPlaces } from './gift/gift-place-store.server.ts';
import { readStreamedGifts } from './gift/gift-store.server.ts';
import { shownGifts, shownPlaces } from './gift/shown-gift.server.ts';

async function placesOf(db: Queryable, giftId: string) {
  const rows = await readPlaces(db, giftId);
  const held = rows.filter(
    ({ isPassedOver, lapsedAt, withdrawnAt }) => !isPassedOver && lapsedAt === null && withdrawnAt === null,
  );
  return (await shownPlaces(db, held)).map(({ place, name }) => ({ place, name }));
}

/** What the stream shows: gifts that were drawn in the last ten minutes with who got them, then those for which people enter. */
export async function streamedGifts(db: Queryable, projectId: string) {
  const rows = await readStreamedGifts(db, projectId);
  if (rows.length === 0) return [];
  const gifts = await shownGifts(db, rows, await presentOf(db));
  return Promise.all(
    gifts.map(async ({ id, kind, giver, product, level, months, pieces, left, entryUntil, digest }) => ({
      id,
      kind,
      giver,
      name: product?.name ?? level?.name ?? '',
      count: kind === 'Months' ? months : pieces,
      left,
      entryUntil,
      isDrawn: digest !== null,
      places: digest === null ? [] : await placesOf(db, id),
    })),
  );
}
