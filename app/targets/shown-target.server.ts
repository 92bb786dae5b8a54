import { z } from 'zod';
import { isoOrNull } from '#base/calls/moment-wire.ts';
import type { Queryable } from '#base/db/db.server.ts';
import { minor } from '#base/money/money.ts';
import { type ShownTarget, shownTarget } from './target-shapes.ts';
import { readOpenTargets, readStreamedTargets, type TargetRow } from './target-store.server.ts';

/** A target with its figures. */
export function shownTargetOf({ id, text, goal, sum, count, closedAt, removedFor, createdAt, revision }: TargetRow) {
  return {
    id,
    text,
    goal: minor(goal),
    sum: minor(sum),
    count,
    isReached: sum >= goal,
    closedAt: isoOrNull(closedAt),
    removedFor,
    createdAt: createdAt.toISOString(),
    revision,
  };
}

/** What the stream shows: every open target, else the reached one that ended last, for ten minutes. */
export async function streamedTargets(db: Queryable, projectId: string) {
  const targets = await readStreamedTargets(db, projectId);
  const open = targets.filter(({ closedAt }) => closedAt === null);
  return (open.length > 0 ? open : targets.slice(0, 1)).map(shownTargetOf);
}

const targetsOnWire = z.array(shownTarget);

/** The targets that a donation may serve now, as on the wire, in the order in which they were made. */
export async function openTargets(db: Queryable, projectId: string): Promise<readonly ShownTarget[]> {
  return targetsOnWire.encode((await readOpenTargets(db, projectId)).map(shownTargetOf));
}
