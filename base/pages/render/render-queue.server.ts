import { performance } from 'node:perf_hooks';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { FairQueue } from '#base/process/fair-queue.server.ts';
import { NetworkFairShare } from '#base/process/network-fair-share.ts';

/** The network in whose turn stale pages are renewed, whoever asked for them. */
export const renewing = 'renewing';

export interface RenderQueueOptions {
  /** Number of concurrent renders. */
  readonly atOnce?: number;
  /** Number of pages that may wait. */
  readonly mostWaiting?: number;
  /** Whether a call waits for its answer. Default: always, for all that the queue knows. */
  readonly isCallUnderWay?: () => boolean;
  /** Awaited before each render, so that calls are answered in between. */
  readonly breathe?: () => Promise<void>;
  /** The share of the time that one site may use; null: all of it. */
  readonly pace?: NetworkFairShare | null;
}

/** Limits concurrent renders; sites and their networks take turns, and a site that requests many uses its share of the time only. */
export class RenderQueue {
  readonly #turns: FairQueue;
  readonly #breathe: () => Promise<void>;

  constructor(options: RenderQueueOptions = {}) {
    const {
      atOnce = 4,
      mostWaiting = 200,
      isCallUnderWay = () => true,
      pace = new NetworkFairShare(renewing),
    } = options;
    const { breathe = createBreath(isCallUnderWay) } = options;
    this.#turns = new FairQueue({ atOnce, mostWaiting, pace: pace ?? undefined });
    this.#breathe = breathe;
  }

  get waitingCount(): number {
    return this.#turns.waitingCount;
  }

  /** Renders when it is this network's turn. Throws `QueueFull` if that would be too late. */
  run<Result>(network: string, render: () => Promise<Result>): Promise<Result> {
    return this.#turns.run(network, async () => {
      await this.#breathe();
      return render();
    });
  }
}

const share = 0.6;
const lookMilliseconds = 2;
const longestBreathMilliseconds = 50;

/**
 * Makes a function that lets the requests that have arrived begin, then waits, for a moment at most, until no call is under way or the event
 * loop had time for other work since the last render began.
 */
function createBreath(isCallUnderWay: () => boolean): () => Promise<void> {
  let last = performance.eventLoopUtilization();
  const isBusy = () => isCallUnderWay() && performance.eventLoopUtilization(last).utilization > share;
  return async () => {
    const giveUpAt = performance.now() + longestBreathMilliseconds;
    await nextTurn();
    while (isBusy() && performance.now() < giveUpAt) await pause(lookMilliseconds);
    last = performance.eventLoopUtilization();
  };
}
