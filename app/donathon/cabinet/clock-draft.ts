import { readAmount, typedAmount } from '#base/text/amount-text.ts';
import { notWhole, readWhole } from '#base/text/number-text.ts';
import { sumFault } from '#base/text/sum-fault.ts';
import { clockFaults, clockLimits, type Rate } from '../clock-rules.ts';
import type { OwnClock } from '../clock-shapes.ts';

/** A rate as it is typed. */
export interface RateDraft {
  readonly sum: string;
  readonly seconds: string;
  readonly isLinear: boolean;
}

/** A new clock as it is typed. */
export interface StartDraft extends RateDraft {
  readonly minutes: string;
  readonly most: string;
}

type Faults = Record<string, string>;

export function rateDraftOf({ sum, seconds, isLinear }: Rate): RateDraft {
  return { sum: typedAmount(sum), seconds: typedAmount(seconds), isLinear };
}

/** The settings of the last clock are offered again; null: there was none. */
export function startDraftOf(last: OwnClock | null): StartDraft {
  if (last === null)
    return { minutes: typedAmount(240), sum: typedAmount(5_000), seconds: '60', isLinear: false, most: '' };
  const { minutes, most } = last;
  return { ...rateDraftOf(last), minutes: typedAmount(minutes), most: most === null ? '' : typedAmount(most) };
}

/** The typed rate; null: it is none yet. */
export function rateOf({ sum, seconds, isLinear }: RateDraft): Rate | null {
  const rate = { sum: readAmount(sum) ?? 0, seconds: readWhole(seconds) ?? 0, isLinear };
  return rate.sum > 0 && rate.seconds > 0 && rate.seconds <= clockLimits.seconds ? rate : null;
}

const isWithin = (value: number, most: number) => value >= 1 && value <= most;

/** What is wrong with a typed whole number, null where it is none; `beyond` says its range. */
function wholeFault(value: number | null, most: number, beyond: string): string | null {
  if (value === null) return clockFaults.required;
  if (Number.isNaN(value)) return notWhole;
  return isWithin(value, most) ? null : beyond;
}

/** What is wrong with a typed rate, by the names of its fields. */
export function rateFaults({ sum, seconds }: RateDraft): Faults {
  const faults: Faults = {};
  const ofSum = sumFault(sum);
  if (ofSum !== null) faults.sum = ofSum;
  const fault = wholeFault(readWhole(seconds), clockLimits.seconds, clockFaults.seconds);
  if (fault !== null) faults.seconds = fault;
  return faults;
}

/** What is wrong with a typed clock, by the names of its fields. */
export function startFaults(draft: StartDraft): Faults {
  const faults = rateFaults(draft);
  const minutes = readWhole(draft.minutes);
  const most = readWhole(draft.most);
  const fault = wholeFault(minutes, clockLimits.minutes, clockFaults.minutes);
  if (fault !== null) faults.minutes = fault;
  const capFault = most === null ? null : wholeFault(most, clockLimits.hours, clockFaults.most);
  if (capFault !== null) faults.most = capFault;
  else if (most !== null && minutes !== null && most * 60 < minutes) faults.most = clockFaults.capBelowStart;
  return faults;
}

/** What `Clock/Control` takes of a rate without faults. */
export function rateBody({ sum, seconds, isLinear }: RateDraft) {
  return { sum: readAmount(sum) ?? 0, seconds: readWhole(seconds) ?? 0, isLinear };
}

/** What `Clock/Control` takes of a clock without faults. */
export function startBody(draft: StartDraft) {
  return {
    act: 'start' as const,
    ...rateBody(draft),
    minutes: readWhole(draft.minutes) ?? 0,
    most: readWhole(draft.most),
  };
}

/** Minutes, or minutes and seconds: `12`, `1:30`. */
const correction = /^(?<minutes>\d{1,4})(?::(?<rest>[0-5]\d))?$/;

/** Seconds of a correction as it is typed; null: it is none. */
export function readCorrection(text: string): number | null {
  const { minutes, rest = '0' } = correction.exec(text.trim())?.groups ?? {};
  const seconds = minutes === undefined ? 0 : Number(minutes) * 60 + Number(rest);
  return isWithin(seconds, clockLimits.seconds) ? seconds : null;
}
