import { readPaidDonations } from '#app/donations/donations-store.server.ts';
import { shownNames } from '#app/donations/signed-names.server.ts';
import { seedHashOf } from '#app/draws/fair-order.server.ts';
import { readLevelsOf, shownLevel } from '#app/memberships/levels-store.server.ts';
import { type GivenProductRow, readGivenProducts } from '#app/merch/given-product-store.server.ts';
import { isoOrNull } from '#base/calls/moment-wire.ts';
import type { Queryable } from '#base/db/db.server.ts';
import { minor } from '#base/money/money.ts';
import type { GiftState } from '../gift-rules.ts';
import { countEntries } from './gift-entry-store.server.ts';
import type { GiftPlaceRow } from './gift-place-store.server.ts';
import { isEntering, isFree, isOver, leftOf } from './gift-steps.server.ts';
import type { GiftRow } from './gift-store.server.ts';

function stateOf(gift: GiftRow, now: Date): GiftState {
  if (isEntering(gift, now)) return 'Entering';
  if (isFree(gift, now)) return 'Free';
  return isOver(gift) || gift.drawnAt !== null || gift.receiver === 'Link' ? 'Over' : 'Drawing';
}

function levelOf({ id, levelId }: GiftRow, levels: Awaited<ReturnType<typeof readLevelsOf>>) {
  if (levelId === null) return null;
  const level = levels.get(levelId);
  if (level === undefined) throw new Error(`the level of the gift ${id} is not there`);
  return shownLevel(level);
}

/** A product whose pieces are given, at the price that was paid. */
export function shownProduct({ id, name, imageUrl, sizes, colors, isListed }: GivenProductRow, price: number) {
  const choices = { sizes: [...sizes], colors: [...colors] };
  return { id, name, imageUrl, price: minor(price), ...choices, isSold: isListed };
}

function productOf({ id, productId, price }: GiftRow, products: ReadonlyMap<string, GivenProductRow>) {
  if (productId === null) return null;
  const product = products.get(productId);
  if (product === undefined) throw new Error(`the product of the gift ${id} is not there`);
  return shownProduct(product, price);
}

/** Some gifts as everybody sees them; the seed is secret until they are drawn. */
export async function shownGifts(db: Queryable, gifts: readonly GiftRow[], now: Date) {
  const ids = gifts.map(({ id }) => id);
  const undrawn = gifts.filter(({ entryUntil, entryCount }) => entryUntil !== null && entryCount === null);
  const [levels, products, donations, entered] = await Promise.all([
    readLevelsOf(db, gifts),
    readGivenProducts(
      db,
      gifts.flatMap(({ productId }) => productId ?? []),
    ),
    readPaidDonations(db, ids),
    countEntries(
      db,
      undrawn.map(({ id }) => id),
    ),
  ]);
  const names = await shownNames(db, donations);
  const givers = new Map(donations.map(({ id }, at) => [id, names[at] ?? null]));
  return gifts.map((gift) => {
    const { id, kind, receiver, delivery, months, withdrawn, short, seed, drawnAt, digest } = gift;
    const count = months - withdrawn;
    return {
      id,
      kind,
      receiver,
      state: stateOf(gift, now),
      giver: givers.get(id) ?? null,
      level: levelOf(gift, levels),
      product: productOf(gift, products),
      delivery: delivery === null ? null : minor(delivery),
      months: kind === 'Months' ? count : 0,
      pieces: kind === 'Pieces' ? count : 0,
      short,
      left: isOver(gift) ? 0 : leftOf(gift),
      entered: gift.entryCount ?? entered.get(id) ?? 0,
      entryUntil: isoOrNull(gift.entryUntil),
      expiresAt: (gift.expiresAt ?? now).toISOString(),
      seedHash: seed === null ? null : seedHashOf(seed).toString('hex'),
      seed: drawnAt === null ? null : (seed?.toString('hex') ?? null),
      digest: digest?.toString('hex') ?? null,
      entryCount: gift.entryCount,
      winners: gift.drawnMonths,
      endReason: gift.endReason,
    };
  });
}

/** Who got months, with the names that everybody may see. */
export async function shownPlaces(db: Queryable, rows: readonly GiftPlaceRow[]) {
  const names = await shownNames(db, rows);
  return rows.map(({ place, ticket, isPassedOver, givenAt, lapsedAt, withdrawnAt }, at) => ({
    place,
    name: names[at] ?? null,
    ticket,
    passedAt: isPassedOver ? givenAt.toISOString() : null,
    lapsedAt: isoOrNull(lapsedAt),
    withdrawnAt: isoOrNull(withdrawnAt),
  }));
}
