import { v7 as uuidV7 } from 'uuid';
import { countRewardChoice } from '#app/rewards/reward-choice-store.server.ts';
import { insertRewardChoice } from '#app/rewards/reward-holds-store.server.ts';
import { insertReward } from '#app/rewards/reward-store.server.ts';
import { statement, type Tx } from '#base/db/db.server.ts';
import { fromMain } from '#base/money/money.ts';
import type { DemoDonation } from './donations/donations.ts';

interface World {
  readonly projectId: string;
  /** Those that may take one, oldest first. */
  readonly donations: readonly DemoDonation[];
  readonly since: Date;
  readonly now: Date;
}

/** `left`: pieces that nobody has taken; null: there is no limit. `late`: donors who paid when none was left. */
const offered = [
  { text: 'Имя в титрах субботнего эфира', price: fromMain(15_000), most: 6, left: null, late: 0 },
  { text: 'Открытка с автографом', price: fromMain(25_000), most: 4, left: 1, late: 0 },
  { text: 'Песня по вашей просьбе', price: fromMain(50_000), most: 2, left: 0, late: 1 },
];

const day = 86_400_000;
const giving = 4 * day;

const dateReward = statement('update reward set created_at = $2 where id = $1');
const chooseLate = statement('insert into reward_choice (donation_id, reward_id, project_id) values ($1, $2, $3)');
const markGiven = statement(`
  update reward_choice set given_at = taken_at + interval '1 day' where project_id = $1 and taken_at < $2`);

/** Offers three rewards, one sold out, so that somebody has missed it, and one nearly, which the largest donations have taken; what was taken some days ago is given. */
export async function addRewards(tx: Tx, { projectId, donations, since, now }: World): Promise<void> {
  let free = donations;
  for (const [at, { text, price, most, left, late }] of [...offered.entries()].reverse()) {
    const takers = free.filter(({ amount }) => amount >= price).slice(0, most);
    const rewardId = uuidV7({ msecs: since.getTime() + at });
    const stock = left === null ? null : Math.max(1, takers.length + left);
    await insertReward(tx, rewardId, projectId, { text, price, stock, close: false });
    await tx.run(dateReward, [rewardId, since]);
    for (const { id: donationId, donorId, amount, paidAt } of takers) {
      await insertRewardChoice(tx, { donationId, donorId, network: null }, { rewardId, revision: 1 });
      await countRewardChoice(tx, { donationId, amount, paidAt });
    }
    const missed = free.filter((donation) => donation.amount >= price && !takers.includes(donation)).slice(0, late);
    for (const { id: donationId, amount, paidAt } of missed) {
      await tx.run(chooseLate, [donationId, rewardId, projectId]);
      await countRewardChoice(tx, { donationId, amount, paidAt });
    }
    free = free.filter((donation) => !takers.includes(donation) && !missed.includes(donation));
  }
  await tx.run(markGiven, [projectId, new Date(now.getTime() - giving)]);
}
