import { type FakedClock, openFakedClock } from './faked-clock.ts';
import { noteFigure } from './figures.ts';
import { type Fleet, openFleet } from './server-fleet.ts';

/** Runs a story on a server whose clock can be set, with its database; null where no clock can be set. */
export async function withSettableClock<Told>(
  env: Readonly<Record<string, string>>,
  tell: (fleet: Fleet, clock: FakedClock) => Promise<Told>,
): Promise<Told | null> {
  const clock = await openFakedClock();
  if (clock === null) return null;
  try {
    const fleet = await openFleet({ databaseUrl: clock.databaseUrl, env: { ...clock.env, ...env } });
    try {
      return await tell(fleet, clock);
    } finally {
      await fleet.close();
    }
  } finally {
    await clock.close();
  }
}

/** Tells of promises, by the numbers of their invariants, that the clock could not be set. */
export function noteNoClock(promises: Readonly<Record<number, string>>): void {
  const seen = 'not shown: the clock cannot be set without libfaketime';
  for (const [number, promise] of Object.entries(promises))
    noteFigure({ invariant: Number(number), promise, seen, isKept: false });
}
