import type { Queryable, Tx } from '#base/db/db.server.ts';
import { type DrawRow, readDraw } from './draw-store.server.ts';
import { countEntrants } from './holding/entry-store.server.ts';
import { shownDrawOf } from './shown-draw.server.ts';

/** Draws for their creator or the staff, who see how many take part before a draw is held. */
export async function ownDrawsOf(db: Queryable, draws: readonly DrawRow[]) {
  const counts = await countEntrants(
    db,
    draws.filter(({ isWaiting }) => isWaiting).map(({ id }) => id),
  );
  return draws.map((draw) => shownDrawOf(draw, draw.isWaiting ? (counts.get(draw.id) ?? 0) : null));
}

/** A draw that is there, as its creator sees it. */
export async function readOwnDraw(tx: Tx, drawId: string) {
  const draw = await readDraw(tx, drawId);
  const [own] = draw === null ? [] : await ownDrawsOf(tx, [draw]);
  if (own === undefined) throw new Error(`the draw ${drawId} is gone`);
  return own;
}
