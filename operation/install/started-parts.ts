/** Stops a part that was started. */
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

/** The first failure in time; null: none. */
async function failureOf(work: readonly Promise<unknown>[], stop: Stop): Promise<{ reason: unknown } | null> {
  try {
    await Promise.all(work);
    return null;
  } catch (reason) {
    void stop();
    return { reason };
  }
}

/** Creates an empty list of parts; `report` gets failures to stop. */
export function createStartedParts(report: (error: unknown) => void): StartedParts {
  const stops: Stop[] = [];
  const ending = new AbortController();
  const late: Promise<void>[] = [];
  let stopping: Promise<void> | undefined;
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
      const [first] = await Promise.all([failureOf(work, stop), Promise.allSettled(work)]);
      if (first !== null) throw first.reason;
      return Promise.all(work);
    },
    stop,
  };
}
