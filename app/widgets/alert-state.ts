/**
 * What may become of an alert (contract, section 7). `leased` has been handed to a source that has not begun yet;
 * `uncertain` began and its end was never told, so the creator chooses between replay and skip.
 */
const alertMoves = {
  held: ['queued', 'rejected', 'skipped'],
  queued: ['leased', 'skipped'],
  leased: ['playing', 'queued', 'shown', 'uncertain', 'skipped'],
  playing: ['shown', 'uncertain', 'skipped'],
  shown: ['queued'],
  skipped: ['queued'],
  uncertain: ['queued', 'shown', 'skipped'],
  rejected: ['queued'],
} as const;

export type AlertState = keyof typeof alertMoves;

export const alertStates = Object.keys(alertMoves).filter(isAlertState);

function isAlertState(value: string): value is AlertState {
  return Object.hasOwn(alertMoves, value);
}

/** Whether an alert may go from one state to another. */
export function mayMove(from: AlertState, to: AlertState): boolean {
  const targets: readonly AlertState[] = alertMoves[from];
  return targets.includes(to);
}

/** The states from which an alert may get into one, for the condition of an update. */
export function movesInto(to: AlertState): readonly AlertState[] {
  return alertStates.filter((from) => mayMove(from, to));
}
