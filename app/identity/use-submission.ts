import { useRef, useState } from 'react';
import { type FieldMessages, failures, isCallFailure } from '#base/errors.ts';

/** Why a form was not taken, in the server's words. */
export interface Fault {
  readonly code: string;
  readonly message: string;
  readonly fields: FieldMessages;
  readonly details: Readonly<Record<string, unknown>>;
  /** Milliseconds since 1970 until which trying again makes no sense; 0: at once. */
  readonly until: number;
}

export interface Submission {
  readonly isBusy: boolean;
  readonly fault: Fault | null;
  /** Does the work, one at a time; answers whether it was done. */
  submit(work: () => Promise<void>): Promise<boolean>;
  /** The person has changed something: the fault is about the past. */
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

/** What a form does when it is sent, and what came of it. What was typed is not its business, so nothing typed is lost. */
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
