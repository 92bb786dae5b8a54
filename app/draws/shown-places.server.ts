import { publicNames } from '#app/donations/paid-donation.server.ts';
import { isoOrNull } from '#base/calls/moment-wire.ts';
import type { Queryable } from '#base/db/db.server.ts';
import type { PlaceRow } from './place-store.server.ts';

/** Places with the names that everybody may see. */
export async function shownPlacesOf(db: Queryable, rows: readonly PlaceRow[]) {
  const names = await publicNames(
    db,
    rows.map(({ donationId }) => donationId),
  );
  return rows.map((row) => ({
    place: row.place,
    name: names.get(row.donationId) ?? null,
    ticket: row.ticket.toString('hex'),
    isGiven: row.givenAt !== null,
    passedAt: isoOrNull(row.passedAt),
  }));
}

/** The same for their creator, with what the winners have written. */
export async function ownPlacesOf(db: Queryable, rows: readonly PlaceRow[]) {
  const shown = await shownPlacesOf(db, rows);
  return rows.flatMap((row, at) => {
    const place = shown[at];
    if (place === undefined) return [];
    const { drawId, answer, answeredAt, passableAt } = row;
    return { ...place, drawId, answer, answeredAt: isoOrNull(answeredAt), passableAt: isoOrNull(passableAt) };
  });
}
