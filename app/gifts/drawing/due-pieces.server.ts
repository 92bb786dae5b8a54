import { lockProjectTotal } from '#app/donations/donations-store.server.ts';
import { lockGift, readLetGo, saveGift } from '../gift/gift-store.server.ts';
import { lapseWins, readLapsing, takeReminders } from '../gift/pieces-store.server.ts';
import { giftLimits } from '../gift-rules.ts';
import { letGo, settleStock } from '../stock/gift-stock.server.ts';
import type { GiftDeps } from './draw-gift.server.ts';
import { showGiftChange } from './show-gift-change.server.ts';

const mostAtOnce = 20;
const remindersAtOnce = 100;
const day = 86_400_000;

type DueDeps = Pick<GiftDeps, 'db' | 'clock' | 'notify'>;

interface Due {
  readonly now: Date;
  readonly except: readonly string[];
  readonly most: number;
}

/** Does what is due of each gift by itself: one that fails keeps none of the others waiting. */
async function eachDue(
  { db, clock }: DueDeps,
  read: (due: Due) => Promise<readonly string[]>,
  step: (giftId: string) => Promise<void>,
): Promise<void> {
  const done = new Set<string>();
  const faults: unknown[] = [];
  for (;;) {
    const due = await read({ now: await clock(db), except: [...done], most: mostAtOnce });
    for (const giftId of due) {
      done.add(giftId);
      await step(giftId).catch((error: unknown) => faults.push(error));
    }
    if (due.length === 0) break;
  }
  if (faults.length > 0) throw faults[0];
}

/** Returns to stock the pieces of gifts that were not paid in time, or whose creator is gone. */
async function letDueGo({ db, clock }: DueDeps, giftId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const gift = await lockGift(tx, giftId);
    if (gift === null || gift.heldUntil === null || gift.heldUntil > (await clock(tx))) return;
    await saveGift(tx, await letGo(tx, gift));
  });
}

/** Lets pieces lapse that were not ordered in time, and returns them to stock. */
async function lapseDue({ db, clock }: DueDeps, giftId: string): Promise<void> {
  await db.transaction(async (tx) => {
    await lockProjectTotal(tx, giftId);
    const gift = await lockGift(tx, giftId);
    if (gift === null || (await lapseWins(tx, giftId, await clock(tx))) === 0) return;
    await saveGift(tx, await settleStock(tx, gift));
    await showGiftChange(tx, gift);
  });
}

async function remindDue({ db, clock, notify }: DueDeps): Promise<void> {
  await db.transaction(async (tx) => {
    const now = await clock(tx);
    const until = new Date(now.getTime() + giftLimits.reminderDays * day);
    const due = await takeReminders(tx, { now, until, most: remindersAtOnce });
    await notify(
      tx,
      due.map((one) => ({ ...one, said: 'soon' as const })),
    );
  });
}

/** One round of all that is due of pieces. */
export async function settleDuePieces(deps: DueDeps): Promise<void> {
  const { db } = deps;
  await eachDue(
    deps,
    (due) => readLetGo(db, due),
    (giftId) => letDueGo(deps, giftId),
  );
  await eachDue(
    deps,
    (due) => readLapsing(db, due),
    (giftId) => lapseDue(deps, giftId),
  );
  await remindDue(deps);
}
