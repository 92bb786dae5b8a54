import { noteFigure } from '#test/torture/figures.ts';
import { type Fleet, openFleet } from '#test/torture/fleet/server-fleet.ts';
import { type FakedClock, openFakedClock } from './faked-clock.ts';

/** Runs a test on a server with a settable clock and its database; null if no clock can be set. */
export async function withSettableClock<Result>(
  env: Readonly<Record<string, string>>,
  run: (fleet: Fleet, clock: FakedClock) => Promise<Result>,
): Promise<Result | null> {
  const clock = await openFakedClock();
  if (clock === null) return null;
  try {
    const fleet = await openFleet({ databaseUrl: clock.databaseUrl, env: { ...clock.env, ...env } });
    try {
      return await run(fleet, clock);
    } finally {
      await fleet.close();
    }
  } finally {
    await clock.close();
  }
}

/** Adds a broken line for each promise, by the numbers of their invariants, when the clock cannot be set. */
export function noteNoClock(promises: Readonly<Record<number, string>>): void {
  const seen = 'not shown: the clock cannot be set without libfaketime';
  for (const [number, promise] of Object.entries(promises))
    noteFigure({ invariant: Number(number), promise, seen, holds: false, met: [] });
}
