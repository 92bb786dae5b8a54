import { readAmount } from '#base/text/amount-text.ts';
import { formMessages, required } from '#base/text/form-rules.ts';
import { notWhole, readWhole } from '#base/text/number-text.ts';
import { sumFault } from '#base/text/sum-fault.ts';
import { codeUsesMost } from '../order-limits.ts';
import { mostPercent } from './discounts.ts';

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

/** What is wrong with a whole number from 1 on. */
function wholeFault(value: number, most: number): string | null {
  if (Number.isNaN(value)) return notWhole;
  if (value < 1) return formMessages.above(0);
  return value > most ? formMessages.notAbove(most) : null;
}

/** The same of a limit, which may be left empty. */
function usesFault(typed: string): string | null {
  const value = readWhole(typed);
  return value === null ? null : wholeFault(value, codeUsesMost);
}

/** What is wrong with what the code takes off. */
function offFault({ kind, off }: PromoCodeDraft): string | null {
  if (kind === 'amount') return sumFault(off);
  const percent = readWhole(off);
  return percent === null ? formMessages.required : wholeFault(percent, mostPercent);
}

/** The faults of a draft, by the names that the server uses. */
export function faultsOf(draft: PromoCodeDraft): Readonly<Record<string, string>> {
  const faults = {
    code: required(draft.code),
    [draft.kind]: offFault(draft),
    minTotal: (readAmount(draft.minTotal) ?? 0) === 0 ? null : sumFault(draft.minTotal),
    most: usesFault(draft.most),
    mostEach: usesFault(draft.mostEach),
  };
  return Object.fromEntries(Object.entries(faults).flatMap(([name, fault]) => (fault === null ? [] : [[name, fault]])));
}

/** The code to send. */
export function bodyOf({ code, kind, off, sellerUserName, minTotal, from, until, most, mostEach }: PromoCodeDraft) {
  return {
    code,
    percent: kind === 'percent' ? readWhole(off) : null,
    amount: kind === 'amount' ? readAmount(off) : null,
    sellerUserName: sellerUserName.trim().replace(/^@/, '') || null,
    minTotal: readAmount(minTotal) ?? 0,
    from: from || null,
    until: until || null,
    most: readWhole(most),
    mostEach: readWhole(mostEach),
  };
}
