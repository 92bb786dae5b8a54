import { lockProjectTotal } from '#app/donations/donations-store.server.ts';
import { signedName } from '#app/donations/signed-names.server.ts';
import { ticketOf } from '#app/draws/fair-order.server.ts';
import type { CallInput } from '#base/calls/call.ts';
import { type CallContext, callerOf } from '#base/calls/call-context.server.ts';
import { failures } from '#base/calls/errors.ts';
import type { DerivedProofs } from '#base/config/derived-proofs.server.ts';
import type { GiftDeps } from '../drawing/draw-gift.server.ts';
import { give } from '../drawing/give.server.ts';
import { lockPaidGift } from '../drawing/paid-gift.server.ts';
import { showGiftChange } from '../drawing/show-gift-change.server.ts';
import { insertEntry, readOwnTicket } from '../gift/gift-entry-store.server.ts';
import { isEntering, isFree, leftOf, settled } from '../gift/gift-steps.server.ts';
import { saveGift, shareGift } from '../gift/gift-store.server.ts';
import { hasGot, partIn, roleOf, seenGift } from '../gift/seen-gift.server.ts';
import { entryOver, memberAlready, nothingToTake, ownGift } from '../gift-failures.ts';
import type { giftsCalls } from '../gifts.calls.ts';

export interface TakingDeps extends GiftDeps {
  readonly secrets: DerivedProofs;
}

/** Refuses those for whom the gift is not. */
async function requireOther(...asked: Parameters<typeof roleOf>): Promise<void> {
  const role = await roleOf(...asked);
  if (role === 'Donor' || role === 'Creator') throw ownGift();
  if (role === 'Member') throw memberAlready();
}

/** Enters the caller for the drawing, once. */
export async function enter(
  { clock, secrets }: TakingDeps,
  { giftId, ...signed }: CallInput<typeof giftsCalls.enterGift>['body'],
  context: CallContext,
) {
  const { userId: personId } = callerOf(context);
  const name = await signedName(context.db, signed);
  return context.transaction(async (tx) => {
    const seen = await seenGift({ db: tx }, await shareGift(tx, giftId));
    const { gift } = seen;
    if (gift.receiver === 'Link') throw failures.notFound();
    if ((await readOwnTicket(tx, giftId, personId)) === null) {
      await requireOther(tx, seen, personId);
      const at = await clock(tx);
      if (gift.ticketKey === null || !isEntering(gift, at)) throw entryOver();
      const ticket = ticketOf(gift.ticketKey, { drawId: giftId, personId });
      await insertEntry(tx, giftId, { ticket, personId, name, isAnonymous: signed.isAnonymous, at });
    }
    return partIn(tx, seen, { personId, secrets });
  });
}

/** Gives the caller a month or a piece that is free, or with the secret of a link all that are left. */
export async function take(
  deps: TakingDeps,
  { giftId, secret, ...signed }: CallInput<typeof giftsCalls.takeGift>['body'],
  context: CallContext,
) {
  const { clock, secrets } = deps;
  const { userId: personId } = callerOf(context);
  const name = await signedName(context.db, signed);
  return context.transaction(async (tx) => {
    // Waits for payments, as the drawing does.
    await lockProjectTotal(tx, giftId);
    const now = await clock(tx);
    const seen = await seenGift({ db: tx }, await lockPaidGift(tx, giftId, now));
    const { gift } = seen;
    const mayKnow = gift.receiver === 'Chat' || gift.personId === personId || secrets.isTrue(giftId, secret);
    if (!mayKnow) throw failures.notFound();
    if (await hasGot(tx, gift, personId)) return partIn(tx, seen, { personId, secrets });
    await requireOther(tx, seen, personId);
    if (!isFree(gift, now)) throw nothingToTake();
    const count = gift.receiver === 'Chat' ? 1 : leftOf(gift);
    const getter = { personId, name, isAnonymous: signed.isAnonymous, ticket: null };
    await give(tx, deps, { gift, getter, count, now });
    const taken = settled({ ...gift, taken: gift.taken + count }, now);
    await saveGift(tx, taken);
    await showGiftChange(tx, gift);
    return partIn(tx, { ...seen, gift: taken }, { personId, secrets });
  });
}
