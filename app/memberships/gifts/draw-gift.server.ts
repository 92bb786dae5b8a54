import { setImmediate } from 'node:timers/promises';
import { findProject } from '#app/creators/creators.server.ts';
import { lockProjectTotal } from '#app/donations/donations-store.server.ts';
import { digestOf, entryParts, scoreOf } from '#app/draws/fair-order.server.ts';
import type { Database, Tx } from '#base/db/db.server.ts';
import { outdateCached } from '#base/events/cache-tags.server.ts';
import type { Clock } from '../clock.server.ts';
import type { EndingDeps } from '../endings.server.ts';
import { readAllTickets, readDrawn, writeScores } from './gift-entry-store.server.ts';
import { insertPlace } from './gift-place-store.server.ts';
import { ended, leftOf, settled } from './gift-steps.server.ts';
import { type GiftRow, lockGift, readDueGifts, saveGift } from './gift-store.server.ts';
import { giveMonths } from './give-months.server.ts';

export interface GiftDeps extends EndingDeps {
  readonly db: Database;
  readonly clock: Clock;
}

/** The tag of what shows gifted months. */
export const giftTag = (giftId: string) => `gift:${giftId}`;

const mostAtOnce = 20;
const peopleAtOnce = 200;

/** Computes what decides of all tickets: the seed alone does. Returns what is published of them. */
async function score(tx: Tx, giftId: string, seed: Buffer): Promise<{ digest: Buffer; entryCount: number }> {
  const tickets = await readAllTickets(tx, giftId);
  const digest = digestOf(tickets);
  for (const part of entryParts(tickets)) {
    await writeScores(
      tx,
      giftId,
      part.map((ticket) => ({ ticket, score: scoreOf(seed, digest, ticket) })),
    );
    await setImmediate();
  }
  return { digest, entryCount: tickets.length };
}

/** Gives a month each to the first ones who can take one, and returns how many have got one. */
async function giveToDrawn(tx: Tx, deps: GiftDeps, gift: GiftRow, now: Date): Promise<number> {
  const most = leftOf(gift);
  let given = 0;
  for (let skip = 0; ; skip += peopleAtOnce) {
    const people = await readDrawn(tx, gift, { skip, take: peopleAtOnce });
    for (const { personId, isAble, ticket, name, isAnonymous } of people) {
      if (given === most) return given;
      if (personId === null || !isAble) await insertPlace(tx, gift.id, { ticket, membershipId: null, at: now });
      else {
        await giveMonths(tx, deps, { gift, getter: { personId, name, isAnonymous, ticket }, months: 1, now });
        given += 1;
      }
    }
    if (people.length < peopleAtOnce) return given;
  }
}

/** Draws who gets locked gifted months, as draws are held (docs/rules.md#draws). */
async function draw(tx: Tx, deps: GiftDeps, gift: GiftRow, now: Date): Promise<void> {
  if (gift.seed === null) throw new Error(`the gifted months ${gift.id} have no seed`);
  const { digest, entryCount } = await score(tx, gift.id, gift.seed);
  const given = await giveToDrawn(tx, deps, gift, now);
  const drawn = { ...gift, digest, entryCount, drawnAt: now, drawnMonths: leftOf(gift), taken: gift.taken + given };
  await saveGift(tx, settled({ ...drawn, dueAt: drawn.expiresAt }, now));
}

/** Takes the step of gifted months that is due: draws, or ends what nobody has taken in time. Any number of processes may ask for it. */
export async function stepGift(deps: GiftDeps, giftId: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    // As every payment of the project does, so that nobody becomes a member in another way meanwhile.
    await lockProjectTotal(tx, giftId);
    const gift = await lockGift(tx, giftId);
    const now = await deps.clock(tx);
    if (gift === null || gift.dueAt === null || gift.dueAt > now) return;
    const project = await findProject(tx, gift.projectId);
    if (!project?.isAvailable) await saveGift(tx, ended(gift, 'CreatorGone', now));
    else if (gift.receiver === 'Chat' && gift.drawnAt === null) await draw(tx, deps, gift, now);
    else await saveGift(tx, ended(gift, 'Lapsed', now));
    await outdateCached(tx, [giftTag(giftId)]);
  });
}

/** Takes all steps that are due, each by itself: one that fails keeps none of the others waiting. */
export async function stepDueGifts(deps: GiftDeps): Promise<void> {
  const { db, clock } = deps;
  const faults: unknown[] = [];
  for (const giftId of await readDueGifts(db, await clock(db), mostAtOnce)) {
    await stepGift(deps, giftId).catch((error: unknown) => faults.push(error));
  }
  if (faults.length > 0) throw faults[0];
}
