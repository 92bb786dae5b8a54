import type { Queryable, Tx } from '#base/db.server.ts';
import { failures } from '#base/errors.ts';
import type { Budget, Limits } from '#base/rate-limit.server.ts';
import { paymentSystemNames, paymentSystemOf } from '../payments/card-number.ts';
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

/** So many paid gifts in the same 10 minutes tell an honest burst, whose share of refusals is small, from a trial of cards. */
const honestBurst = 3 * refusedToCreator.points;

/**
 * Spends of the budgets of new gifts, after a look at those of refused cards (contract, section 6). A creator in the middle
 * of many paid gifts is not closed by the refusals that come with them. Answers the payment systems whose cards this creator
 * takes no more for now; where those are all of the country's `cardSystems`, and where another budget is used up, throws
 * `TooManyRequests` with the true reason.
 */
export async function spendGift(
  db: Queryable,
  limits: Limits,
  gift: { address: string; projectId: string; cardSystems: readonly string[] },
): Promise<string[]> {
  const { address, projectId, cardSystems } = gift;
  const [, closed] = await Promise.all([
    limits.require(refusedFromAddress, address),
    findClosedSystems(db, limits, projectId),
  ]);
  const [first] = cardSystems;
  if (first !== undefined && cardSystems.every((system) => closed.includes(system))) {
    await limits.require(refusedToCreator, keyOf(first, projectId));
  }
  await Promise.all([limits.spend(fromAddress, address), limits.spend(toCreator, projectId)]);
  return closed;
}

const keyOf = (system: string, projectId: string) => `${system}:${projectId}`;

async function findClosedSystems(db: Queryable, limits: Limits, projectId: string): Promise<string[]> {
  if (await hasLeft(limits, refusedToCreatorAtAll, projectId)) return [];
  const left = await Promise.all(
    paymentSystemNames.map((system) => hasLeft(limits, refusedToCreator, keyOf(system, projectId))),
  );
  const closed = paymentSystemNames.filter((_, index) => !left[index]);
  const isBurst = closed.length > 0 && (await countRecentlyPaid(db, projectId, honestBurst)) >= honestBurst;
  return isBurst ? [] : closed;
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

/**
 * Counts cards that the provider has refused, once the transaction that says so is committed. A prefix is null where the card
 * is unknown: it counts for each of the country's `cardSystems`. A card of a system without a name counts for none.
 */
export function countRefusals(
  tx: Tx,
  limits: Limits,
  refused: {
    address: string | null;
    projectId: string;
    prefixes: readonly (string | null)[];
    cardSystems: readonly string[];
  },
): void {
  const { address, projectId, prefixes, cardSystems } = refused;
  const of = prefixes.flatMap((prefix) => (prefix === null ? cardSystems : (paymentSystemOf(prefix)?.name ?? [])));
  const spent = paymentSystemNames.map((system) => {
    const points = of.filter((name) => name === system).length;
    return { key: keyOf(system, projectId), points };
  });
  tx.afterCommit(async () => {
    await Promise.all([
      address === null ? null : limits.note(refusedFromAddress, address, prefixes.length),
      ...spent.map(({ key, points }) => (points === 0 ? null : limits.note(refusedToCreator, key, points))),
      limits.note(refusedToCreatorAtAll, projectId, prefixes.length),
    ]);
  });
}
