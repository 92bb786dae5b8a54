import { setTimeout as pause } from 'node:timers/promises';
import type { Fleet } from '#test/load/server-fleet.ts';

const longestPeace = 6_000;

/** Kills the server after every so many acknowledged donations, or after 6 s, with a random delay. Returns how often. */
export async function killOnTheWay(fleet: Pick<Fleet, 'server'>, kills: number, share: () => number): Promise<number> {
  let done = 0;
  let startedAt = Date.now();
  while (done < kills && share() < 1) {
    const isDue = share() >= (done + 0.5) / kills || Date.now() - startedAt > longestPeace;
    await pause(isDue ? Math.random() * 120 : 20);
    if (!isDue) continue;
    await fleet.server.kill();
    done += 1;
    await fleet.server.start();
    startedAt = Date.now();
  }
  return done;
}

/** Asks until nothing is open. Returns the seconds; infinite after the limit. */
export async function untilNoneIsOpen(countOpen: () => Promise<number>, limitSeconds: number): Promise<number> {
  const begun = Date.now();
  for (;;) {
    const open = await countOpen();
    const seconds = (Date.now() - begun) / 1_000;
    if (open === 0) return seconds;
    if (seconds > limitSeconds) return Number.POSITIVE_INFINITY;
    await pause(250);
  }
}

/** Waits until the server knows of every payment in the provider's books. Returns the seconds. */
export function waitUntilSettled(fleet: Pick<Fleet, 'db' | 'books'>, limitSeconds: number): Promise<number> {
  return untilNoneIsOpen(async () => {
    const { rows } = await fleet.db.pool.query<{ reference: string }>(
      `select reference from payment where status not in ('Paid', 'Refunded')`,
    );
    const unpaid = new Set(rows.map(({ reference }) => reference));
    return (await fleet.books()).filter(({ status, reference }) => status === 'paid' && unpaid.has(reference)).length;
  }, limitSeconds);
}
