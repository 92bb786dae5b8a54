import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { isCallFailure } from '#base/errors.ts';

/** One act at a time: busy meanwhile, its fault in words after it, the screen's data anew when it is done. */
export function useAct() {
  const { t } = useLingui();
  const revalidator = useRevalidator();
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const unknown = t`Не получилось. Попробуйте ещё раз`;

  /** Answers what the act answers; null where it failed. */
  async function act<Result>(work: () => Promise<Result>): Promise<Result | null> {
    setBusy(true);
    setFault(null);
    try {
      const result = await work();
      await revalidator.revalidate();
      return result;
    } catch (error) {
      const told = isCallFailure(error) ? (Object.values(error.fields ?? {})[0] ?? error.message) : unknown;
      setFault(told);
      return null;
    } finally {
      setBusy(false);
    }
  }

  return { isBusy, fault, act };
}
