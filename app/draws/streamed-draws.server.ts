import type { Queryable } from '#base/db/db.server.ts';
import { presentOf } from '#base/db/present.server.ts';
import { minor } from '#base/money/money.ts';
import { type DrawRow, readStreamedDraws } from './draw-store.server.ts';
import { readPlaces } from './place-store.server.ts';
import { stateOf } from './shown-draw.server.ts';
import { shownPlacesOf } from './shown-places.server.ts';

/** Who has won some draws and still has their place. */
async function winnersOf(db: Queryable, draws: readonly DrawRow[]) {
  const rows = await readPlaces(
    db,
    draws.map(({ id }) => id),
  );
  const shown = await shownPlacesOf(db, rows);
  const winners = rows.flatMap(({ drawId, passedAt }, at) => {
    const seen = shown[at];
    return seen === undefined || passedAt !== null ? [] : [{ drawId, place: seen.place, name: seen.name }];
  });
  const byDraw = Map.groupBy(winners, ({ drawId }) => drawId);
  return ({ id }: DrawRow) => (byDraw.get(id) ?? []).map(({ place, name }) => ({ place, name }));
}

/** What the stream shows: what was held in the last ten minutes, then what waits. How many take part is known once a draw is held. */
export async function streamedDraws(db: Queryable, projectId: string) {
  const [draws, now] = await Promise.all([readStreamedDraws(db, projectId), presentOf(db)]);
  const placesOf = await winnersOf(
    db,
    draws.filter(({ heldAt }) => heldAt !== null),
  );
  return {
    now: now.toISOString(),
    draws: draws.map((draw) => ({
      id: draw.id,
      text: draw.text,
      leastSum: minor(draw.leastSum),
      winners: draw.winners,
      endsAt: draw.endsAt.toISOString(),
      state: stateOf(draw),
      places: placesOf(draw),
    })),
  };
}
