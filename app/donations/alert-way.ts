/** What the server tells of a gift's alert (contract, section 7, `ProjectPay/Delivery`). */
export interface AlertDelivery {
  /** Null while the gift is not paid; `paid` where it got no alert, or not yet. */
  readonly state: 'paid' | 'held' | 'queued' | 'playing' | 'shown' | 'skipped' | 'rejected' | 'uncertain' | null;
  readonly reason: string | null;
  readonly steps: readonly { readonly state: string; readonly at: string }[];
}

/** The way that a gift goes to the screen, as the donor sees it. */
export const wayStops = ['paid', 'queued', 'playing', 'shown'] as const;

export type WayStop = (typeof wayStops)[number];

/** How far the gift has come: the last stop that it has reached. */
export function reachedStop({ state, steps }: AlertDelivery): WayStop {
  if (state === 'shown' || state === 'playing' || state === 'queued') return state;
  if (state === 'held') return 'paid';
  const told = new Set(steps.map((step) => step.state));
  if (state === 'uncertain') return 'playing';
  return told.has('playing') ? 'playing' : told.has('queued') ? 'queued' : 'paid';
}

/** When a stop was reached; null where it was not. */
export function timeOfStop(delivery: AlertDelivery, stop: WayStop): string | null {
  if (wayStops.indexOf(stop) > wayStops.indexOf(reachedStop(delivery))) return null;
  return delivery.steps.findLast((step) => step.state === stop)?.at ?? null;
}

/** Whether nothing more will happen by itself. */
export function isFinal({ state, reason }: AlertDelivery): boolean {
  return reason === 'belowMinimum' || reason === 'refunded' || ['shown', 'skipped', 'rejected'].includes(state ?? '');
}

const firstPause = 1_000;
const freshTries = 15;
const longestPause = 30_000;

/** The pause before the next question, in milliseconds: short while the gift is fresh, growing to half a minute. */
export function pauseAfter(tries: number): number {
  return Math.min(longestPause, firstPause * 1.35 ** Math.max(0, tries - freshTries));
}
