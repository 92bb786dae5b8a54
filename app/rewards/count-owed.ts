import { call } from '#app/call.ts';

/** How many rewards of the caller are taken and not given yet. */
export async function countOwed(signal: AbortSignal): Promise<number> {
  const { count } = await call('GET Reward/Owed', { query: { state: 'owed', Take: 1 } }, { signal });
  return count;
}
