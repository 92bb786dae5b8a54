import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Pool } from 'pg';

export interface OverloadOptions {
  readonly pool: Pick<Pool, 'connect' | 'waitingCount'>;
  /** Milliseconds that a statement may wait for a connection. Default 750. */
  readonly maxWait?: number;
  /** Milliseconds for which longer waits are tolerated, so that a burst is not refused. Default 2,000. */
  readonly patience?: number | undefined;
  /** Mean milliseconds by which the event loop may be late; 0 (default): no limit, as in development, where Vite compiles in the process. */
  readonly maxLoopDelay?: number;
}

/** Tracks whether this process is overloaded. */
export interface Overload {
  /** Whether to refuse new requests, so that those that have begun are answered in time. */
  isRefusing(): boolean;
  close(): void;
}

const lookMilliseconds = 50;
const loopLookMilliseconds = 1_000;
/** Milliseconds after the last refusal in which there is no patience and a third of `maxWait` is enough to refuse again. */
const memoryMilliseconds = 10_000;

/**
 * Watches how long statements wait for a database connection (invariant 22). The number of waiting statements says little, because it
 * depends on the database's speed. Twenty times a second, whenever statements wait, a probe joins the queue and measures the wait. A long
 * wait that ends within the patience is a burst, such as a thousand buyers at one moment; one that lasts is overload.
 */
export function watchOverload(options: OverloadOptions): Overload {
  const { pool, maxWait = 750, patience = 2_000, maxLoopDelay = 0 } = options;
  let probeBegan: number | null = null;
  let lateSince: number | null = null;
  let isRefusing = false;
  let lastRefusing = Number.NEGATIVE_INFINITY;
  let isLoopLate = false;

  const remembers = (now: number) => now - lastRefusing < memoryMilliseconds;
  const judge = (waited: number, isOver: boolean) => {
    const now = performance.now();
    if (waited > (remembers(now) ? maxWait / 3 : maxWait)) lateSince ??= now;
    else if (isOver) lateSince = null;
  };
  const decide = () => {
    const now = performance.now();
    isRefusing = isLoopLate || (lateSince !== null && now - lateSince >= (remembers(now) ? 0 : patience));
    if (isRefusing) lastRefusing = now;
  };
  const probe = async () => {
    const began = performance.now();
    probeBegan = began;
    await pool.connect().then(
      (client) => client.release(),
      // Requests get and report the same error themselves.
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
    // No sample (NaN) means that the loop was blocked all the time.
    isLoopLate = histogram !== null && !(histogram.mean / 1e6 <= maxLoopDelay);
    histogram?.reset();
  }, loopLookMilliseconds).unref();

  return {
    isRefusing: () => isRefusing,
    close() {
      clearInterval(looking);
      clearInterval(loopLooking);
      histogram?.disable();
    },
  };
}
