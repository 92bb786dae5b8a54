/** The hours in which messages come without a sound, 0 to 23: from one until another, which may be of the next day. */
export interface MutedHours {
  readonly from: number;
  readonly until: number;
}

/** The fault of hours that are none. */
export const sameHours = 'Выберите разные часы';

/** Until somebody chooses others. */
export const usualMuted: MutedHours = { from: 23, until: 8 };

/** Whether an hour of the day is a muted one. */
export function isMuted(muted: MutedHours | null, hour: number): boolean {
  if (muted === null) return false;
  const { from, until } = muted;
  return from < until ? from <= hour && hour < until : from <= hour || hour < until;
}
