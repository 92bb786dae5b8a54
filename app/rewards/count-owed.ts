import { call } from '#app/call.ts';

const countOf = async (state: 'owed' | 'missed', signal: AbortSignal) =>
  (await call('GET Reward/Owed', { query: { state, Take: 1 } }, { signal })).count;

/** How many rewards of the caller are taken and not given yet. */
export const countOwed = (signal: AbortSignal): Promise<number> => countOf('owed', signal);

/** How many donors have paid the caller for a reward when no piece was left. */
export const countMissed = (signal: AbortSignal): Promise<number> => countOf('missed', signal);
