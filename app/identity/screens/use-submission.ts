import { useRef, useState } from 'react';
import { type FieldMessages, failures, isCallFailure } from '#base/calls/errors.ts';

/** Why the server refused a form. */
export interface Fault {
  readonly code: string;
  readonly message: string;
  readonly fields: FieldMessages;
  readonly details: Readonly<Record<string, unknown>>;
  /** Milliseconds since 1970 before which a retry is pointless; 0: none. */
  readonly until: number;
}

export interface Submission {
  readonly isBusy: boolean;
  readonly fault: Fault | null;
  /** Runs the work unless another one is running; resolves with whether it succeeded. */
  submit(work: () => Promise<void>): Promise<boolean>;
  /** Clears the fault after an edit. */
  forget(): void;
}

function faultOf(error: unknown): Fault {
  const {
    code,
    message,
    fields = {},
    details = {},
    retryAfter = 0,
  } = isCallFailure(error) ? error : failures.internal.because();
  return { code, message, fields, details, until: retryAfter > 0 ? Date.now() + retryAfter * 1000 : 0 };
}

/** Busy and failure state of a form. It does not hold what was typed, so a failure loses no input. */
export function useSubmission(): Submission {
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<Fault | null>(null);
  const running = useRef(false);
  async function submit(work: () => Promise<void>): Promise<boolean> {
    if (running.current) return false;
    running.current = true;
    setBusy(true);
    setFault(null);
    try {
      await work();
      return true;
    } catch (error) {
      setFault(faultOf(error));
      return false;
    } finally {
      running.current = false;
      setBusy(false);
    }
  }
  return { isBusy, fault, submit, forget: () => setFault(null) };
}
