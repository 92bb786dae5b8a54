import { useRef, useState } from 'react';
import { type CallFailure, failures, isCallFailure } from '#base/calls/errors.ts';

/**
 * Runs one action of a component at a time, with a busy state and the failure of the last one. An error that is no call's is shown as an
 * internal failure and reported, so that no control stays disabled.
 */
export function useAction() {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const isRunning = useRef(false);

  /** Returns the result of the action; null where it failed, or was ignored because another one is running. */
  async function run<Result>(action: () => Promise<Result>): Promise<Result | null> {
    if (isRunning.current) return null;
    isRunning.current = true;
    setBusy(true);
    setFailure(null);
    try {
      return await action();
    } catch (error) {
      if (!isCallFailure(error)) reportError(error);
      setFailure(isCallFailure(error) ? error : failures.internal.because());
      return null;
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  }

  /** Runs an action without a result; resolves to whether it was done. */
  async function act(action: () => Promise<unknown>): Promise<boolean> {
    const done = await run(async () => {
      await action();
      return true;
    });
    return done ?? false;
  }

  return { isBusy, failure, run, act, forget: () => setFailure(null) };
}
