import { everyCall } from '#test/support/every-call.ts';
import { fixedCalls } from '../fixed-calls.ts';
import { walkCalls } from '../walk.ts';
import { givingWays, reportWays } from './giving-ways.ts';
import { historyWays } from './history-ways.ts';
import { identityWays } from './identity-ways.ts';
import { listWays } from './list-ways.ts';
import { memberWays } from './member-ways.ts';
import { membershipWays } from './membership-ways.ts';
import { orderWays } from './order-ways.ts';
import { payoutWays } from './payout-ways.ts';
import { postWays } from './post-ways.ts';
import { shopWays } from './shop-ways.ts';
import { staffWays } from './staff-ways.ts';
import { toolWays } from './tool-ways.ts';
import type { Way } from './way.ts';
import { widgetWays } from './widget-ways.ts';

const byHand = [
  ...[reportWays, postWays, memberWays, membershipWays, givingWays, payoutWays, widgetWays].flat(),
  ...[orderWays, shopWays, identityWays, staffWays, toolWays, historyWays].flat(),
];

const excused = new Set(Object.keys(fixedCalls));

/** Reading before writing, so that what is read is what was filled in. */
export const ways: readonly Way[] = [
  ...walkCalls(new Set([...byHand.map(({ call }) => call), ...excused])),
  ...listWays,
  ...byHand,
];

/** Calls that are neither asked nor said not to grow, and calls that are both. */
export function wrongCalls(): { readonly forgotten: readonly string[]; readonly twice: readonly string[] } {
  const asked = new Set(ways.map(({ call }) => call));
  const all = everyCall.map(({ method, path }) => `${method} ${path}`);
  return {
    forgotten: all.filter((name) => !asked.has(name) && !excused.has(name)),
    twice: [...excused].filter((name) => asked.has(name)),
  };
}
