import type { Queryable, Tx } from '#base/db.server.ts';
import { failures } from '#base/errors.ts';
import type { Budget, Limits } from '#base/rate-limit.server.ts';
import { countRecentlyPaid } from './donations-store.server.ts';

const fromAddress: Budget = {
  name: 'gift-address',
  points: 120,
  seconds: 60,
  message: 'С вашего адреса за минуту отправлено слишком много донатов. Подождите немного и попробуйте ещё раз',
};

const toCreator: Budget = {
  name: 'gift-creator',
  points: 1_200,
  seconds: 60,
  message: 'Этому автору сейчас отправляют очень много донатов. Подождите минуту и попробуйте ещё раз',
};

const refusedFromAddress: Budget = {
  name: 'refused-address',
  points: 10,
  seconds: 600,
  message:
    'С вашего адреса было слишком много неудачных оплат за последние 10 минут. Новая оплата откроется позже; с вашей картой это не связано',
};

const refusedToCreator: Budget = {
  name: 'refused-creator',
  points: 20,
  seconds: 600,
  message:
    'У этого автора слишком много неудачных оплат за последние 10 минут, мы защищаем карты от подбора. Попробуйте через несколько минут; с вашей картой это не связано',
};

// Of all payment systems together: as long as some of it is left, no system's own budget can be used up.
const refusedToCreatorAtAll: Budget = { ...refusedToCreator, name: 'refused-creator-all' };

/** First digits of the cards of each payment system. */
const prefixes = ['8600', '9860'];

/** So many paid gifts in the same 10 minutes tell an honest burst, whose share of refusals is small, from a trial of cards. */
const honestBurst = 3 * refusedToCreator.points;

/**
 * Spends of the budgets of new gifts, after a look at those of refused cards (contract, section 6). A creator in the middle
 * of many paid gifts is not closed by the refusals that come with them. Throws `TooManyRequests` with the true reason.
 */
export async function spendGift(
  db: Queryable,
  limits: Limits,
  gift: { address: string; projectId: string },
): Promise<void> {
  const { address, projectId } = gift;
  await Promise.all([limits.require(refusedFromAddress, address), requireFewRefusals(db, limits, projectId)]);
  await Promise.all([limits.spend(fromAddress, address), limits.spend(toCreator, projectId)]);
}

async function requireFewRefusals(db: Queryable, limits: Limits, projectId: string): Promise<void> {
  if (await hasLeft(limits, refusedToCreatorAtAll, projectId)) return;
  const left = await Promise.all(prefixes.map((prefix) => hasLeft(limits, refusedToCreator, `${prefix}:${projectId}`)));
  const used = prefixes.find((_, index) => !left[index]);
  if (used === undefined || (await countRecentlyPaid(db, projectId, honestBurst)) >= honestBurst) return;
  await limits.require(refusedToCreator, `${used}:${projectId}`);
}

async function hasLeft(limits: Limits, budget: Budget, key: string): Promise<boolean> {
  try {
    await limits.require(budget, key);
    return true;
  } catch (error) {
    if (failures.tooManyRequests.is(error)) return false;
    throw error;
  }
}

/** Counts a payment that the provider has refused for good, once the transaction that says so is committed. */
export function countRefusal(
  tx: Tx,
  limits: Limits,
  refused: { address: string; projectId: string; cardPrefix: string | null },
): void {
  const { address, projectId, cardPrefix } = refused;
  // A callback does not tell the card: such a refusal counts for every payment system.
  const known = prefixes.filter((prefix) => prefix === cardPrefix);
  const counted = known.length > 0 ? known : prefixes;
  const spend = (budget: Budget, key: string) =>
    limits.spend(budget, key).catch((error: unknown) => {
      if (!failures.tooManyRequests.is(error)) throw error;
    });
  tx.afterCommit(async () => {
    await Promise.all([
      spend(refusedFromAddress, address),
      ...counted.map((prefix) => spend(refusedToCreator, `${prefix}:${projectId}`)),
      spend(refusedToCreatorAtAll, projectId),
    ]);
  });
}
