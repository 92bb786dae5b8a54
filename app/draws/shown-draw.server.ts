import { isoOrNull } from '#base/calls/moment-wire.ts';
import type { Queryable } from '#base/db/db.server.ts';
import { minor } from '#base/money/money.ts';
import type { AnnouncedDraw } from './announced-draw.ts';
import type { drawStates } from './draw-rules.ts';
import { type DrawRow, readShownDraws } from './draw-store.server.ts';
import { seedHashOf } from './fair-order.server.ts';

/** Where a draw is between its making and its end. */
export function stateOf({ removedFor, cancelledFor, heldAt, isOver }: DrawRow): (typeof drawStates)[number] {
  if (removedFor !== null) return 'removed';
  if (cancelledFor !== null) return 'cancelled';
  if (heldAt !== null) return 'held';
  return isOver ? 'over' : 'open';
}

/** A draw; `entryCount`: how many take part now, for those who may know that before it is held. The seed is secret until then. */
export function shownDrawOf(draw: DrawRow, entryCount: number | null = null) {
  const { id, text, leastSum, winners, startsAt, endsAt, holdableAt, seed, digest, heldAt, cancelledFor, removedFor } =
    draw;
  return {
    id,
    text,
    leastSum: minor(leastSum),
    winners,
    startsAt: startsAt.toISOString(),
    endsAt: endsAt.toISOString(),
    holdableAt: holdableAt.toISOString(),
    state: stateOf(draw),
    seedHash: seedHashOf(seed).toString('hex'),
    seed: heldAt === null ? null : seed.toString('hex'),
    digest: digest?.toString('hex') ?? null,
    entryCount: draw.entryCount ?? entryCount,
    heldAt: isoOrNull(heldAt),
    cancelledFor,
    removedFor,
    createdAt: draw.createdAt.toISOString(),
  };
}

/** On the page of a creator at once. */
const mostShown = 3;

/** The draws that the page of a creator leads to. */
export async function announcedDraws(db: Queryable, projectId: string): Promise<readonly AnnouncedDraw[]> {
  const draws = await readShownDraws(db, projectId, mostShown);
  return draws.map(({ id, text }) => ({ id, text }));
}
