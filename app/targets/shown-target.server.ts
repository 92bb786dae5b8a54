import { z } from 'zod';
import { isoOrNull } from '#base/calls/moment-wire.ts';
import type { Queryable } from '#base/db/db.server.ts';
import { minor } from '#base/money/money.ts';
import { type ShownTarget, shownTarget } from './target-shapes.ts';
import { readOpenTargets, readStreamedTargets, type TargetRow } from './target-store.server.ts';

/**
 * A target with its figures; whether it is chosen only for `all`: that changes without a payment, and public answers are stored until there is
 * one.
 */
export function shownTargetOf(target: TargetRow, { all }: { readonly all: boolean }) {
  const { id, text, goal, sum, count, isChosen, closedAt, removedFor, createdAt, revision } = target;
  return {
    id,
    text,
    goal: minor(goal),
    sum: minor(sum),
    count,
    isChosen: all ? isChosen : undefined,
    isReached: sum >= goal,
    closedAt: isoOrNull(closedAt),
    removedFor,
    createdAt: createdAt.toISOString(),
    revision,
  };
}

const publicTarget = (target: TargetRow) => shownTargetOf(target, { all: false });

/** What the stream shows: every open target, else the reached one that ended last, for ten minutes. */
export async function streamedTargets(db: Queryable, projectId: string) {
  const targets = await readStreamedTargets(db, projectId);
  const open = targets.filter(({ closedAt }) => closedAt === null);
  return (open.length > 0 ? open : targets.slice(0, 1)).map(publicTarget);
}

const targetsOnWire = z.array(shownTarget);

/** The targets that a donation may serve now, as on the wire, in the order in which they were made. */
export async function openTargets(db: Queryable, projectId: string): Promise<readonly ShownTarget[]> {
  return targetsOnWire.encode((await readOpenTargets(db, projectId)).map(publicTarget));
}
