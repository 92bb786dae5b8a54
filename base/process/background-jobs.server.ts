import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';

/** A periodic job. */
export interface BackgroundJob {
  readonly name: string;
  readonly everyMilliseconds: number;
  run(): Promise<unknown>;
  /** Waits for work that continues after `run` has returned; `run` is not called again. */
  stop?(): Promise<void>;
}

/** Running jobs; `stop` waits for those at work. */
export interface Background {
  stop(): Promise<void>;
}

interface Repeating {
  readonly log: Logger;
  /** Pauses are so many times as long. */
  readonly pace: number;
  readonly signal: AbortSignal;
}

async function repeat(job: BackgroundJob, { log, pace, signal }: Repeating): Promise<void> {
  const usual = job.everyMilliseconds * pace;
  while (!signal.aborted) {
    try {
      await job.run();
    } catch (error) {
      if (!signal.aborted) log.error({ err: error, job: job.name }, 'a background job failed and will be retried');
    }
    // Random pauses prevent several processes from working in step.
    await pause(usual * (0.75 + Math.random() / 2), undefined, { signal, ref: false }).catch(() => undefined);
  }
}

/**
 * Runs each job in a loop with a pause after it, never concurrently with itself in this process. Failures are logged and retried. `pace`: pauses
 * are so many times as long as the jobs say.
 */
export function startJobs(jobs: readonly BackgroundJob[], log: Logger, pace = 1): Background {
  const stopping = new AbortController();
  const { signal } = stopping;
  const loops = jobs.map((job) => repeat(job, { log, pace, signal }));
  return {
    async stop() {
      stopping.abort();
      await Promise.all(loops);
      await Promise.all(jobs.map((job) => job.stop?.()));
    },
  };
}
