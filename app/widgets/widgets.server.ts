import type { BackgroundJob } from '#base/background.server.ts';
import type { Handlers } from '#base/bound-call.server.ts';
import type { Database, Queryable, Tx } from '#base/db.server.ts';
import { appendEvent } from '#base/live.server.ts';
import type { Minor } from '#base/money.ts';
import { admitAlert } from './admit-alert.server.ts';
import { announceQueue, countWaiting, lockQueue } from './alert-move-store.server.ts';
import { sweepAlerts } from './alert-sweeper.server.ts';
import { readWaits } from './alert-wait-store.server.ts';
import { withdrawGift } from './alert-withdraw-store.server.ts';
import { deliveryHandler } from './delivery.server.ts';
import { goalHandlers } from './goal.server.ts';
import { soundHandlers } from './sounds.server.ts';
import { forgetSources } from './source-store.server.ts';
import type { WidgetDeps } from './widget-deps.server.ts';
import { createWidgetKeys } from './widget-key.server.ts';
import { ownerHandlers } from './widget-owner.server.ts';
import { pageHandlers } from './widget-pages.server.ts';
import { changeSettings, openSettings, readSettings, readUsedPictures } from './widget-settings-store.server.ts';
import type { widgetsCalls } from './widgets.calls.ts';

/** A paid gift as its alert needs it: what donations tell of one. */
export interface PaidGift {
  readonly projectId: string;
  /** The payId. */
  readonly donationId: string;
  /** Null: the donor is anonymous. Stop words are masked. */
  readonly name: string | null;
  readonly amount: Minor;
  /** Stop words are masked. */
  readonly message: string | null;
}

/**
 * Puts the alert of a paid gift into its creator's queue and rings his widgets when the transaction commits: called in the
 * one that pays. Called twice for a gift, it adds nothing. No alert is made below the creator's minimum.
 */
export async function enqueueAlert(tx: Tx, gift: PaidGift): Promise<void> {
  const { projectId, donationId: payId, name, amount, message } = gift;
  const settings = await readSettings(tx, projectId);
  const { alertId, state } = await admitAlert(tx, settings.alert, { projectId, payId, name, amount, message });
  if (state === 'belowMinimum') await appendEvent(tx, projectId, 'statistics', {});
  if (alertId !== null) await appendEvent(tx, projectId, 'gift', { waiting: await countWaiting(tx, projectId) });
}

/** Takes the alert of a refunded gift out of the queue, where it has not been shown yet, and has the figures asked for again. */
export async function withdrawAlert(tx: Tx, gift: Pick<PaidGift, 'projectId' | 'donationId'>): Promise<void> {
  const { projectId, donationId } = gift;
  await lockQueue(tx, projectId);
  await withdrawGift(tx, projectId, donationId);
  await appendEvent(tx, projectId, 'statistics', {});
  await announceQueue(tx, projectId);
}

/**
 * The key of a project's widget addresses, made where there is none. `goal`: what its statistics count towards from now on.
 * For whoever sets widgets up in their owner's stead, as the demo world does; `secret` is the program's own.
 */
export async function openWidgets(
  tx: Tx,
  asked: { projectId: string; secret: string; goal?: { title: string; amount: Minor } },
): Promise<string> {
  const { projectId, secret, goal } = asked;
  const { key } = await openSettings(tx, projectId, createWidgetKeys(secret));
  if (goal !== undefined) await changeSettings(tx, projectId, { alert: {}, statistics: { goal }, sticker: {} });
  return key;
}

/** Ends the open streams of a project's widgets when the transaction commits; those whose key still opens something come back by themselves. */
export async function cutWidgets(tx: Tx, projectId: string): Promise<void> {
  await appendEvent(tx, projectId, 'cut', {});
}

/** Which of the pictures somebody's alerts show: they must not be swept. */
export async function usedWidgetImages(db: Queryable, names: readonly string[]): Promise<readonly string[]> {
  return readUsedPictures(db, names);
}

/** How many seconds gifts that were shown had waited although they could have been shown. */
export async function alertWaits(
  db: Queryable,
  { projectId, payIds }: { projectId: string; payIds: readonly string[] },
): Promise<number[]> {
  return readWaits(db, projectId, payIds);
}

/** What has to be done again and again, in any number of processes. */
export function widgetJobs(db: Database): BackgroundJob[] {
  return [
    { name: 'alert leases', everyMilliseconds: 1_500, run: () => sweepAlerts(db) },
    { name: 'gone widget pages', everyMilliseconds: 600_000, run: () => forgetSources(db) },
  ];
}

/** The handlers of `widgetsCalls`. */
export function createWidgetHandlers(deps: WidgetDeps): Handlers<typeof widgetsCalls> {
  const house = { ...deps, keys: createWidgetKeys(deps.secret) };
  return {
    ...ownerHandlers(house),
    ...pageHandlers(house),
    ...soundHandlers(house),
    ...goalHandlers(house),
    delivery: deliveryHandler(deps),
  };
}
