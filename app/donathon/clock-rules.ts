import { minorPerMain } from '#base/money/money.ts';

/** The limits of a clock (docs/rules.md#donathon), for the form and the server. */
export const clockLimits = {
  /** Of the first length: a week. */
  minutes: 10_080,
  /** Of a rate and of a correction by hand: a day. */
  seconds: 86_400,
  /** Of the cap: 60 days. */
  hours: 1_440,
  /** Of the whole clock where its creator sets no cap, and of one donation: a thousand days. */
  longest: 86_400_000,
  /** Corrections that its creator sees, the last ones. */
  corrections: 20,
} as const;

/** Faults of a clock, as the form and the server say them. */
export const clockFaults = {
  required: 'Заполните поле',
  minutes: 'Начните с длины от минуты до 7 суток',
  seconds: 'Донат может продлить стрим на время от секунды до суток',
  most: 'Предел: от часа до 60 суток',
  capBelowStart: 'Предел не может быть меньше начальной длины',
  correction: 'Поправка: от секунды до суток, например 12 или 1:30',
  sum: 'Значение должно превышать 0',
} as const;

/** How much time a sum brings; the sum in main units. */
export interface Rate {
  readonly sum: number;
  readonly seconds: number;
  /** A part of the sum brings its part of the time; else only whole sums count. */
  readonly isLinear: boolean;
}

/** In minor units. A text may be a larger number than money ever is. */
const counted = (main: number) => BigInt(Math.round(Math.min(main, 1e13) * minorPerMain));

/** Seconds that a donation of this amount in main units adds: the same as the table works out when it is paid. */
export function secondsFor(amount: number, { sum, seconds, isLinear }: Rate): number {
  const given = counted(amount);
  const step = counted(sum);
  const whole = isLinear ? (given * BigInt(seconds)) / step : (given / step) * BigInt(seconds);
  return Math.min(Number(whole), clockLimits.longest);
}
