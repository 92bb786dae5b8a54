import { z } from 'zod';
import { isoOrNull } from '#base/calls/moment-wire.ts';
import type { Queryable } from '#base/db/db.server.ts';
import { minor } from '#base/money/money.ts';
import { type ShownReward, shownReward } from './reward-shapes.ts';
import { type RewardRow, readOpenRewards } from './reward-store.server.ts';

/**
 * A reward with its figures; whether it is chosen and paid for only for `all`: that changes without a payment, and public answers are stored until there is
 * one, or a piece is kept or let go.
 */
export function shownRewardOf(reward: RewardRow, { all }: { readonly all: boolean }) {
  const { id, text, price, stock, taken, held, isChosen, closedAt, removedFor, createdAt, revision } = reward;
  return {
    id,
    text,
    price: minor(price),
    stock,
    taken,
    left: stock === null ? null : Math.max(0, stock - taken - held),
    paying: all ? held : undefined,
    isChosen: all ? isChosen : undefined,
    closedAt: isoOrNull(closedAt),
    removedFor,
    createdAt: createdAt.toISOString(),
    revision,
  };
}

const rewardsOnWire = z.array(shownReward);

/** The rewards that a donation may take now, as on the wire, in the order in which they were made, with those that are sold out. `taken` is 0 where there is no stock. */
export async function openRewards(db: Queryable, projectId: string): Promise<readonly ShownReward[]> {
  const rewards = await readOpenRewards(db, projectId);
  return rewardsOnWire.encode(rewards.map((reward) => shownRewardOf(reward, { all: false })));
}
