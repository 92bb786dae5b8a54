import { useRef, useState } from 'react';
import { type CallFailure, failures, isCallFailure } from '#base/calls/errors.ts';

interface Outcome {
  /** The last action succeeded. */
  readonly isDone: boolean;
  readonly failure: CallFailure | null;
  /** Milliseconds since 1970 before which a retry is pointless; 0: none. */
  readonly until: number;
}

const nothing: Outcome = { isDone: false, failure: null, until: 0 };

function failureOf(error: unknown): CallFailure {
  if (isCallFailure(error)) return error;
  reportError(error);
  return failures.internal();
}

/**
 * Runs one action of a component or submission of a form at a time, with a busy state and the outcome of the last one. An error that is no
 * call's is shown as an internal failure and reported, so that no control stays disabled. It does not hold what was typed. `onFailure` may
 * take over what a failure says of the fields.
 */
export function useAction(onFailure?: (failure: CallFailure) => void) {
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState(nothing);
  const isRunning = useRef(false);

  /** Returns the result of the action; null where it failed, or was ignored because another one is running. */
  async function run<Result>(action: () => Promise<Result>): Promise<Result | null> {
    if (isRunning.current) return null;
    isRunning.current = true;
    setBusy(true);
    setOutcome(nothing);
    try {
      const result = await action();
      setOutcome({ ...nothing, isDone: true });
      return result;
    } catch (error) {
      const failure = failureOf(error);
      setOutcome({ ...nothing, failure, until: failure.retryAfter ? Date.now() + failure.retryAfter * 1000 : 0 });
      onFailure?.(failure);
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

  /** Like `act`, but ignored while the last failure makes a retry pointless. */
  const submit = async (action: () => Promise<unknown>) => outcome.until <= Date.now() && (await act(action));

  const fields = outcome.failure?.fields ?? {};
  return { isBusy, ...outcome, fields, run, act, submit, forget: () => setOutcome(nothing) };
}
