import { cardSystemNames, cardSystemOf } from '#app/payments/card-number.ts';
import { failures } from '#base/calls/errors.ts';
import type { Budget, Limits } from '#base/calls/rate-limit.server.ts';
import type { Queryable, Tx } from '#base/db/db.server.ts';
import { networkOf, siteOf } from '#base/process/network-of.ts';
import { countRecentlyPaid } from '../donations-store.server.ts';

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

const keyOf = (system: string, projectId: string) => `${system}:${projectId}`;

/** What a new donation's budgets depend on; `cardSystems`: those of the country. */
export interface DonationOrigin {
  readonly network: string;
  readonly projectId: string;
  readonly cardSystems: readonly string[];
}

/**
 * Returns the payment systems that refused cards have closed for a creator (docs/rules.md#donations). A creator who is receiving many paid
 * donations is not blocked by the refusals among them. Throws `TooManyRequests` with the true reason if those are all systems of the
 * country, or if the network or its site is closed.
 */
export async function findClosedSystems(db: Queryable, limits: Limits, donation: DonationOrigin): Promise<string[]> {
  const { network, projectId, cardSystems } = donation;
  const [, closed] = await Promise.all([
    limits.require(refusedFromAddress, network),
    closedSystemsOf(db, limits, projectId),
    siteOf(network) !== network && limits.require(refusedFromSite, `${siteOf(network)}:${projectId}`),
  ]);
  const [first] = cardSystems;
  if (first !== undefined && cardSystems.every((system) => closed.includes(system))) {
    await limits.require(refusedToCreator, keyOf(first, projectId));
  }
  return closed;
}

async function closedSystemsOf(db: Queryable, limits: Limits, projectId: string): Promise<string[]> {
  if (await hasLeft(limits, refusedToCreatorAtAll, projectId)) return [];
  const left = await Promise.all(
    cardSystemNames.map((system) => hasLeft(limits, refusedToCreator, keyOf(system, projectId))),
  );
  const closed = cardSystemNames.filter((_, index) => !left[index]);
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
    const of = own.flatMap((prefix) => (prefix === null ? cardSystems : (cardSystemOf(prefix)?.name ?? [])));
    await Promise.all([
      ...cardSystemNames.map((system) => {
        const points = of.filter((name) => name === system).length;
        return points === 0 ? null : limits.note(refusedToCreator, keyOf(system, projectId), points);
      }),
      limits.note(refusedToCreatorAtAll, projectId, own.length),
    ]);
  });
}
