import type { ShownClock } from './clock-shapes.ts';

/** What a countdown needs of a clock. */
export type Counting = Pick<ShownClock, 'state' | 'endsAt' | 'remaining'>;

/** Milliseconds that a clock has left at a moment of `performance.now()`. */
export function leftAt({ state, endsAt, remaining }: Counting, ahead: number, at: number): number {
  if (state === 'over') return 0;
  return endsAt === null ? remaining : Math.max(0, Date.parse(endsAt) - ahead - at);
}

/** Whole seconds, so that the last one is shown until nothing is left. */
export const secondsOf = (milliseconds: number) => Math.ceil(milliseconds / 1_000);

/** Milliseconds until another second is shown. */
export const untilNext = (milliseconds: number) => Math.ceil(milliseconds % 1_000) || 1_000;

const twoDigits = (value: number) => String(value).padStart(2, '0');

/** `04:05:09`, `120:00:00`. */
export function countdownText(seconds: number): string {
  const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.map(twoDigits).join(':');
}
