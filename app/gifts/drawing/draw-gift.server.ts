import { setImmediate } from 'node:timers/promises';
import { findProject } from '#app/creators/creators.server.ts';
import { lockProjectTotal } from '#app/donations/donations-store.server.ts';
import { digestOf, entryParts, scoreOf } from '#app/draws/fair-order.server.ts';
import type { Clock } from '#app/memberships/clock.server.ts';
import type { EndingDeps } from '#app/memberships/endings.server.ts';
import type { Database, Tx } from '#base/db/db.server.ts';
import { lockEntered, readAllTickets, writeScores } from '../gift/gift-entry-store.server.ts';
import { insertPlace } from '../gift/gift-place-store.server.ts';
import { ended, isOver, leftOf, settled } from '../gift/gift-steps.server.ts';
import { type GiftRow, readDueGifts, saveGift } from '../gift/gift-store.server.ts';
import type { NotifyWinners } from '../gift-notices.server.ts';
import { settleStock } from '../stock/gift-stock.server.ts';
import { give } from './give.server.ts';
import { lockPaidGift } from './paid-gift.server.ts';
import { showGiftChange } from './show-gift-change.server.ts';

export interface GiftDeps extends EndingDeps {
  readonly db: Database;
  readonly clock: Clock;
  /** Of pieces that people get. */
  readonly notify: NotifyWinners;
}

const mostAtOnce = 20;
const peopleAtOnce = 200;

interface Scored {
  readonly ticket: Buffer;
  readonly score: Buffer;
}

/** Computes what decides of all tickets, which the seed alone does, in the order in which they are drawn. */
async function scored(tickets: readonly Buffer[], seed: Buffer, digest: Buffer): Promise<Scored[]> {
  const all: Scored[] = [];
  for (const part of entryParts(tickets)) {
    all.push(...part.map((ticket) => ({ ticket, score: scoreOf(seed, digest, ticket) })));
    await setImmediate();
  }
  return all.sort((one, other) => Buffer.compare(one.score, other.score));
}

/** Gives one each to the first ones who can take one, and returns how many have got one. */
async function giveInOrder(tx: Tx, deps: GiftDeps, { gift, now }: Drawing, order: readonly Scored[]): Promise<number> {
  const most = leftOf(gift);
  let given = 0;
  for (let skip = 0; skip < order.length; skip += peopleAtOnce) {
    const tickets = order.slice(skip, skip + peopleAtOnce).map(({ ticket }) => ticket);
    for (const { personId, isAble, ...placed } of await lockEntered(tx, gift, tickets)) {
      if (given === most) return given;
      if (personId === null || !isAble) await insertPlace(tx, gift, placed, { got: null, at: now });
      else {
        await give(tx, deps, { gift, getter: { personId, ...placed }, count: 1, now });
        given += 1;
      }
    }
  }
  return given;
}

interface Drawing {
  readonly gift: GiftRow;
  readonly now: Date;
}

/** Draws who gets a locked gift, as draws are held (docs/rules.md#draws). */
async function draw(tx: Tx, deps: GiftDeps, { gift, now }: Drawing): Promise<void> {
  const { id, seed } = gift;
  if (seed === null) throw new Error(`the gift ${id} has no seed`);
  const tickets = await readAllTickets(tx, id);
  const digest = digestOf(tickets);
  const order = await scored(tickets, seed, digest);
  const given = await giveInOrder(tx, deps, { gift, now }, order);
  // Behind the people, as a deletion locks them.
  await writeScores(tx, id, order);
  const published = { digest, entryCount: tickets.length, drawnAt: now, drawnMonths: leftOf(gift) };
  await saveGift(tx, settled({ ...gift, ...published, taken: gift.taken + given, dueAt: gift.expiresAt }, now));
}

/** Takes the step of a gift that is due: draws, or ends what nobody has taken in time. Any number of processes may ask for it. */
export async function stepGift(deps: GiftDeps, giftId: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    // As every payment of the project does, so that nobody becomes a member in another way meanwhile.
    await lockProjectTotal(tx, giftId);
    const now = await deps.clock(tx);
    const gift = await lockPaidGift(tx, giftId, now);
    if (gift === null || gift.openedAt === null || (gift.dueAt !== null && gift.dueAt > now)) return;
    const project = await findProject(tx, gift.projectId);
    if (isOver(gift)) await saveGift(tx, gift);
    else if (!project?.isAvailable) await saveGift(tx, await settleStock(tx, ended(gift, 'CreatorGone', now)));
    else if (gift.receiver === 'Chat' && gift.drawnAt === null) await draw(tx, deps, { gift, now });
    else await saveGift(tx, await settleStock(tx, ended(gift, 'Lapsed', now)));
    await showGiftChange(tx, gift);
  });
}

/** Takes all steps that are due, each by itself: one that fails keeps none of the others waiting. */
export async function stepDueGifts(deps: GiftDeps): Promise<void> {
  const { db, clock } = deps;
  const faults = new Map<string, unknown>();
  for (;;) {
    const due = await readDueGifts(db, { now: await clock(db), except: [...faults.keys()], most: mostAtOnce });
    for (const giftId of due) {
      await stepGift(deps, giftId).catch((error: unknown) => faults.set(giftId, error));
    }
    if (due.length < mostAtOnce) break;
  }
  for (const fault of faults.values()) throw fault;
}
