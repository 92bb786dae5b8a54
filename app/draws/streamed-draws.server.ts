import type { Queryable } from '#base/db/db.server.ts';
import { presentOf } from '#base/db/present.server.ts';
import { minor } from '#base/money/money.ts';
import { type DrawRow, readStreamedDraws } from './draw-store.server.ts';
import { readPlaces } from './place-store.server.ts';
import { stateOf } from './shown-draw.server.ts';
import { shownPlacesOf } from './shown-places.server.ts';

/** The names of the winners of some draws, by draws and places; of those who still have theirs. */
async function winnersOf(db: Queryable, draws: readonly DrawRow[]) {
  const rows = await readPlaces(
    db,
    draws.map(({ id }) => id),
  );
  const shown = await shownPlacesOf(db, rows);
  const byDraw = Map.groupBy(
    rows.map(({ drawId }, at) => ({ drawId, place: shown[at] })),
    ({ drawId }) => drawId,
  );
  return ({ id }: DrawRow) =>
    (byDraw.get(id) ?? []).flatMap(({ place }) => (place === undefined || place.passedAt !== null ? [] : [place.name]));
}

/** What the stream shows: what was held in the last ten minutes, then what waits. How many take part is known once a draw is held. */
export async function streamedDraws(db: Queryable, projectId: string) {
  const [draws, now] = await Promise.all([readStreamedDraws(db, projectId), presentOf(db)]);
  const namesOf = await winnersOf(
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
      names: namesOf(draw),
    })),
  };
}
