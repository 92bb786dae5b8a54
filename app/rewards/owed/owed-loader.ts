import { call } from '#app/call.ts';
import { loadOwner } from '#app/own-list.ts';
import type { CallAnswer } from '#base/calls/call.ts';
import { idParameter } from '#base/ui/lists/id-parameter.ts';
import { pageNumber } from '#base/ui/lists/page-numbers.tsx';
import { countOwed } from '../count-owed.ts';
import { owedStates } from '../reward-rules.ts';
import type { rewardsCalls } from '../rewards.calls.ts';

const take = 20;

/** A reward that a donation has taken, or has missed. */
export type OwedReward = CallAnswer<typeof rewardsCalls.owedRewards>['items'][number];

/** Loads the page of the list that an address names. A state or a reward that is unknown counts as none. */
export async function loadOwed(params: URLSearchParams, signal: AbortSignal) {
  const state = owedStates.find((one) => one === params.get('state')) ?? 'owed';
  const asked = idParameter(params, 'reward');
  const listed = call('GET Reward/Taken', { query: { rewardId: asked } }, { signal });
  const isOwn = async () => asked !== undefined && (await listed).items.some(({ id }) => id === asked);
  const read = async () => {
    const rewardId = (await isOwn()) ? asked : undefined;
    const query = { state, rewardId, Skip: (pageNumber(params) - 1) * take, Take: take };
    return { rewardId, found: await call('GET Reward/Owed', { query }, { signal }) };
  };
  const [{ currency }, { items: rewards }, shown, owed] = await Promise.all([
    loadOwner(signal),
    listed,
    read(),
    countOwed(signal),
  ]);
  return { state, currency, rewards, owed, take, ...shown };
}
