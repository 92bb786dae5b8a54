import { mostPercent } from '#app/merch/member-price.ts';
import { readAmount } from '#base/text/amount-text.ts';
import { formMessages, maximumLength, required } from '#base/text/form-rules.ts';
import { notWhole, readWhole } from '#base/text/number-text.ts';
import { sumFault } from '#base/text/sum-fault.ts';
import { faultsIn } from '#base/ui/fields/draft-faults.ts';
import { codeUsesMost } from '../order-limits.ts';
import { isCode, isPeriod, isShare, promoCodeFaults, promoCodeLimits } from './promo-code-rules.ts';

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

/** What is wrong with the code itself. */
function codeFault(typed: string): string | null {
  const code = typed.trim();
  const fault = required(code) ?? maximumLength(promoCodeLimits.code)(code);
  return fault ?? (isCode(code) ? null : promoCodeFaults.code);
}

/** The creator's name; empty: there is none. */
const sellerIn = ({ sellerUserName }: PromoCodeDraft) => sellerUserName.trim().replace(/^@/, '');

/** What is wrong with the last day. `today`: in the country. */
function untilFault({ from, until }: PromoCodeDraft, today: string): string | null {
  if (!isPeriod(from, until)) return promoCodeFaults.until;
  return until !== '' && until < today ? promoCodeFaults.past : null;
}

/** What is wrong with how often one person may use the code. */
function mostEachFault({ most, mostEach }: PromoCodeDraft): string | null {
  const fault = usesFault(mostEach);
  if (fault !== null || usesFault(most) !== null) return fault;
  return isShare(readWhole(most), readWhole(mostEach)) ? null : promoCodeFaults.mostEach;
}

/** All that is seen without asking the server, by the names that it uses. `today`: in the country. */
export function faultsOf(draft: PromoCodeDraft, today: string): Readonly<Record<string, string>> {
  return faultsIn({
    code: codeFault(draft.code),
    [draft.kind]: offFault(draft),
    sellerUserName: maximumLength(promoCodeLimits.seller)(sellerIn(draft)),
    minTotal: (readAmount(draft.minTotal) ?? 0) === 0 ? null : sumFault(draft.minTotal),
    until: untilFault(draft, today),
    most: usesFault(draft.most),
    mostEach: mostEachFault(draft),
  });
}

/** The code to send. */
export function bodyOf(draft: PromoCodeDraft) {
  const { code, kind, off, minTotal, from, until, most, mostEach } = draft;
  return {
    code,
    percent: kind === 'percent' ? readWhole(off) : null,
    amount: kind === 'amount' ? readAmount(off) : null,
    sellerUserName: sellerIn(draft) || null,
    minTotal: readAmount(minTotal) ?? 0,
    from: from || null,
    until: until || null,
    most: readWhole(most),
    mostEach: readWhole(mostEach),
  };
}
