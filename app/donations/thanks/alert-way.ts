/** The server's answer on a donation's alert (docs/rules.md#alerts). */
export interface AlertDelivery {
  /** Null while the donation is not paid; `paid` while it has no alert. */
  readonly state: 'paid' | 'held' | 'queued' | 'playing' | 'shown' | 'skipped' | 'rejected' | 'uncertain' | null;
  readonly reason: string | null;
  readonly steps: readonly { readonly state: string; readonly at: string }[];
  /** What the creator's goal is called; absent without one. */
  readonly goalTitle?: string | undefined;
}

/** The stops of a donation on its way to the screen, for its donor. */
export const wayStops = ['paid', 'queued', 'playing', 'shown'] as const;

export type WayStop = (typeof wayStops)[number];

/** The last stop that the donation has reached. */
export function reachedStop({ state, steps }: AlertDelivery): WayStop {
  if (state === 'shown' || state === 'playing' || state === 'queued') return state;
  if (state === 'held') return 'paid';
  const reached = new Set(steps.map((step) => step.state));
  if (state === 'uncertain') return 'playing';
  return reached.has('playing') ? 'playing' : reached.has('queued') ? 'queued' : 'paid';
}

/** When a stop was reached; null where it was not. */
export function timeOfStop(delivery: AlertDelivery, stop: WayStop): string | null {
  if (wayStops.indexOf(stop) > wayStops.indexOf(reachedStop(delivery))) return null;
  return delivery.steps.findLast((step) => step.state === stop)?.at ?? null;
}

/** Whether the state will not change any more by itself. */
export function isFinal({ state, reason }: AlertDelivery): boolean {
  if (state === 'held') return false;
  return reason === 'belowMinimum' || reason === 'refunded' || ['shown', 'skipped', 'rejected'].includes(state ?? '');
}

const firstPause = 1_000;
const freshTries = 15;
const longestPause = 30_000;

/** The pause before the next poll in milliseconds, growing from short to half a minute. */
export function pauseAfter(tries: number): number {
  return Math.min(longestPause, firstPause * 1.35 ** Math.max(0, tries - freshTries));
}
