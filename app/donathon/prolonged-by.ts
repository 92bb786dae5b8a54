import { secondsFor } from './clock-rules.ts';
import type { ShownClock } from './clock-shapes.ts';

type Capped = Pick<ShownClock, 'room'>;

export const hasReachedCap = ({ room }: Capped) => room !== null && room <= 0;

/** Seconds that have come beyond the cap of a clock: they are counted and prolong nothing. */
export const beyondCap = ({ room }: Capped) => Math.max(0, -(room ?? 0));

/** Seconds by which donations have prolonged the stream: no more than its cap has left them. */
export function prolongedBy({ donations, minutes, most }: Pick<ShownClock, 'donations' | 'minutes' | 'most'>): number {
  return most === null ? donations.seconds : Math.min(donations.seconds, most * 3_600 - minutes * 60);
}

/** Seconds that a sum in main units would add below the cap; null: none is typed. */
export function prolongsBy(
  amount: number | null,
  clock: Pick<ShownClock, 'sum' | 'seconds' | 'isLinear' | 'room'>,
): number {
  const seconds = amount !== null && amount > 0 ? secondsFor(amount, clock) : 0;
  return Math.max(0, Math.min(seconds, clock.room ?? seconds));
}
