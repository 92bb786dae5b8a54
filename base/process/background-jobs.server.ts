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

async function repeat(job: BackgroundJob, log: Logger, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await job.run();
    } catch (error) {
      if (!signal.aborted) log.error({ err: error, job: job.name }, 'a background job failed and will be retried');
    }
    // Random pauses prevent several processes from working in step.
    await pause(job.everyMilliseconds * (0.75 + Math.random() / 2), undefined, { signal, ref: false }).catch(
      () => undefined,
    );
  }
}

/** Runs each job in a loop with a pause after it, never concurrently with itself in this process. Failures are logged and retried. */
export function startJobs(jobs: readonly BackgroundJob[], log: Logger): Background {
  const stopping = new AbortController();
  const loops = jobs.map((job) => repeat(job, log, stopping.signal));
  return {
    async stop() {
      stopping.abort();
      await Promise.all(loops);
      await Promise.all(jobs.map((job) => job.stop?.()));
    },
  };
}
