import { projectOfUser } from '#app/creators/creators.server.ts';
import type { Handlers } from '#base/calls/bound-call.server.ts';
import { callerOf } from '#base/calls/call-context.server.ts';
import { failures } from '#base/calls/errors.ts';
import type { Queryable } from '#base/db/db.server.ts';
import { outdateCached } from '#base/events/cache-tags.server.ts';
import { minor } from '#base/money/money.ts';
import { noPieceLeftOf } from '../reward-failures.ts';
import { hasReward } from '../reward-store.server.ts';
import type { rewardsCalls } from '../rewards.calls.ts';
import { giveMissedOnes, lockChosen, markGiven } from './marking-store.server.ts';
import { readOwed } from './owed-store.server.ts';
import { readTakenRewards } from './taken-rewards-store.server.ts';

interface Words {
  /** Null for an anonymous donation. */
  readonly name: string | null;
  readonly message: string | null;
}

/** Reads what the donors of some donations have written, for their creator. */
export type ReadWords = (
  db: Queryable,
  donationIds: readonly string[],
  texts: readonly string[],
) => Promise<{ readonly written: ReadonlyMap<string, Words> }>;

/** Handlers of what creators owe to donors. */
export const createOwedHandlers = (
  readWords: ReadWords,
): Pick<Handlers<typeof rewardsCalls>, 'owedRewards' | 'takenRewards' | 'giveRewards'> => ({
  owedRewards: async ({ query: { state, rewardId, Skip, Take } }, context) => {
    const { db } = context;
    const project = await projectOfUser(db, callerOf(context).userId);
    if (rewardId !== undefined && (project === null || !(await hasReward(db, rewardId, project.projectId)))) {
      throw failures.notFound();
    }
    if (project === null) return { items: [], count: 0 };
    const { projectId } = project;
    const { items, count } = await readOwed(db, { projectId, state, rewardId, skip: Skip, take: Take });
    const ids = items.map(({ donationId }) => donationId);
    const { written } = await readWords(db, ids, []);
    return {
      count,
      items: items.map(({ amount, paidAt, givenAt, ...row }) => ({
        ...row,
        name: written.get(row.donationId)?.name ?? null,
        message: written.get(row.donationId)?.message ?? null,
        amount: minor(amount),
        paidAt: paidAt.toISOString(),
        givenAt: givenAt?.toISOString() ?? null,
      })),
    };
  },
  takenRewards: async ({ query: { rewardId } }, context) => {
    const project = await projectOfUser(context.db, callerOf(context).userId);
    if (project === null) return { items: [] };
    return { items: [...(await readTakenRewards(context.db, project.projectId, rewardId))] };
  },
  giveRewards: async ({ body: { donationIds, isGiven } }, context) =>
    context.transaction(async (tx) => {
      const project = await projectOfUser(tx, callerOf(context).userId);
      if (project === null) throw failures.notFound();
      const { projectId } = project;
      const ids = [...new Set(donationIds)];
      const choices = await lockChosen(tx, { projectId, donationIds: ids });
      if (choices.length < ids.length) throw failures.notFound();
      const taken = choices.filter(({ isTaken }) => isTaken).map(({ id }) => id);
      const missed = choices.filter(({ isMissed }) => isMissed).map(({ id }) => id);
      const marked = await markGiven(tx, taken, isGiven);
      const given = isGiven ? missed : [];
      const lacked = given.length > 0 ? await giveMissedOnes(tx, given) : [];
      if (lacked.length > 0) throw noPieceLeftOf(lacked.map((text) => `«${text}»`));
      // Others can take what was paid back, and no longer what was free until now.
      if (!isGiven || given.length > 0) await outdateCached(tx, [`project:${projectId}`]);
      return { count: taken.length + missed.length, marked: [...marked, ...given] };
    }),
});
