import { useSyncExternalStore } from 'react';
import { call } from '#app/call.ts';
import { membersOf, StoredValue } from '#base/text/stored-value.ts';
import { useAction } from '#base/ui/page/use-action.ts';
import type { PromoCodeTerms } from '../promo-codes.calls.ts';

interface Entered {
  readonly text: string;
  /** Of the code that was found; the server checks it again when the order is placed. */
  readonly terms: PromoCodeTerms | null;
}

const nothing: Entered = { text: '', terms: null };

const isSum = (raw: unknown): raw is number => typeof raw === 'number' && Number.isFinite(raw);
const isSumOrNull = (raw: unknown): raw is number | null => raw === null || isSum(raw);

function termsIn(raw: unknown): PromoCodeTerms | null {
  const { code, percent, amount, sellerId, minTotal } = membersOf(raw);
  if (typeof code !== 'string' || !isSumOrNull(percent) || !isSumOrNull(amount) || !isSum(minTotal)) return null;
  if (percent === null && amount === null) return null;
  return { code, percent, amount, sellerId: typeof sellerId === 'string' ? sellerId : null, minTotal };
}

/** What was entered in this tab; it survives a reload. */
const entered = new StoredValue<Entered>({
  place: 'session',
  key: 'promo-code',
  empty: nothing,
  parse(raw) {
    const { text, terms } = membersOf(raw);
    return { text: typeof text === 'string' ? text : '', terms: termsIn(terms) };
  },
});

/** A promo code: what is typed, and the terms of the one that was found. */
export function usePromoCode() {
  const { text, terms } = useSyncExternalStore(entered.subscribe, entered.read, entered.readEmpty);
  const { isBusy, failure, act, forget } = useAction();
  return {
    text,
    terms,
    isBusy,
    failure,
    type(next: string) {
      entered.write({ text: next, terms: null });
      forget();
    },
    apply: () =>
      act(async () => entered.write({ text, terms: await call('POST Order/PromoCode', { body: { code: text } }) })),
    drop: () => entered.write({ text, terms: null }),
    /** The order is placed: the next one begins without a code. */
    clear: () => entered.write(nothing),
  };
}
