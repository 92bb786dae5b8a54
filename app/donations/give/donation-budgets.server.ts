import { paymentSystemNames, paymentSystemOf } from '#app/payments/card-number.ts';
import { failures } from '#base/calls/errors.ts';
import type { Queryable, Tx } from '#base/db/db.server.ts';
import { networkOf, siteOf } from '#base/http/network-of.ts';
import type { Budget, Limits } from '#base/http/rate-limit.server.ts';
import { countRecentlyPaid } from '../donations-store.server.ts';

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

const refusedFromAddress: Budget = {
  name: 'refused-address',
  points: 10,
  seconds: 600,
  message:
    'С вашего адреса было слишком много неудачных оплат за последние 10 минут. Новая оплата откроется позже; с вашей картой это не связано',
};

/**
 * Of an IPv6 site at one creator. A site has many networks, so without this budget two of them could close a payment system for everyone.
 * Other creators stay open to the site, since customers of a mobile operator may share one.
 */
const refusedFromSite: Budget = {
  ...refusedFromAddress,
  name: 'refused-site',
  points: 15,
  message:
    'Из вашей сети этому автору было слишком много неудачных оплат за последние 10 минут. Новая оплата откроется позже; с вашей картой это не связано',
};

const refusedToCreator: Budget = {
  name: 'refused-creator',
  points: 20,
  seconds: 600,
  message:
    'У этого автора слишком много неудачных оплат за последние 10 минут, мы защищаем карты от подбора. Попробуйте через несколько минут; с вашей картой это не связано',
};

// For all payment systems together: while some of it is left, no single system's budget can be used up.
const refusedToCreatorAtAll: Budget = { ...refusedToCreator, name: 'refused-creator-all' };

/** At least this many paid donations in the same 10 minutes mean an honest burst with few refusals, not a trial of cards. */
const honestBurst = 3 * refusedToCreator.points;

/**
 * Spends the budgets of new donations after checking those of refused cards (docs/rules.md#donations). A creator who is receiving many
 * paid donations is not blocked by the refusals among them. Returns the payment systems that are closed for this creator for now. If
 * those are all of the country's `cardSystems`, or another budget is used up, throws
 * `TooManyRequests` with the true reason.
 */
export async function spendDonation(
  db: Queryable,
  limits: Limits,
  donation: { network: string; projectId: string; cardSystems: readonly string[] },
): Promise<string[]> {
  const { network, projectId, cardSystems } = donation;
  const [, closed] = await Promise.all([
    limits.require(refusedFromAddress, network),
    findClosedSystems(db, limits, projectId),
    siteOf(network) !== network && limits.require(refusedFromSite, `${siteOf(network)}:${projectId}`),
  ]);
  const [first] = cardSystems;
  if (first !== undefined && cardSystems.every((system) => closed.includes(system))) {
    await limits.require(refusedToCreator, keyOf(first, projectId));
  }
  // A request refused to a network must not spend the budgets of others.
  await limits.spend(fromAddress, network);
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
 * Counts refusals against their network and its site; returns how many of them count against the creator. A network or site that is already
 * closed does not spend the creator's budget, so that alone it cannot close a system for others.
 */
async function noteOrigin(limits: Limits, address: string, projectId: string, refusals: number): Promise<number> {
  const network = networkOf(address);
  const counted = await limits.note(refusedFromAddress, network, refusals);
  const site = siteOf(network);
  return counted === 0 || site === network ? counted : limits.note(refusedFromSite, `${site}:${projectId}`, counted);
}

/**
 * Counts cards that the provider has refused, after the transaction commits. A null prefix, of an unknown card, counts for each of the
 * country's `cardSystems`. A card of an unnamed system counts for none.
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
  tx.afterCommit(async () => {
    const counted = address === null ? prefixes.length : await noteOrigin(limits, address, projectId, prefixes.length);
    if (counted === 0) return;
    const own = prefixes.slice(0, counted);
    const of = own.flatMap((prefix) => (prefix === null ? cardSystems : (paymentSystemOf(prefix)?.name ?? [])));
    await Promise.all([
      ...paymentSystemNames.map((system) => {
        const points = of.filter((name) => name === system).length;
        return points === 0 ? null : limits.note(refusedToCreator, keyOf(system, projectId), points);
      }),
      limits.note(refusedToCreatorAtAll, projectId, own.length),
    ]);
  });
}
