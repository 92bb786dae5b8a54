import type { ReactNode } from 'react';
import { ClockBar } from './clock-bar.tsx';
import type { ShownClock } from './clock-shapes.ts';
import { ProlongsLine } from './prolongs-line.tsx';

export interface ClockPartProps {
  /** The creator. */
  readonly user: { readonly userName: string };
  /** As the page was rendered with it. */
  readonly clock: ShownClock;
  readonly currency: string;
  /** What is typed, in main units: null: nothing yet, NaN: a text that is no sum. Absent: the countdown itself. */
  readonly amount?: number | null | undefined;
}

/** Either part of a clock on the page of its creator, in one file: a page with a clock shows both. */
export default function ClockPart({ user: { userName }, clock: loaded, amount, currency }: ClockPartProps): ReactNode {
  const of = { userName, loaded };
  return amount === undefined ? <ClockBar {...of} /> : <ProlongsLine {...of} amount={amount} currency={currency} />;
}
