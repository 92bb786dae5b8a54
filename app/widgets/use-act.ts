import { useState } from 'react';
import { isCallFailure } from '#base/errors.ts';

/** Does something with the server and tells how it went: busy, done, or what went wrong in words. */
export function useAct() {
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<'done' | { readonly fault: string } | null>(null);
  async function run(work: () => Promise<unknown>) {
    setBusy(true);
    setOutcome(null);
    try {
      await work();
      setOutcome('done');
    } catch (error) {
      if (!isCallFailure(error)) throw error;
      setOutcome({ fault: error.message });
    } finally {
      setBusy(false);
    }
  }
  const fault = typeof outcome === 'object' ? outcome?.fault : undefined;
  return { isBusy, isDone: outcome === 'done', fault, run };
}
