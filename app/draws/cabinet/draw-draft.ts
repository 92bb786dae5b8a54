import { type AmountLimits, amountRules } from '#base/text/amount-rules.ts';
import { readAmount } from '#base/text/amount-text.ts';
import { type DayPeriod, dayAfter } from '#base/text/days.ts';
import { firstFailure, formMessages } from '#base/text/form-rules.ts';
import { notBelow, notWhole, readWhole } from '#base/text/number-text.ts';
import { sumFault } from '#base/text/sum-fault.ts';
import { faultsIn, lineFault } from '#base/ui/fields/draft-faults.ts';
import { drawFaults, drawLimits } from '../draw-rules.ts';

/** A draw as it is typed, its numbers grouped. */
export interface DrawDraft {
  readonly text: string;
  readonly leastSum: string;
  readonly winners: string;
  /** In how many minutes it ends, as text. */
  readonly endsIn: string;
  /** Donations from before the making count, too: from `firstDay` on. */
  readonly isEarlier: boolean;
  /** `YYYY-MM-DD`; empty: none is chosen yet. */
  readonly firstDay: string;
}

/** A new draw: of one winner, for a day. */
export const emptyDraw: DrawDraft = {
  text: '',
  leastSum: '',
  winners: '1',
  endsIn: '1440',
  isEarlier: false,
  firstDay: '',
};

/** The days from which on donations may count. */
export const daysBefore = (today: string): DayPeriod => ({ from: dayAfter(today, -drawLimits.daysBefore), to: today });

/** What `Draw/Make` takes. */
export function bodyOf({ text, leastSum, winners, endsIn, isEarlier, firstDay }: DrawDraft) {
  return {
    text,
    leastSum: readAmount(leastSum) ?? 0,
    winners: readWhole(winners) ?? 0,
    endsIn: Number(endsIn),
    firstDay: isEarlier ? firstDay : null,
  };
}

function sumOf(typed: string, limits: AmountLimits | null): string | null {
  const sum = readAmount(typed);
  if (sum === null) return formMessages.required;
  return limits === null ? sumFault(typed) : firstFailure(sum, amountRules(limits));
}

const leastWinners = 1;

function winnersFault(typed: string): string | null {
  const winners = readWhole(typed);
  if (winners === null) return formMessages.required;
  if (Number.isNaN(winners)) return notWhole;
  if (winners < leastWinners) return notBelow(leastWinners);
  return winners > drawLimits.winners ? formMessages.notAbove(drawLimits.winners) : null;
}

function endFault({ isEarlier, endsIn }: DrawDraft): string | null {
  return isEarlier && Number(endsIn) < drawLimits.leastMinutesBefore ? drawFaults.short : null;
}

function dayFault({ isEarlier, firstDay }: DrawDraft, today: string): string | null {
  if (!isEarlier) return null;
  if (firstDay === '') return formMessages.required;
  const { from, to } = daysBefore(today);
  if (firstDay > to) return drawFaults.future;
  return firstDay < from ? drawFaults.early : null;
}

interface Known {
  /** Of donations; null: they are not known here. */
  readonly limits: AmountLimits | null;
  /** By the clock of the server. */
  readonly today: string;
}

/** All that is seen without asking the server. */
export function faultsOf(draft: DrawDraft, { limits, today }: Known): Record<string, string> {
  return faultsIn({
    text: lineFault(draft.text, drawLimits.text),
    leastSum: sumOf(draft.leastSum, limits),
    winners: winnersFault(draft.winners),
    endsIn: endFault(draft),
    firstDay: dayFault(draft, today),
  });
}
