import { failures } from '#base/calls/errors.ts';
import type { Budget, Limits } from '#base/calls/rate-limit.server.ts';
import type { Queryable } from '#base/db/db.server.ts';
import { siteOf } from '#base/process/network-of.ts';
import { type DonationOrigin, findClosedSystems } from './refused-cards.server.ts';

const fromAddress: Budget = {
  name: 'donation-address',
  points: 120,
  seconds: 60,
  message: 'С вашего адреса за минуту отправлено слишком много донатов. Подождите немного и попробуйте ещё раз',
};

const toCreator: Budget = {
  name: 'donation-creator',
  points: 1_200,
  seconds: 60,
  message: 'Этому автору сейчас отправляют очень много донатов. Подождите минуту и попробуйте ещё раз',
};

/**
 * A second budget of the same size for a minute in which a creator's budget is used up. A network gets a small share of it and a site a
 * larger one, so that a few networks cannot block a creator for all others.
 */
const shares: Budget = { ...toCreator, name: 'donation-shares' };
const shareOfNetwork: Budget = { ...toCreator, name: 'donation-share', points: 12 };
const shareOfSite: Budget = { ...toCreator, name: 'donation-site', points: 60 };

/**
 * Spends the budgets of new donations after checking those of refused cards. Returns the payment systems that are closed for this creator
 * for now. If a budget is used up, throws `TooManyRequests` with the true reason.
 */
export async function spendDonation(db: Queryable, limits: Limits, donation: DonationOrigin): Promise<string[]> {
  const { network, projectId } = donation;
  const closed = await findClosedSystems(db, limits, donation);
  // A request refused to a network must not spend the budgets of others.
  await limits.spendByNetwork(fromAddress, network);
  await spendOfCreator(limits, network, projectId);
  return closed;
}

async function spendOfCreator(limits: Limits, network: string, projectId: string): Promise<void> {
  try {
    await limits.spend(toCreator, projectId);
  } catch (error) {
    if (!failures.tooManyRequests.is(error)) throw error;
    await limits.spend(shareOfNetwork, `${network}:${projectId}`);
    await limits.spend(shareOfSite, `${siteOf(network)}:${projectId}`);
    await limits.spend(shares, projectId);
  }
}
