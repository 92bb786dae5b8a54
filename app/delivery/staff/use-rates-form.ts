import { useState } from 'react';
import { call } from '#app/call.ts';
import { type FieldMessages, failures } from '#base/calls/errors.ts';
import { useAction } from '#base/ui/page/use-action.ts';
import { ratesChanged } from '../delivery-failures.ts';
import type { WireRates } from '../delivery-rates.calls.ts';
import { mostPointRates } from '../delivery-rates.ts';
import {
  bodyOf,
  draftsOf,
  faultsOf,
  keepTyped,
  newRate,
  type RateDraft,
  type RateField,
  type RatePlace,
} from './rates-draft.ts';

const isEqual = (one: readonly RateDraft[], other: readonly RateDraft[]) =>
  JSON.stringify(one) === JSON.stringify(other);

/** The form of all delivery prices, saved together. */
export function useRatesForm(rates: WireRates, revalidate: () => Promise<void>) {
  const [version, setVersion] = useState(rates.version);
  const [stored, setStored] = useState(() => draftsOf(rates));
  const [drafts, setDrafts] = useState(stored);
  const [errors, setErrors] = useState<FieldMessages>({});
  const { isBusy, isDone, failure, act, forget } = useAction(({ fields = {} }) => setErrors(fields));

  if (rates.version !== version) {
    const now = draftsOf(rates);
    setVersion(rates.version);
    setStored(now);
    setDrafts(keepTyped(drafts, stored, now));
    setErrors({});
  }

  function change(next: readonly RateDraft[]) {
    setDrafts(next);
    setErrors({});
    forget();
  }

  async function save() {
    const isSaved = await act(async () => {
      const fields = faultsOf(drafts);
      if (Object.keys(fields).length > 0) throw failures.validationFailed({ message: '', fields });
      await call('PUT Delivery/Rates', { body: { version, ...bodyOf(drafts) } });
    });
    if (!isSaved) return;
    // Until it is loaded again: what is typed from here on differs from what was saved.
    setStored((now) => (now === stored ? drafts : now));
    await revalidate();
  }

  return {
    drafts,
    errors,
    isBusy,
    isSaved: isDone,
    save,
    fault: failure?.message ?? null,
    isStale: ratesChanged.is(failure),
    /** No further pickup point can have a rate of its own. */
    isFull: drafts.filter(({ pickupPointId }) => pickupPointId !== null).length >= mostPointRates,
    isUnsaved: !isEqual(drafts, stored),
    set: (at: number, name: RateField, text: string) =>
      change(drafts.map((draft, place) => (place === at ? { ...draft, [name]: text } : draft))),
    add: (place: RatePlace) => change([...drafts, newRate(place)]),
    remove: (at: number) => change(drafts.toSpliced(at, 1)),
    forget() {
      change(stored);
    },
    reload() {
      forget();
      void revalidate();
    },
  };
}

/** The form as passed to its parts. */
export type RatesForm = ReturnType<typeof useRatesForm>;
