import type { Logger } from 'pino';
import type { CountryProfile } from '#app/country.ts';
import type { Area } from '#base/calls/area.server.ts';
import { bindCalls } from '#base/calls/bound-call.server.ts';
import type { Config } from '#base/config/config.server.ts';
import type { Database, Tx } from '#base/db/db.server.ts';
import { appendEvent, type EventHub } from '#base/events/live.server.ts';
import type { Minor } from '#base/money/money.ts';
import type { ProcessClock } from '#base/process/process-clock.server.ts';
import { ownerHandlers } from './cabinet/widget-owner.server.ts';
import { type LostListener, liveHandler, reportLostSources } from './health/live.server.ts';
import { forgetSources } from './health/source-store.server.ts';
import { StreamSlots } from './health/stream-slots.server.ts';
import type { AlertSettings } from './look/alert-settings-shape.ts';
import { pageHandlers } from './pages/widget-pages.server.ts';
import { lookHandler } from './preview/public-look.server.ts';
import { admitAlert } from './queue/admit-alert.server.ts';
import { deliveryHandler } from './queue/alert-delivery.server.ts';
import { announceQueue, lockQueue, readRing, sweepAlerts } from './queue/alert-move-store.server.ts';
import { withdrawDonation } from './queue/alert-withdraw-store.server.ts';
import { controlDonation } from './queue/donation-control.server.ts';
import { rewordAlert } from './reworded-alert.server.ts';
import type { ApprovedDonations, ShownDonations } from './shown-times-store.server.ts';
import { soundHandlers } from './sounds/sounds.server.ts';
import { goalFigures, goalHandlers, refreshGoal } from './statistics/goal.server.ts';
import { voiceHandlers } from './voice/voice-handlers.server.ts';
import { createVoices } from './voice/voices.server.ts';
import { ownProject, type WidgetDeps, type WidgetServices } from './widget-deps.server.ts';
import { createWidgetKeys } from './widget-key.server.ts';
import { widgetVerifiers } from './widget-key-check.server.ts';
import {
  changeSettings,
  hasWidgetKey,
  openSettings,
  readWidgetSettings,
  replaceKey,
  usedWidgetImages,
} from './widget-settings-store.server.ts';
import type { GiftedPieces } from './widget-shapes.ts';
import { settingsOnWire } from './widget-shown.server.ts';
import { widgetsCalls } from './widgets.calls.ts';

/** A paid donation, as far as its alert needs it. */
export interface PaidDonation {
  readonly projectId: string;
  /** The payId. */
  readonly donationId: string;
  /** Null: the donor is anonymous. Stop words are masked. */
  readonly name: string | null;
  readonly amount: Minor;
  /** Stop words are masked. */
  readonly message: string | null;
  /** Which month of monthly support it pays; null: it was given once. */
  readonly month: number | null;
  /** The months that are drawn among viewers; null: none. */
  readonly giftedMonths: number | null;
  /** The pieces of merch that are drawn among viewers; null: none. */
  readonly giftedPieces: GiftedPieces | null;
}

/**
 * Enqueues the alert of a paid donation and notifies the creator's widgets when the transaction commits. Call it in the transaction
 * that marks the donation paid. Idempotent per donation. Donations below the creator's minimum get no alert, but a message that waits
 * for approval. Returns the creator's settings, and whether the alert was queued.
 */
export async function enqueueAlert(
  tx: Tx,
  donation: PaidDonation,
): Promise<{ settings: AlertSettings; isQueued: boolean }> {
  const { projectId, donationId: payId, name, amount, message, month, giftedMonths, giftedPieces } = donation;
  const { alert: settings } = await readWidgetSettings(tx, projectId);
  const { alertId, state } = await admitAlert(tx, settings, {
    projectId,
    payId,
    name,
    amount,
    message,
    month,
    giftedMonths,
    giftedPieces,
  });
  if (state === 'belowMinimum') await appendEvent(tx, projectId, 'statistics', {});
  if (alertId !== null) await appendEvent(tx, projectId, 'donation', await readRing(tx, projectId));
  return { settings, isQueued: alertId !== null && state === 'queued' };
}

/** Takes the alert of a refunded donation out of the queue unless it was shown, and has the widget pages reload their statistics. */
export async function withdrawAlert(tx: Tx, donation: Pick<PaidDonation, 'projectId' | 'donationId'>): Promise<void> {
  const { projectId, donationId } = donation;
  await lockQueue(tx, projectId);
  await withdrawDonation(tx, projectId, donationId);
  await appendEvent(tx, projectId, 'statistics', {});
  await announceQueue(tx, projectId);
}

/** Has the widget pages of a project reload their statistics. */
async function refreshStatistics(tx: Tx, { projectId }: Pick<PaidDonation, 'projectId'>): Promise<void> {
  await appendEvent(tx, projectId, 'statistics', {});
}

/**
 * Returns the key of a project's widget addresses and creates it where there is none. `goal` replaces the goal of its statistics.
 * For programs that set widgets up on behalf of their owner, such as the demo world; `secret` is `JWT_SECRET`.
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

/** Replaces the widget key of a project, which disconnects every page with the old one. False where the project has no key. */
export async function renewWidgetKey(tx: Tx, asked: { projectId: string; secret: string }): Promise<boolean> {
  const { projectId, secret } = asked;
  if (!(await hasWidgetKey(tx, projectId))) return false;
  const version = await replaceKey(tx, projectId, createWidgetKeys(secret).issue());
  await appendEvent(tx, projectId, 'key-rotated', { version });
  return true;
}

/** Ends the open streams of a project's widgets when the transaction commits. Pages whose key is still valid reconnect by themselves. */
export async function cutWidgets(tx: Tx, projectId: string): Promise<void> {
  await appendEvent(tx, projectId, 'cut', {});
}

const minute = 60_000;

/** A function that runs in the transaction that records donations as shown; an error undoes it. May run twice for a donation that is shown twice. */
type ShownListener = (tx: Tx, shown: ShownDonations) => Promise<void>;

/** A function that runs in the transaction that approves held messages; an error undoes it. */
type ApprovedListener = (tx: Tx, approved: ApprovedDonations) => Promise<void>;

/** The running area. */
export interface Widgets extends Area {
  onShown(listener: ShownListener): void;
  onApproved(listener: ApprovedListener): void;
  /** A creator's pages are gone during a stream. */
  onSourceLost(listener: LostListener): void;
  readonly controlDonation: typeof controlDonation;
  enqueueAlert(tx: Tx, donation: PaidDonation): Promise<void>;
  readonly withdrawAlert: typeof withdrawAlert;
  readonly refreshStatistics: typeof refreshStatistics;
  readonly refreshGoal: typeof refreshGoal;
  /** Has the open widget pages of a creator show his page's accent and ikat. */
  refreshLook(tx: Tx, userId: string): Promise<void>;
  readonly rewordAlert: typeof rewordAlert;
  readonly usedImages: typeof usedWidgetImages;
  readonly cut: typeof cutWidgets;
  /** The public goal of a project; null: none. */
  readGoal(projectId: string): ReturnType<typeof goalFigures>;
}

interface WidgetsOptions {
  readonly db: Database;
  readonly hub: EventHub;
  readonly log: Logger;
  readonly config: Pick<Config, 'JWT_SECRET' | 'LIMITS' | 'publicUrl' | 'VOICE_URL' | 'VOICE_KEY'>;
  readonly processClock?: ProcessClock;
  readonly country: Pick<CountryProfile, 'currencyLabel' | 'currencyNames' | 'timeZone'>;
  readonly donations: {
    readonly statistics: WidgetDeps['donationStatistics'];
    readonly goalSums: WidgetDeps['goalSums'];
    readonly times: WidgetDeps['donationTimes'];
    readonly words: WidgetDeps['donationWords'];
  };
  readonly memberships: Pick<WidgetDeps, 'countMembers'>;
}

/** Creates the area. */
export function createWidgets(options: WidgetsOptions): Widgets {
  const { db, hub, log, config, country, donations, memberships, processClock } = options;
  const currency = country.currencyLabel;
  const voices = createVoices({ db, log, config, country, processClock });
  const listeners: ShownListener[] = [];
  const approvedListeners: ApprovedListener[] = [];
  const lostListeners: LostListener[] = [];
  const services: WidgetServices = {
    hub,
    secret: config.JWT_SECRET,
    publicUrl: config.publicUrl,
    hasLimits: config.LIMITS,
    currency,
    timeZone: country.timeZone,
    donationStatistics: donations.statistics,
    goalSums: donations.goalSums,
    donationTimes: donations.times,
    donationWords: donations.words,
    countMembers: memberships.countMembers,
    async whenShown(tx, shown) {
      for (const listener of listeners) await listener(tx, shown);
    },
    async whenApproved(tx, approved) {
      for (const listener of approvedListeners) await listener(tx, approved);
    },
    keys: createWidgetKeys(config.JWT_SECRET),
    slots: new StreamSlots(config.LIMITS),
    voices,
  };
  const handlers = {
    ...ownerHandlers(services),
    ...pageHandlers(services),
    ...soundHandlers(services),
    ...voiceHandlers(services),
    ...goalHandlers(services),
    delivery: deliveryHandler(services),
    look: lookHandler(services),
    live: liveHandler,
  };
  return {
    calls: bindCalls(widgetsCalls, handlers, widgetVerifiers(db)),
    jobs: [
      { name: 'alert leases', everyMilliseconds: 1_500, run: () => sweepAlerts(db) },
      { name: 'gone widget pages', everyMilliseconds: 10 * minute, run: () => forgetSources(db) },
      { name: 'lost widget pages', everyMilliseconds: 15_000, run: () => reportLostSources(db, lostListeners) },
      ...voices.jobs,
    ],
    onShown: (listener) => void listeners.push(listener),
    onApproved: (listener) => void approvedListeners.push(listener),
    onSourceLost: (listener) => void lostListeners.push(listener),
    controlDonation,
    async enqueueAlert(tx, donation) {
      const { settings, isQueued } = await enqueueAlert(tx, donation);
      if (isQueued) voices.prepare(tx, settings, donation);
    },
    withdrawAlert,
    refreshStatistics,
    refreshGoal,
    async refreshLook(tx, userId) {
      const project = await ownProject(tx, userId);
      const { projectId } = project;
      const settings = settingsOnWire(services, project, await readWidgetSettings(tx, projectId));
      await appendEvent(tx, projectId, 'settings', settings);
    },
    rewordAlert,
    usedImages: usedWidgetImages,
    cut: cutWidgets,
    async readGoal(projectId) {
      const { statistics } = await readWidgetSettings(db, projectId);
      return goalFigures(services, db, projectId, statistics.goal);
    },
  };
}
