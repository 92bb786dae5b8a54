import { z } from 'zod';
import { wireId } from '#base/calls/id-wire.ts';
import { money } from '#base/calls/money-wire.ts';
import { alertStates } from './alert-state.ts';
import {
  alertAnimations,
  alertFonts,
  alertSounds,
  alertThemeNames,
  alertWidths,
  mostVariants,
  statisticsLayouts,
  statisticsPeriods,
  widgetSizes,
} from './widget-choices.ts';

export const instant = z.iso.datetime();

const colour = z.string().regex(/^#[0-9a-fA-F]{6}$/, { error: 'Цвет вида #C2334D' });

/** The key of a widget address. A missing, malformed or replaced key is 401. */
export const key = z.string().max(200).default('').meta({ description: 'The key of the widget address' });

/** The id of a widget page, created by the page: the same after a reload, different in each window. */
export const source = z.string().min(1).max(64).meta({ description: 'Id of the page, the same after a reload' });

const size = z.int().min(widgetSizes.least).max(widgetSizes.most);
const template = z.string().trim().max(120);
const fileName = z.string().regex(/^[\w-]{22}$/, { error: 'Такого файла нет' });

/**
 * The look and sound of an alert. `template`: the headline with `{name}`, `{amount}` and `{message}`. `duration`: seconds on the
 * screen. `sound`: a built-in one or the name of an uploaded one. `image`: a picture name of POST Images, null: the donor's initial.
 * `font` and colours: null for those of the theme.
 */
const alertLook = z.object({
  template: template.min(1, { error: 'Заполните поле' }),
  animation: z.enum(alertAnimations),
  duration: z.int().min(3).max(30),
  sound: z.union([z.enum(alertSounds), fileName], { error: 'Такого звука нет' }),
  image: fileName.nullable(),
  theme: z.enum(alertThemeNames),
  font: z.enum(alertFonts).nullable(),
  textColor: colour.nullable(),
  groundColor: colour.nullable(),
  accentColor: colour.nullable(),
});

const { theme, font, textColor, groundColor, accentColor } = alertLook.shape;

/** The look of donations from `minAmount` (main units) on. Programs written before the themes do not send them. */
const alertVariant = z.strictObject({
  minAmount: money.refine((amount) => amount > 0, { error: 'Сумма должна быть больше нуля' }),
  ...alertLook.shape,
  theme: theme.default(alertThemeNames[0]),
  font: font.default(null),
  textColor: textColor.default(null),
  groundColor: groundColor.default(null),
  accentColor: accentColor.default(null),
});

/**
 * Where alerts stand on the stream, in percent. `width` of the stream's width; `x` and `y` of the room that is left free: 0 is the left or
 * upper edge, 50 the middle.
 */
const alertPlace = z.strictObject({
  x: z.number().min(0).max(100),
  y: z.number().min(0).max(100),
  width: z.number().min(alertWidths.least).max(alertWidths.most),
});

/**
 * Alert settings. `minAmount`: donations below it get no alert, in main units. `volume`: 0..100. `readAloud`: by the browser's voice
 * `voiceName` (empty: its choice) at `voiceRate` times the usual speed; `voiceText`: the spoken text, with the same placeholders as
 * `template`. `isCalm`: no motion but a fade. `review`: `hold` holds alerts with a message until the creator approves them.
 * `variants`: other looks from an amount on; the highest one that is reached applies. `place`: the same for all looks.
 */
export const alertSettings = alertLook.extend({
  minAmount: money.refine((amount) => amount >= 0, { error: 'Сумма не может быть меньше нуля' }),
  volume: z.int().min(0).max(100),
  readAloud: z.boolean(),
  voiceName: z.string().max(120),
  voiceRate: z.number().min(0.5).max(2),
  voiceText: template,
  isCalm: z.boolean(),
  review: z.enum(['off', 'hold']),
  place: alertPlace,
  variants: z
    .array(alertVariant)
    .max(mostVariants)
    .refine((all) => new Set(all.map(({ minAmount }) => minAmount)).size === all.length, {
      error: 'Две вариации начинаются с одной суммы',
    }),
});

/** What a donor may see of the alerts before he pays: all of it is on the stream, too. `creator.userName` names the pattern. */
export const publicLook = z.object({
  alert: alertSettings.pick({
    template: true,
    animation: true,
    duration: true,
    sound: true,
    image: true,
    theme: true,
    font: true,
    textColor: true,
    groundColor: true,
    accentColor: true,
    minAmount: true,
    isCalm: true,
    variants: true,
  }),
  creator: z.object({ userName: z.string() }),
  currency: z.string(),
});

/** A goal. `since` null counts from the first donation on; the amount in main units. */
const goalSettings = z.strictObject({
  title: z.string().trim().min(1, { error: 'Заполните поле' }).max(80),
  amount: money.refine((amount) => amount > 0, { error: 'Цель должна быть больше нуля' }),
  since: instant.nullable().default(null),
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
  text: z.string().trim().max(60),
  textColor: colour,
  groundColor: colour,
  size,
  hasQr: z.boolean(),
  isMoving: z.boolean(),
});

const creator = z.object({ userName: z.string(), name: z.string(), address: z.string() });

/** What every widget page gets, without the key. `currency`: the label after amounts. */
export const shownSettings = z.object({
  alert: alertSettings,
  statistics: statisticsSettings,
  sticker: stickerSettings,
  creator,
  currency: z.string(),
});

/** `addresses`: to paste into OBS; they contain the key. */
export const ownSettings = shownSettings.extend({
  key: z.string(),
  addresses: z.object({ notification: z.string(), statistics: z.string(), sticker: z.string() }),
});

/** Many donations without a message, shown as one: all names in the order of payment; the sum in main units. */
const digest = z.object({ count: z.int(), names: z.array(z.string()), amount: money }).nullable();

/** An alert to show. `name` is null for an anonymous donor and for a digest. Stop words are masked. */
const shownAlert = z.object({
  alertId: wireId,
  payId: wireId.nullable(),
  name: z.string().nullable(),
  amount: money,
  message: z.string().nullable(),
  createdAt: instant,
  isTest: z.boolean(),
  digest,
});

/** `leaseId`: increases with each lease of the alert; reports name it. */
export const leasedAlert = shownAlert.extend({ leaseId: z.int() });

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

/** A goal with its progress. `percent` is rounded down and may exceed 100; `count`: the donations that came together for it. */
export const goalFigures = z.object({
  title: z.string(),
  amount: money,
  since: instant.nullable(),
  collected: money,
  percent: z.int(),
  count: z.int(),
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

export type AlertSettings = z.output<typeof alertSettings>;
export type StatisticsSettings = z.output<typeof statisticsSettings>;
export type GoalSettings = z.output<typeof goalSettings>;
export type StickerSettings = z.output<typeof stickerSettings>;

/** On the wire: money in main units. */
export type ShownSettings = z.input<typeof shownSettings>;
export type OwnSettings = z.input<typeof ownSettings>;
export type ShownAlertSettings = ShownSettings['alert'];
export type PublicLook = z.input<typeof publicLook>;
export type ShownGoal = z.input<typeof goalFigures>;
export type ShownAlert = z.input<typeof shownAlert>;
/** As a page gets it; a server of an earlier version sends no `leaseId`. */
export type HandedAlert = ShownAlert & Partial<Pick<z.input<typeof leasedAlert>, 'leaseId'>>;
export type ListedAlert = z.input<typeof ownAlert>;
export type AudioState = (typeof audioStates)[number];
export type ConnectedSource = z.output<typeof connectedSource>;
export type LeasedAlert = z.output<typeof leasedAlert>;
export type QueuedAlert = z.output<typeof queuedAlert>;
export type OwnAlert = z.output<typeof ownAlert>;
export type SentState = (typeof sentStates)[number];
