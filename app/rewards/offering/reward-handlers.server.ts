import { listOffers, type OfferKind, removeOffer, type SavedOffer, saveOffer } from '#app/creators/offers.server.ts';
import type { Handlers } from '#base/calls/bound-call.server.ts';
import type { CallContext } from '#base/calls/call-context.server.ts';
import { failures } from '#base/calls/errors.ts';
import type { Queryable, Tx } from '#base/db/db.server.ts';
import type { Minor } from '#base/money/money.ts';
import { rewardChanged, rewardEnded, tooManyRewards } from '../reward-failures.ts';
import { rewardFaults, rewardLimits } from '../reward-rules.ts';
import type { RewardBody } from '../reward-shapes.ts';
import {
  closeReward,
  countOpenRewards,
  insertReward,
  lockReward,
  type RewardRow,
  readRewards,
  removeReward,
  updateReward,
} from '../reward-store.server.ts';
import type { rewardsCalls } from '../rewards.calls.ts';
import { shownRewardOf } from '../shown-reward.server.ts';

const rewards: OfferKind<RewardRow, ReturnType<typeof shownRewardOf>> = {
  read: readRewards,
  show: shownRewardOf,
  lock: lockReward,
  isOpen: ({ closedAt }) => closedAt === null,
  countOpen: countOpenRewards,
  mostOpen: rewardLimits.open,
  remove: removeReward,
  ended: rewardEnded,
  changed: rewardChanged,
  tooMany: tooManyRewards,
};

/** Says why no donation of a sum is taken. */
export type AmountFault = (db: Queryable, amount: Minor) => Promise<string | null>;

/** Refuses a price that is no sum of a donation. */
async function requireGivable(amountFault: AmountFault, tx: Tx, price: Minor): Promise<void> {
  const fault = await amountFault(tx, price);
  if (fault !== null) throw failures.validationFailed({ fields: { price: fault } });
}

/** Refuses to change what donors have seen when they chose, or to take away what they have or are paying for. */
function requireKept({ isChosen, taken, held, ...reward }: RewardRow, body: RewardBody): void {
  const fields: Record<string, string> = {};
  if (isChosen && body.text !== reward.text) fields.text = rewardFaults.chosenText;
  if (isChosen && body.price !== reward.price) fields.price = rewardFaults.chosenPrice;
  if (body.stock !== null && body.stock < taken + held) fields.stock = rewardFaults.stock;
  if (Object.keys(fields).length > 0) throw failures.validationFailed({ fields });
}

/** Refuses a change that does not name what of the reward its creator has seen. */
function requireSeen({ rewardId, revision, seenStock, close }: RewardBody): void {
  if (rewardId === undefined) return;
  const fields: Record<string, string> = {};
  if (revision === undefined) fields.revision = rewardFaults.required;
  if (seenStock === undefined && !close) fields.stock = rewardFaults.seenStock;
  if (Object.keys(fields).length > 0) throw failures.validationFailed({ fields });
}

async function save(amountFault: AmountFault, body: RewardBody, context: CallContext) {
  requireSeen(body);
  const { rewardId, revision } = body;
  const saved: SavedOffer<RewardRow> = {
    id: rewardId,
    revision,
    make: async (tx, id, projectId) => {
      await requireGivable(amountFault, tx, body.price);
      await insertReward(tx, id, projectId, body);
    },
    change: async (tx, reward) => {
      if (body.close) return closeReward(tx, reward.id);
      // Another stock is no other revision, which donors have seen.
      if (body.seenStock !== reward.stock) throw rewardChanged();
      requireKept(reward, body);
      if (body.price !== reward.price) await requireGivable(amountFault, tx, body.price);
      await updateReward(tx, reward.id, body);
    },
  };
  return saveOffer(rewards, saved, context);
}

type Offering = Pick<Handlers<typeof rewardsCalls>, 'rewards' | 'saveReward' | 'removeReward'>;

/** Handlers of a creator's rewards. */
export const createRewardHandlers = (amountFault: AmountFault): Offering => ({
  rewards: async ({ query }, context) => listOffers(rewards, query, context),
  saveReward: async ({ body }, context) => save(amountFault, body, context),
  removeReward: async ({ body: { rewardId: id, reason } }, context) => removeOffer(rewards, { id, reason }, context),
});
