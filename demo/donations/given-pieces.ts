import { randomBytes } from 'node:crypto';
import { donorKeyOf } from '#app/donations/donation-rules.ts';
import { ticketOf } from '#app/draws/fair-order.server.ts';
import { insertEntry } from '#app/gifts/gift/gift-entry-store.server.ts';
import { opened } from '#app/gifts/gift/gift-steps.server.ts';
import { insertGift, lockGift, saveGift } from '#app/gifts/gift/gift-store.server.ts';
import { claimPieces } from '#app/gifts/stock/gift-stock.server.ts';
import { statement, type Tx } from '#base/db/db.server.ts';
import { add, fromMain, type Minor, minor, percentOf, times } from '#base/money/money.ts';
import type { DemoPerson } from '../people.ts';
import type { DemoDonation } from './donations.ts';

interface World {
  readonly creators: ReadonlyMap<string, DemoPerson>;
  readonly buyer: DemoPerson;
  readonly commissionPercent: number;
  readonly timeZone: string;
  readonly now: Date;
}

interface GivenProduct extends Record<string, unknown> {
  readonly id: string;
  readonly name: string;
  readonly price: Minor;
}

/** Pieces of merch that a donation gives to the viewers of the first creator. */
interface GivenPieces {
  readonly donation: DemoDonation;
  readonly product: GivenProduct;
  readonly donor: DemoPerson;
  /** Who takes part in the drawing. */
  readonly viewers: readonly DemoPerson[];
}

const hour = 3_600_000;
const day = 24 * hour;

/** One more than take part: the last piece is for whoever comes first. */
const pieces = 4;
const delivery = fromMain(30_000);
const words = { name: 'Нодира', message: 'Чату от меня, носите на здоровье!' };

const viewerNames = ['Бекзод', 'Тимур', 'Малика'];

const cheapest = statement<GivenProduct>(`
  select id, name, price from product
  where user_id = $1 and is_listed and not is_for_members and (stock is null or stock > 5) order by price, id limit 1`);

/** The newest donation to a creator that is some days old and belongs to nothing else. */
function pick(donations: readonly DemoDonation[], { projectId }: DemoPerson, now: Date): DemoDonation | undefined {
  const until = now.getTime() - 2 * day;
  return donations
    .filter((one) => one.projectId === projectId && one.refundedAt === null && one.jointId === undefined)
    .filter(({ paidAt }) => paidAt.getTime() < until)
    .toSorted((one, other) => other.paidAt.getTime() - one.paidAt.getTime())[0];
}

/** Makes one donation pay pieces of merch for the chat of the first creator; null: nothing can be given. */
export async function chooseGivenPieces(
  tx: Tx,
  donations: readonly DemoDonation[],
  { creators, buyer, commissionPercent, now }: World,
): Promise<GivenPieces | null> {
  const [creator, donor, ...others] = creators.values();
  const donation = creator && pick(donations, creator, now);
  const [product] = creator === undefined ? [] : await tx.run(cheapest, [creator.userId]);
  if (!donor || !donation || !product) return null;
  const amount = times(add(minor(product.price), delivery), pieces);
  const signed = { personId: donor.userId, name: words.name, isAnonymous: false };
  const given: DemoDonation = {
    ...donation,
    ...words,
    isAnonymous: false,
    donorId: donor.userId,
    donorKey: donorKeyOf(signed),
    amount,
    commission: percentOf(amount, commissionPercent),
    givenPieces: { count: pieces, product: product.name },
  };
  return { donation: given, product, donor, viewers: [buyer, ...others.slice(0, pieces - 2)] };
}

/** Opens them as when they were paid: the drawing is due, and the running server holds it. */
export async function addGivenPieces(tx: Tx, given: GivenPieces, { timeZone }: World): Promise<void> {
  const { donation, product, donor, viewers } = given;
  const { id, projectId, createdAt, paidAt } = donation;
  await insertGift(tx, {
    id,
    projectId,
    personId: donor.userId,
    kind: 'Pieces',
    levelId: null,
    productId: product.id,
    delivery,
    receiver: 'Chat',
    price: product.price,
    months: pieces,
    timeZone,
    createdAt,
  });
  const gift = await lockGift(tx, id);
  if (gift === null) throw new Error(`the gift ${id} was not written`);
  const ticketKey = randomBytes(32);
  await saveGift(tx, opened(await claimPieces(tx, gift), paidAt, { seed: randomBytes(32), ticketKey }));
  for (const [at, { userId: personId }] of viewers.entries()) {
    const ticket = ticketOf(ticketKey, { drawId: id, personId });
    await insertEntry(tx, id, { ticket, personId, name: viewerNames[at] ?? null, isAnonymous: false, at: paidAt });
  }
}
