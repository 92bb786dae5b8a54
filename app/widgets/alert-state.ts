/**
 * The states of an alert and the moves between them (docs/rules.md#alerts). `leased`: handed to a source that has not started to play it;
 * `uncertain`: started, but its end was never reported, so the creator chooses between replay and skip.
 */
const alertMoves = {
  held: ['queued', 'rejected', 'skipped'],
  queued: ['leased', 'skipped'],
  leased: ['playing', 'queued', 'shown', 'uncertain', 'skipped'],
  playing: ['shown', 'uncertain', 'skipped'],
  shown: ['queued'],
  skipped: ['queued'],
  uncertain: ['queued', 'shown', 'skipped'],
  rejected: ['queued', 'skipped'],
} as const;

export type AlertState = keyof typeof alertMoves;

export const alertStates = Object.keys(alertMoves).filter(isAlertState);

function isAlertState(value: string): value is AlertState {
  return Object.hasOwn(alertMoves, value);
}

/** Whether an alert may move from one state to another. */
export function mayMove(from: AlertState, to: AlertState): boolean {
  const targets: readonly AlertState[] = alertMoves[from];
  return targets.includes(to);
}

/** The states from which an alert may move to this one, for the condition of an update. */
export function movesInto(to: AlertState): readonly AlertState[] {
  return alertStates.filter((from) => mayMove(from, to));
}
