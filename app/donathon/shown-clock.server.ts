import { isoOrNull } from '#base/calls/moment-wire.ts';
import type { Queryable } from '#base/db/db.server.ts';
import { presentOf } from '#base/db/present.server.ts';
import { minor } from '#base/money/money.ts';
import { clockLimits } from './clock-rules.ts';
import { type ClockAnswer, shownClock } from './clock-shapes.ts';
import { type ClockRow, readCorrections, readLastClock } from './clock-store.server.ts';

function stateOf({ isOver, pausedAt }: ClockRow) {
  if (isOver) return 'over' as const;
  return pausedAt === null ? ('running' as const) : ('paused' as const);
}

/** Seconds that a capped clock still has room for; below 0 by what has come beyond its cap. */
function roomOf({ mostSeconds, firstSeconds, added, corrected }: ClockRow): number | null {
  return mostSeconds === null ? null : mostSeconds - firstSeconds - added - corrected;
}

/** A clock as everybody sees it. */
function shownPart(clock: ClockRow) {
  const { id, startedAt, endsAt, pausedAt, now, isOver, closedAt } = clock;
  return {
    id,
    state: stateOf(clock),
    startedAt: startedAt.toISOString(),
    endsAt: isOver || pausedAt !== null ? null : endsAt.toISOString(),
    closedAt: isoOrNull(closedAt),
    remaining: isOver ? 0 : endsAt.getTime() - (pausedAt ?? now).getTime(),
    minutes: clock.firstSeconds / 60,
    sum: minor(clock.rateSum),
    seconds: clock.rateSeconds,
    isLinear: clock.isLinear,
    most: clock.mostSeconds === null ? null : clock.mostSeconds / 3_600,
    room: roomOf(clock),
    donations: { sum: minor(clock.sum), count: clock.count, seconds: clock.added },
  };
}

/** How long a clock that is over stays in sight. */
export const dayLong = 24 * 3_600_000;

const isInSight = ({ now, closedAt }: ClockRow, stays: number) =>
  closedAt === null || now.getTime() - closedAt.getTime() < stays;

/** The last clock of a project with what everybody sees of it: the one that runs, or that has ended less than `stays` milliseconds ago. */
export async function publicClock(db: Queryable, projectId: string, stays: number) {
  const clock = await readLastClock(db, projectId);
  const now = clock?.now ?? (await presentOf(db));
  return { now: now.toISOString(), clock: clock !== null && isInSight(clock, stays) ? shownPart(clock) : null };
}

/** A clock with what only its creator and the staff see. */
export async function ownClockOf(db: Queryable, clock: ClockRow) {
  const rows = await readCorrections(db, clock.id, clockLimits.corrections);
  const corrections = rows.map(({ seconds, madeAt }) => ({ seconds, madeAt: madeAt.toISOString() }));
  const { revision, endedFor } = clock;
  return { now: clock.now.toISOString(), clock: { ...shownPart(clock), own: { revision, endedFor, corrections } } };
}

/** The clock that a donation to a project prolongs now, as on the wire; null: none runs. */
export async function runningClock(db: Queryable, projectId: string): Promise<ClockAnswer['clock']> {
  return shownClock.encode(await publicClock(db, projectId, 0)).clock;
}
