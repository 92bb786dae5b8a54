import type { Area } from '#base/calls/area.server.ts';
import { bindCalls } from '#base/calls/bound-call.server.ts';
import type { Database } from '#base/db/db.server.ts';
import { outdateCached } from '#base/events/cache-tags.server.ts';
import { type AmountFault, createRewardHandlers } from './offering/reward-handlers.server.ts';
import { createOwedHandlers, type ReadWords } from './owed/owed-handlers.server.ts';
import { letHoldsRunOut } from './reward-holds-store.server.ts';
import { rewardsCalls } from './rewards.calls.ts';

interface RewardsOptions {
  readonly db: Database;
  readonly readWords: ReadWords;
  readonly amountFault: AmountFault;
}

const minute = 60_000;

/** What pages show of rewards is right again. */
async function letRunOut(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    const projectIds = await letHoldsRunOut(tx);
    if (projectIds.length > 0) {
      await outdateCached(
        tx,
        projectIds.map((id) => `project:${id}`),
      );
    }
  });
}

/** Creates the area: what creators give for a donation (docs/rules.md#rewards). */
export function createRewards({ db, readWords, amountFault }: RewardsOptions) {
  return {
    calls: bindCalls(rewardsCalls, { ...createRewardHandlers(amountFault), ...createOwedHandlers(readWords) }),
    jobs: [{ name: 'kept rewards that ran out', everyMilliseconds: minute, run: () => letRunOut(db) }],
  } satisfies Area;
}
