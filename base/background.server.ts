import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';

/** A piece of work that is done again and again. */
export interface BackgroundJob {
  readonly name: string;
  readonly everyMilliseconds: number;
  run(): Promise<unknown>;
}

/** Jobs at work; `stop` lets those that run finish. */
export interface Background {
  stop(): Promise<void>;
}

async function repeat(job: BackgroundJob, log: Logger, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await job.run();
    } catch (error) {
      if (!signal.aborted) log.error({ err: error, job: job.name }, 'background work failed, it is tried again');
    }
    // Uneven pauses keep several processes from working in step.
    await pause(job.everyMilliseconds * (0.75 + Math.random() / 2), undefined, { signal, ref: false }).catch(
      () => undefined,
    );
  }
}

/** Runs each job in a loop with a pause after it, never twice at once in this process. A failure is logged and tried again. */
export function startJobs(jobs: readonly BackgroundJob[], log: Logger): Background {
  const stopping = new AbortController();
  const loops = jobs.map((job) => repeat(job, log, stopping.signal));
  return {
    async stop() {
      stopping.abort();
      await Promise.all(loops);
    },
  };
}
