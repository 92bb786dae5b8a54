import { listOffers, type OfferKind, removeOffer, type SavedOffer, saveOffer } from '#app/creators/offers.server.ts';
import type { Handlers } from '#base/calls/bound-call.server.ts';
import type { CallContext } from '#base/calls/call-context.server.ts';
import { failures } from '#base/calls/errors.ts';
import { rewardChanged, rewardEnded, tooManyRewards } from '../reward-failures.ts';
import { rewardFaults, rewardLimits } from '../reward-rules.ts';
import type { RewardBody } from '../reward-shapes.ts';
import {
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

/** Refuses to change what donors have seen when they chose, or to take away what they have or are paying for. */
function requireKept({ isChosen, taken, held, ...reward }: RewardRow, body: RewardBody): void {
  const fields: Record<string, string> = {};
  if (isChosen && body.text !== reward.text) fields.text = rewardFaults.chosenText;
  if (isChosen && body.price !== reward.price) fields.price = rewardFaults.chosenPrice;
  if (body.stock !== null && body.stock < taken + held) fields.stock = rewardFaults.stock;
  if (Object.keys(fields).length > 0) throw failures.validationFailed({ fields });
}

async function save(body: RewardBody, context: CallContext) {
  const { rewardId, revision } = body;
  if (rewardId !== undefined && revision === undefined) {
    throw failures.validationFailed({ fields: { revision: rewardFaults.required } });
  }
  const saved: SavedOffer<RewardRow> = {
    id: rewardId,
    revision,
    make: (tx, id, projectId) => insertReward(tx, id, projectId, body),
    change: async (tx, reward) => {
      requireKept(reward, body);
      await updateReward(tx, reward.id, body);
    },
  };
  return saveOffer(rewards, saved, context);
}

type Offering = Pick<Handlers<typeof rewardsCalls>, 'rewards' | 'saveReward' | 'removeReward'>;

/** Handlers of a creator's rewards. */
export const rewardHandlers: Offering = {
  rewards: async ({ query }, context) => listOffers(rewards, query, context),
  saveReward: async ({ body }, context) => save(body, context),
  removeReward: async ({ body: { rewardId: id, reason } }, context) => removeOffer(rewards, { id, reason }, context),
};
