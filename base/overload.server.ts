import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Pool } from 'pg';

export interface OverloadOptions {
  readonly pool: Pick<Pool, 'connect' | 'waitingCount'>;
  /** Milliseconds that a statement may wait for a connection while the server bears its load. Default 750. */
  readonly maxWait?: number;
  /** Milliseconds that more than `maxWait` is borne: a burst is worked off and never refused. Default 2,000. */
  readonly patience?: number;
  /** Mean milliseconds by which the event loop may be late; 0 (default): whatever it takes, as where pages are compiled in it. */
  readonly maxLoopDelay?: number;
}

/** Knows whether this process has more to do than it can. */
export interface Overload {
  /** Whether new work is to be refused: what is begun is then answered in time, and all are served again once the load is gone. */
  isRefusing(): boolean;
  close(): void;
}

const lookMilliseconds = 50;
const loopLookMilliseconds = 1_000;
/** Milliseconds after the door was last closed in which no patience is shown, and a third of the wait is enough to close it again. */
const memory = 10_000;

/**
 * Watches how long statements wait for a database connection (invariant 22). It does not count what waits: how many that may be
 * depends on the database's speed. Whenever something waits it takes a place in the same line, twenty times a second, and sees
 * how long that takes. A long line that is gone again within the patience was a burst, such as a thousand buyers at one moment;
 * one that stays is more than the server bears, and each further request would only make all later ones late.
 */
export function watchOverload(options: OverloadOptions): Overload {
  const { pool, maxWait = 750, patience = 2_000, maxLoopDelay = 0 } = options;
  let probeBegan: number | null = null;
  let lateSince: number | null = null;
  let isClosed = false;
  let lastClosed = Number.NEGATIVE_INFINITY;
  let isLoopLate = false;

  const remembers = (now: number) => now - lastClosed < memory;
  const judge = (waited: number, isOver: boolean) => {
    const now = performance.now();
    if (waited > (remembers(now) ? maxWait / 3 : maxWait)) lateSince ??= now;
    else if (isOver) lateSince = null;
  };
  const decide = () => {
    const now = performance.now();
    isClosed = isLoopLate || (lateSince !== null && now - lateSince >= (remembers(now) ? 0 : patience));
    if (isClosed) lastClosed = now;
  };
  const probe = async () => {
    const began = performance.now();
    probeBegan = began;
    await pool.connect().then(
      (client) => client.release(),
      // Whoever asks for it himself learns why there is none.
      () => undefined,
    );
    probeBegan = null;
    judge(performance.now() - began, true);
    decide();
  };
  const look = () => {
    if (probeBegan !== null) judge(performance.now() - probeBegan, false);
    else if (pool.waitingCount > 0) void probe();
    else lateSince = null;
    decide();
  };
  const looking = setInterval(look, lookMilliseconds).unref();

  const histogram = maxLoopDelay > 0 ? monitorEventLoopDelay({ resolution: 10 }) : null;
  histogram?.enable();
  const loopLooking = setInterval(() => {
    // Without a single sample (NaN) the loop has stood still all the while.
    isLoopLate = histogram !== null && !(histogram.mean / 1e6 <= maxLoopDelay);
    histogram?.reset();
  }, loopLookMilliseconds).unref();

  return {
    isRefusing: () => isClosed,
    close() {
      clearInterval(looking);
      clearInterval(loopLooking);
      histogram?.disable();
    },
  };
}
