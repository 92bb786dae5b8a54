import { sql } from 'drizzle-orm';
import type { Handlers } from '#base/bound-call.server.ts';
import type { Tx } from '#base/db.server.ts';
import { appendEvent } from '#base/live.server.ts';
import type { Minor } from '#base/money.ts';
import { announceQueue, countWaiting, lockQueue, moveAlerts } from './alert-move-store.server.ts';
import { addAlert } from './alert-store.server.ts';
import { deliveryHandler } from './delivery.server.ts';
import type { WidgetDeps } from './widget-deps.server.ts';
import { createWidgetKeys } from './widget-key.server.ts';
import { ownerHandlers } from './widget-owner.server.ts';
import { pageHandlers } from './widget-pages.server.ts';
import { readSettings } from './widget-settings-store.server.ts';
import type { widgetsCalls } from './widgets.calls.ts';

/** A paid gift as its alert needs it. */
export interface PaidGift {
  readonly projectId: string;
  readonly payId: string;
  /** Null: the donor is anonymous. */
  readonly name: string | null;
  readonly amount: Minor;
  readonly message: string | null;
  /** Masks stop words in what viewers see or hear. */
  mask(text: string): string;
}

const shownText = (text: string | null, mask: (text: string) => string) => (text?.trim() ? mask(text.trim()) : null);

/**
 * Puts the alert of a paid gift into its creator's queue and rings his widgets when the transaction commits: called in the
 * one that pays. Called twice for a gift, it adds nothing. No alert is made below the creator's minimum.
 */
export async function enqueueAlert(tx: Tx, gift: PaidGift): Promise<void> {
  const { projectId, payId, amount, mask } = gift;
  const { alert } = await readSettings(tx, projectId);
  if (amount < alert.minAmount) {
    await appendEvent(tx, projectId, 'statistics', {});
    return;
  }
  const [name, message] = [shownText(gift.name, mask), shownText(gift.message, mask)];
  const state = alert.review === 'hold' && message !== null ? 'held' : 'queued';
  const alertId = await addAlert(tx, { projectId, payId, name, amount, message, isTest: false, state });
  if (alertId !== null) await appendEvent(tx, projectId, 'gift', { waiting: await countWaiting(tx, projectId) });
}

/** Takes the alert of a refunded gift out of the queue, where it has not been shown yet, and has the figures asked for again. */
export async function withdrawAlert(tx: Tx, gift: { projectId: string; payId: string }): Promise<void> {
  await lockQueue(tx, gift.projectId);
  await moveAlerts(tx, gift.projectId, 'skipped', {
    which: sql`alert.pay_id = ${gift.payId} and alert.digest_id is null and alert.state in ('held', 'queued', 'uncertain')`,
    reason: 'refunded',
  });
  await appendEvent(tx, gift.projectId, 'statistics', {});
  await announceQueue(tx, gift.projectId);
}

/** The handlers of `widgetsCalls`. */
export function createWidgetHandlers(deps: WidgetDeps): Handlers<typeof widgetsCalls> {
  const house = { ...deps, keys: createWidgetKeys(deps.secret) };
  return { ...ownerHandlers(house), ...pageHandlers(house), delivery: deliveryHandler(deps) };
}
