/** Resolves after a time, or at once when the signal aborts. */
export function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) {
      resolve();
      return;
    }
    const finish = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', finish);
      resolve();
    };
    const timer = setTimeout(finish, milliseconds);
    signal?.addEventListener('abort', finish);
  });
}

/**
 * Runs a step that must never delay what follows: it ends on success, on failure, on its time limit and when the signal aborts. The step's
 * own signal aborts in each of these cases. Returns whether it succeeded.
 */
export async function stepWithin(
  milliseconds: number,
  step: (signal: AbortSignal) => Promise<unknown> | undefined,
  signal?: AbortSignal,
): Promise<boolean> {
  const stop = new AbortController();
  const ended = sleep(milliseconds, signal ? AbortSignal.any([signal, stop.signal]) : stop.signal).then(() => false);
  try {
    const work = Promise.resolve(step(stop.signal)).then(() => true);
    return await Promise.race([work, ended]);
  } catch {
    return false;
  } finally {
    stop.abort();
  }
}
