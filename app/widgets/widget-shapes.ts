import { z } from 'zod';
import { wireId } from '#base/calls/id-wire.ts';
import { money } from '#base/calls/money-wire.ts';
import { seenLine } from '#base/calls/text-wire.ts';
import { alertStates } from './alert-state.ts';
import { alertSettings, colour, ownLook } from './look/alert-settings-shape.ts';
import { statisticsLayouts, statisticsPeriods, widgetSizes } from './widget-choices.ts';

export const instant = z.iso.datetime();

/** The key of a widget address. A missing, malformed or replaced key is 401. */
export const key = z.string().max(200).default('').meta({ description: 'The key of the widget address' });

/** The id of a widget page, created by the page: the same after a reload, different in each window. */
export const source = z.string().min(1).max(64).meta({ description: 'Id of the page, the same after a reload' });

const size = z.int().min(widgetSizes.least).max(widgetSizes.most);

/**
 * A goal. `since` null counts from the first donation on; the amount in main units. `members`: how many who give every month are wanted
 * instead; null: the goal is the amount.
 */
const goalSettings = z.strictObject({
  title: seenLine().min(1, { error: 'Заполните поле' }).max(80),
  amount: money.refine((amount) => amount > 0, { error: 'Цель должна быть больше нуля' }),
  since: instant.nullable().default(null),
  members: z.int().min(1, { error: 'Цель должна быть больше нуля' }).max(1_000_000).nullable().default(null),
});

/**
 * `since`: the start of the period `since`; `streamStartedAt`: the start of the period `stream` (null: midnight).
 * `goal`: null for none; the creator's page shows it too. `size` in percent, `groundOpacity` 0..100.
 */
export const statisticsSettings = z.object({
  period: z.enum(statisticsPeriods),
  since: instant.nullable(),
  streamStartedAt: instant.nullable(),
  goal: goalSettings.nullable(),
  layout: z.enum(statisticsLayouts),
  textColor: colour,
  groundColor: colour,
  accentColor: colour,
  groundOpacity: z.int().min(0).max(100),
  size,
});

/** `text`: below the creator's name; empty: the default text. `size` in percent. */
export const stickerSettings = z.object({
  text: seenLine().max(60),
  textColor: colour,
  groundColor: colour,
  size,
  hasQr: z.boolean(),
  isMoving: z.boolean(),
});

const creator = ownLook.extend({ name: z.string(), address: z.string() });

/** What every widget page gets, without the key. `currency`: the label after amounts. */
export const shownSettings = z.object({
  alert: alertSettings,
  statistics: statisticsSettings,
  sticker: stickerSettings,
  creator,
  currency: z.string(),
});

/** `addresses`: to paste into OBS; they contain the key. `hasServerVoice`: false where the operator has switched it off. */
export const ownSettings = shownSettings.extend({
  key: z.string(),
  addresses: z.object({
    notification: z.string(),
    statistics: z.string(),
    sticker: z.string(),
    votes: z.string(),
    targets: z.string(),
    clock: z.string(),
    draws: z.string(),
  }),
  hasServerVoice: z.boolean(),
});

/** Many donations without a message, shown as one: all names in the order of payment; the sum in main units. */
const digest = z.object({ count: z.int(), names: z.array(z.string()), amount: money }).nullable();

/** Pieces of a product that are drawn among viewers, with its name at that time. */
const giftedPieces = z.object({ count: z.int(), product: z.string() });

export type GiftedPieces = z.output<typeof giftedPieces>;

/**
 * An alert to show. `name` is null for an anonymous donor and for a digest. `month`: which month of monthly support was paid, null for a
 * donation that was given once and for a digest. `giftedMonths`: how many months are drawn among viewers, null for none and for a digest. `giftedPieces`: pieces of merch that are drawn, as well. Stop words are masked.
 */
const shownAlert = z.object({
  alertId: wireId,
  payId: wireId.nullable(),
  name: z.string().nullable(),
  amount: money,
  message: z.string().nullable(),
  createdAt: instant,
  isTest: z.boolean(),
  month: z.int().nullable(),
  giftedMonths: z.int().nullable(),
  giftedPieces: giftedPieces.nullable(),
  digest,
});

/** `leaseId`: increases with each lease of the alert; reports name it. */
const leasedAlert = shownAlert.extend({ leaseId: z.int() });

/** What the server's voice says: the name for `GET Widget/Speech`, and its language (`ru`, `uz`, `en`, `kk`). */
export const servedSpeech = z.object({ name: z.string(), language: z.string() });

/** An alert as its page gets it. `speech` may still be made; null: the server says nothing of it. */
export const handedAlert = leasedAlert.extend({ speech: servedSpeech.nullable() });

const queuedAlert = shownAlert.extend({
  state: z.enum(alertStates),
  reason: z.string().nullable(),
  source: z.string().nullable(),
  queuedAt: instant.nullable(),
  leasedAt: instant.nullable(),
  playingAt: instant.nullable(),
  endedAt: instant.nullable(),
});

/**
 * An alert for its owner: `name` and `message` as written. `shown`: the same with stop words masked, as viewers see it; null where
 * nothing is masked. The names of a digest are masked.
 */
export const ownAlert = queuedAlert.extend({
  shown: z.object({ name: z.string().nullable(), message: z.string().nullable() }).nullable(),
});

/** The first state of a test alert, as of a donation like it. `belowMinimum`: donations of this amount get no alert. */
export const sentStates = ['queued', 'held', 'belowMinimum'] as const;

export const audioStates = ['ok', 'suspended', 'muted', 'missing'] as const;

/** `isConnected`: seen in the last 15 s. `isDoubled`: another one is connected too. `since`: when it was first seen. */
export const connectedSource = z.object({
  source: z.string(),
  isConnected: z.boolean(),
  isVisible: z.boolean(),
  isDoubled: z.boolean(),
  audio: z.enum(audioStates).nullable(),
  build: z.string().nullable(),
  seenAt: instant,
  since: instant,
});

export const donation = z.object({ name: z.string().nullable(), amount: money, createdAt: instant });
export const donor = z.object({ place: z.int(), name: z.string().nullable(), amount: money, count: z.int() });

/**
 * A goal with its progress. `percent` is rounded down and may exceed 100; `count`: the donations that came together for it; `people`:
 * who gave them, each name once and each anonymous donation by itself; `members`: those who give every month, where they are the goal,
 * and how many are wanted.
 */
export const goalFigures = z.object({
  title: z.string(),
  amount: money,
  since: instant.nullable(),
  collected: money,
  percent: z.int(),
  count: z.int(),
  people: z.int(),
  members: z.object({ now: z.int(), wanted: z.int() }).nullable(),
});

/** The states that the donor sees, with `paid` before them. */
export const deliveryStates = [
  'paid',
  'held',
  'queued',
  'playing',
  'shown',
  'skipped',
  'rejected',
  'uncertain',
] as const;

export type StatisticsSettings = z.output<typeof statisticsSettings>;
export type GoalSettings = z.output<typeof goalSettings>;
export type StickerSettings = z.output<typeof stickerSettings>;

/** On the wire: money in main units. */
export type ShownSettings = z.input<typeof shownSettings>;
export type OwnSettings = z.input<typeof ownSettings>;
export type ShownAlertSettings = ShownSettings['alert'];
export type ShownGoal = z.input<typeof goalFigures>;
export type ShownAlert = z.input<typeof shownAlert>;
/** As a page gets it; a server of an earlier version sends neither. */
export type HandedAlert = ShownAlert & Partial<Pick<z.input<typeof handedAlert>, 'leaseId' | 'speech'>>;
export type ListedAlert = z.input<typeof ownAlert>;
export type AudioState = (typeof audioStates)[number];
export type ConnectedSource = z.output<typeof connectedSource>;
export type LeasedAlert = z.output<typeof leasedAlert>;
export type QueuedAlert = z.output<typeof queuedAlert>;
export type OwnAlert = z.output<typeof ownAlert>;
export type SentState = (typeof sentStates)[number];
