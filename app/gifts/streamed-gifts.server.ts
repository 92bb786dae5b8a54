import { shownNames } from '#app/donations/signed-names.server.ts';
import { isoOrNull } from '#base/calls/moment-wire.ts';
import type { Queryable } from '#base/db/db.server.ts';
import { readStreamedGifts } from './gift/streamed-gift-store.server.ts';

/** What the stream shows: gifts that were drawn in the last ten minutes with who got them, then those for which people enter. */
export async function streamedGifts(db: Queryable, projectId: string) {
  const gifts = await readStreamedGifts(db, projectId);
  const signed = gifts.flatMap(({ giver, places }) => [giver, ...places]);
  const names = await shownNames(db, signed);
  const nameOf = new Map(signed.map((one, at) => [one, names[at] ?? null]));
  return gifts.map(({ id, kind, name, count, left, isDrawn, entryUntil, giver, places }) => ({
    id,
    kind,
    name,
    count,
    left,
    isDrawn,
    entryUntil: isoOrNull(entryUntil),
    giver: nameOf.get(giver) ?? null,
    places: places.map((got) => ({ place: got.place, name: nameOf.get(got) ?? null })),
  }));
}
