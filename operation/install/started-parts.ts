export type Stop = () => Promise<void>;

/** The parts that a process has started, which are stopped together. */
export interface StartedParts {
  /** Aborted when everything must stop, so that starts in progress give up. */
  readonly signal: AbortSignal;
  /** Adds a started part; one added while everything stops is stopped at once. */
  add(stop: Stop): Promise<void>;
  /** Waits for all. The first failure stops everything and is thrown after the others have ended. */
  together<Results extends readonly unknown[]>(
    work: {
      [Key in keyof Results]: Promise<Results[Key]>;
    },
  ): Promise<Results>;
  /** Stops everything in reverse order. Never throws. */
  stop(): Promise<void>;
}

/** Creates an empty list of parts; `report` gets failures to stop. */
export function createStartedParts(report: (error: unknown) => void): StartedParts {
  const stops: Stop[] = [];
  const ending = new AbortController();
  const late: Promise<void>[] = [];
  let stopping: Promise<void> | undefined;
  let firstFailure: { readonly reason: unknown } | undefined;
  const stopOne = (stop: Stop) => stop().catch(report);
  const stopAll = async () => {
    for (let stop = stops.pop(); stop !== undefined; stop = stops.pop()) await stopOne(stop);
    await Promise.all(late);
  };
  const stop = () => {
    ending.abort();
    stopping ??= stopAll();
    return stopping;
  };
  return {
    signal: ending.signal,
    async add(one) {
      if (!ending.signal.aborted) {
        stops.push(one);
        return;
      }
      const stopped = stopOne(one);
      late.push(stopped);
      await stopped;
      ending.signal.throwIfAborted();
    },
    async together(work) {
      const all = Promise.all(work);
      const failed = all.catch((reason: unknown) => {
        // What ends because of it fails, too, and sooner where it is waited for in another place.
        firstFailure ??= { reason };
        void stop();
      });
      await Promise.all([failed, Promise.allSettled(work)]);
      if (firstFailure !== undefined) throw firstFailure.reason;
      return all;
    },
    stop,
  };
}
