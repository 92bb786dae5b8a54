import { hasAtMostTwoDecimals } from '#base/money/money.ts';
import { readAmount } from '#base/text/amount-text.ts';
import { formMessages } from '#base/text/form-rules.ts';

/** A new promo code as field texts. */
export interface PromoCodeDraft {
  readonly code: string;
  readonly kind: 'percent' | 'amount';
  /** The percentage or the sum. */
  readonly off: string;
  /** The creator's user name; empty: things of all. */
  readonly sellerUserName: string;
  readonly minTotal: string;
  /** `YYYY-MM-DD`; empty: none. */
  readonly from: string;
  readonly until: string;
  readonly most: string;
  readonly mostEach: string;
}

export const emptyDraft: PromoCodeDraft = {
  code: '',
  kind: 'percent',
  off: '',
  sellerUserName: '',
  minTotal: '',
  from: '',
  until: '',
  most: '',
  mostEach: '1',
};

const numberIn = (text: string) => readAmount(text) ?? 0;

/** The faults of a draft, by the names that the server uses. */
export function faultsOf(draft: PromoCodeDraft): Readonly<Record<string, string>> {
  const faults: Record<string, string> = {};
  if (draft.code.trim() === '') faults.code = formMessages.required;
  const off = numberIn(draft.off);
  const isOffFit = draft.kind === 'percent' ? Number.isInteger(off) : hasAtMostTwoDecimals(off);
  if (draft.off.trim() === '') faults[draft.kind] = formMessages.required;
  else if (!isOffFit) faults[draft.kind] = 'Введите число';
  if (!hasAtMostTwoDecimals(numberIn(draft.minTotal))) faults.minTotal = 'Введите число';
  for (const name of ['most', 'mostEach'] as const) {
    if (!Number.isInteger(numberIn(draft[name]))) faults[name] = 'Введите число';
  }
  return faults;
}

/** The code to send. */
export function bodyOf({ code, kind, off, sellerUserName, minTotal, from, until, most, mostEach }: PromoCodeDraft) {
  return {
    code,
    percent: kind === 'percent' ? numberIn(off) : null,
    amount: kind === 'amount' ? numberIn(off) : null,
    sellerUserName: sellerUserName.trim().replace(/^@/, '') || null,
    minTotal: numberIn(minTotal),
    from: from || null,
    until: until || null,
    most: readAmount(most),
    mostEach: readAmount(mostEach),
  };
}
