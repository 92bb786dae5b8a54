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
  readonly take: number;
  readonly state: OwedState;
  /** Only rewards of this kind are listed. */
  readonly rewardId: string | undefined;
  readonly view: string;
}

/** Marks rewards as given or not, and reads the list again. Where nothing is left on its page, the last one is shown. */
export function useMarking({ take, state, rewardId, view }: Shown) {
  const { revalidate } = useRevalidator();
  const [params, setParams] = useSearchParams();
  const { isBusy, failure, run } = useAction();
  const [last, setLast] = useState<Marked | null>(null);

  /** How many there are now: a missed one whose piece is taken back leaves the list of all, too. */
  const countNow = () =>
    call('GET Reward/Owed', { query: { state, rewardId, Skip: 0, Take: 1 } }).then(
      ({ count }) => count,
      () => null,
    );

  async function show(address: string): Promise<void> {
    const page = pageNumber(params);
    const count = page === 1 ? null : await countNow();
    // Another view or screen was opened meanwhile, and has read for itself.
    if (window.location.href !== address) return;
    const lastPage = count === null ? page : Math.max(1, Math.ceil(count / take));
    if (page <= lastPage) return revalidate();
    const next = new URLSearchParams(params);
    next.set('page', String(lastPage));
    await setParams(next, { replace: true });
  }

  /** Resolves to whether it was done. */
  async function mark(donationIds: readonly string[], isGiven: boolean): Promise<boolean> {
    const address = window.location.href;
    const done = await run(async () => {
      const answer = await call('POST Reward/Give', { body: { donationIds: [...donationIds], isGiven } });
      await show(address);
      return answer;
    });
    if (done === null) return false;
    setLast({ view, donationIds, isGiven, ...done });
    return true;
  }

  return { isBusy, failure, last: last?.view === view ? last : null, mark };
}
