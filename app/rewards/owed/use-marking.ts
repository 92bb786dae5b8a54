import { useState } from 'react';
import { useRevalidator, useSearchParams } from 'react-router';
import { call } from '#app/call.ts';
import { pageNumber } from '#base/ui/lists/page-numbers.tsx';
import { useAction } from '#base/ui/page/use-action.ts';
import type { OwedState } from '../reward-rules.ts';

/** What was marked last. */
export interface Marked {
  /** Where it was said. */
  readonly view: string;
  readonly donationIds: readonly string[];
  readonly isGiven: boolean;
  /** How many are so now: what was paid back meanwhile is not. */
  readonly count: number;
  /** Those that were not so until then: the way back leaves what another tab had marked. */
  readonly marked: readonly string[];
}

interface Shown {
  /** On all pages. */
  readonly count: number;
  readonly take: number;
  readonly state: OwedState;
  readonly view: string;
}

/** Marks rewards as given or not, and reads the list again. Where nothing is left on its page, the last one is shown. */
export function useMarking({ count, take, state, view }: Shown) {
  const { revalidate } = useRevalidator();
  const [params, setParams] = useSearchParams();
  const { isBusy, failure, run } = useAction();
  const [last, setLast] = useState<Marked | null>(null);

  async function show(leaving: number): Promise<void> {
    const lastPage = Math.max(1, Math.ceil((count - leaving) / take));
    if (pageNumber(params) <= lastPage) return revalidate();
    const next = new URLSearchParams(params);
    next.set('page', String(lastPage));
    await setParams(next, { replace: true, preventScrollReset: true });
  }

  /** Resolves to whether it was done. */
  async function mark(donationIds: readonly string[], isGiven: boolean): Promise<boolean> {
    const done = await run(async () => {
      const answer = await call('POST Reward/Give', { body: { donationIds: [...donationIds], isGiven } });
      const isLeaving = state !== 'all' && isGiven === (state !== 'given');
      await show(isLeaving ? donationIds.length : 0);
      return answer;
    });
    if (done === null) return false;
    setLast({ view, donationIds, isGiven, ...done });
    return true;
  }

  return { isBusy, failure, last: last?.view === view ? last : null, mark };
}
