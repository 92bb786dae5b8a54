import { z } from 'zod';
import { shownClock } from '#app/donathon/clock-shapes.ts';
import { streamedDraws } from '#app/draws/draw-shapes.ts';
import { streamedGift } from '#app/gifts/gift-shapes.ts';
import { shownTarget } from '#app/targets/target-shapes.ts';
import { shownVote } from '#app/votes/vote-shapes.ts';
import { events, get, nothing, post, put } from '#base/calls/call.ts';
import { failures } from '#base/calls/errors.ts';
import { wireId } from '#base/calls/id-wire.ts';
import { money } from '#base/calls/money-wire.ts';
import { alertSettings, publicLook } from './look/alert-settings-shape.ts';
import { queueCalls } from './queue/queue.calls.ts';
import { soundsCalls } from './sounds/sounds.calls.ts';
import { voiceCalls } from './voice/voice.calls.ts';
import { statisticsPeriods } from './widget-choices.ts';
import { alertNotHeld, wrongKey } from './widget-failures.ts';
import {
  audioStates,
  deliveryStates,
  donation,
  donor,
  goalFigures,
  handedAlert,
  instant,
  key,
  ownSettings,
  source,
  statisticsSettings,
  stickerSettings,
} from './widget-shapes.ts';

export const widgetsCalls = {
  ...soundsCalls,
  ...queueCalls,
  ...voiceCalls,

  /** The creator's widgets and their key (docs/rules.md#widgets), created on the first request. */
  settings: get('Widget/Settings', {
    summary: "The caller's widget settings and their key",
    access: 'user',
    transaction: 'one',
    answer: ownSettings,
    errors: [failures.forbidden],
  }),

  /**
   * Changes the given members only; open widgets apply them at once. `key`, `addresses`, `creator`,
   * `currency` and `hasServerVoice` may be sent back as they were read; they are ignored (docs/rules.md#widgets).
   */
  change: put('Widget/Settings', {
    summary: 'Changes the widget settings',
    access: 'user',
    body: z.strictObject({
      alert: alertSettings.partial().strict().optional(),
      statistics: statisticsSettings.partial().strict().optional(),
      sticker: stickerSettings.partial().strict().optional(),
      key: z.string().optional(),
      addresses: z.unknown().optional(),
      creator: z.unknown().optional(),
      currency: z.unknown().optional(),
      hasServerVoice: z.unknown().optional(),
    }),
    answer: ownSettings,
    errors: [failures.forbidden],
  }),

  /** Replaces the key and disconnects the pages of the old one at once, on every process (docs/rules.md#widgets). */
  rotateKey: post('Widget/RotateKey', {
    summary: 'Replaces the key of the widget addresses',
    access: 'user',
    answer: z.object({ key: z.string() }),
    errors: [failures.forbidden],
  }),

  /**
   * Server-sent events (docs/rules.md#widgets): `settings {alert, statistics, sticker, creator}` and `queue {waiting}` at the start and on
   * each change, then also with `first`, the source that asks first (null: any), and `isTaken`: an alert is leased or plays; `statistics {}` when the figures have changed, `control {action, alertId}` with the alert that it is about, null for
   * none in particular. Their ids rise; `Last-Event-ID` or `lastEventId` resumes. The stream ends when the key is replaced.
   */
  events: get('Widget/Events', {
    summary: 'The stream of events of a widget page',
    access: 'key',
    form: 'events',
    query: z.object({ key, source: source.optional(), lastEventId: z.int().min(0).optional() }),
    answer: events,
    errors: [wrongKey, failures.tooManyRequests],
  }),

  /**
   * Leases the next alert to this source. Null: nothing waits, the queue is paused, another source has the current alert, or
   * a visible source is connected and this one is hidden. The lease lasts 10 s; a repeated request during it returns the same alert
   * (docs/rules.md#alerts). `Accept-Language`: that of the page, in which the server's voice names donors without a name.
   */
  next: post('Widget/Next', {
    summary: 'Leases the next alert to this source',
    access: 'key',
    transaction: 'own',
    body: z.strictObject({ key, source, isVisible: z.boolean() }),
    answer: handedAlert.nullable(),
    errors: [wrongKey, failures.tooManyRequests],
  }),

  /**
   * Reports the state of the leased alert (docs/rules.md#alerts); idempotent. `leaseId` as returned by `Next`: without it a report
   * speaks of the lease that its source holds, unless that source names its leases. `failed` leaves the decision to the creator. `AlertNotHeld`: the lease is over or the creator has
   * decided otherwise; this source must drop the alert.
   */
  report: post('Widget/Report', {
    summary: 'Reports that the leased alert plays, was shown or failed',
    access: 'key',
    transaction: 'own',
    body: z.strictObject({
      key,
      source,
      alertId: wireId,
      leaseId: z.int().optional(),
      state: z.enum(['playing', 'shown', 'failed']),
      reason: z.string().max(200).optional(),
    }),
    answer: nothing,
    errors: [wrongKey, failures.notFound, alertNotHeld],
  }),

  /** Reports a source's health, every 5 s (docs/rules.md#widgets). */
  health: post('Widget/Health', {
    summary: "Reports a widget page's health",
    access: 'key',
    transaction: 'own',
    body: z.strictObject({
      key,
      source,
      audio: z.enum(audioStates),
      isVisible: z.boolean(),
      build: z.string().max(40).optional(),
    }),
    answer: nothing,
    errors: [wrongKey, failures.tooManyRequests],
  }),

  /**
   * The figures of the statistics widget for the period in its settings (docs/rules.md#widgets): sums in main units,
   * `since` null: from the first donation. Names are null for anonymous donors.
   */
  statistics: get('Widget/Statistics', {
    summary: 'Totals, last and top donations, goal progress',
    access: 'key',
    query: z.object({ key }),
    answer: z.object({
      period: z.enum(statisticsPeriods),
      since: instant.nullable(),
      total: money,
      count: z.int(),
      last: z.array(donation),
      top: z.array(donor),
      goal: goalFigures.nullable(),
    }),
    errors: [wrongKey],
  }),

  /**
   * The votes that the stream shows: all that are open, the oldest first, else the one that ended last, for ten minutes (docs/rules.md#votes);
   * `statistics` events say when to ask again.
   */
  votes: get('Widget/Votes', {
    summary: 'The votes that the stream shows',
    access: 'key',
    query: z.object({ key }),
    answer: z.array(shownVote),
    errors: [wrongKey],
  }),

  /**
   * The targets that the stream shows: every open one in the order in which they were made, else the reached one that ended last, for ten
   * minutes (docs/rules.md#targets); `statistics` events say when to ask again.
   */
  targets: get('Widget/Targets', {
    summary: 'The targets that the stream shows',
    access: 'key',
    query: z.object({ key }),
    answer: z.array(shownTarget),
    errors: [wrongKey],
  }),

  /**
   * The clock that the stream shows: the one that runs or is paused, else the one that has ended in the last ten minutes (docs/rules.md#donathon);
   * `statistics` events say when to ask again.
   */
  clock: get('Widget/Clock', {
    summary: 'The clock that the stream shows',
    access: 'key',
    query: z.object({ key }),
    answer: shownClock,
    errors: [wrongKey],
  }),

  /**
   * The draws that the stream shows: those that were held in the last ten minutes with who has won, then those that wait, the first to
   * end first (docs/rules.md#draws), and in the same way gifts for viewers; `statistics` events say when to ask again.
   */
  draws: get('Widget/Draws', {
    summary: 'The draws that the stream shows',
    access: 'key',
    query: z.object({ key }),
    answer: streamedDraws.extend({ gifts: z.array(streamedGift) }),
    errors: [wrongKey],
  }),

  /** Starts the figures of the period `stream` now (docs/rules.md#widgets). */
  startStream: post('Widget/StartStream', {
    summary: 'Starts the figures of a stream',
    access: 'user',
    answer: z.object({ startedAt: instant }),
    errors: [failures.forbidden],
  }),

  /** A creator's goal for the public page; null: none. Its cached answer is invalidated when a donation is paid or refunded. */
  goal: get('Widget/Goal', {
    summary: 'The goal of a creator and what has come together for it',
    access: 'guest',
    query: z.object({ projectId: wireId }),
    answer: goalFigures.nullable(),
    errors: [failures.notFound],
    cacheSeconds: 5,
  }),

  /** Whether a creator is streaming: a source of his is connected and visible, and he does not hide it (`HideLive`). */
  live: get('Widget/Live', {
    summary: 'Whether a creator is streaming',
    access: 'guest',
    query: z.object({ projectId: wireId }),
    answer: z.object({ isLive: z.boolean() }),
    errors: [failures.notFound],
    cacheSeconds: 5,
  }),

  /** How a creator's stream shows donations, for the preview in the donation form (docs/rules.md#alerts). 404: no such project. */
  look: get('Widget/Look', {
    summary: "The look of a creator's alerts",
    access: 'guest',
    query: z.object({ projectId: wireId }),
    answer: publicLook,
    errors: [failures.notFound],
    cacheSeconds: 5,
  }),

  /**
   * For the donor: the progress of a donation's alert (docs/rules.md#alerts). `state` null: not paid yet. `steps`: the past states with
   * times. `reason`: why it is not shown: `belowMinimum`, `skipped`, `rejected`, `uncertain`, `refunded`, or null.
   * `goalTitle`: what the creator's goal is called, whose figures `Widget/Goal` has; absent without one.
   */
  delivery: get('ProjectPay/Delivery', {
    summary: 'What became of the alert of a donation',
    access: 'guest',
    query: z.object({ payId: wireId }),
    answer: z.object({
      payId: wireId,
      state: z.enum(deliveryStates).nullable(),
      reason: z.string().nullable(),
      steps: z.array(z.object({ state: z.enum(deliveryStates), at: instant })),
      goalTitle: z.string().optional(),
    }),
    errors: [failures.notFound],
  }),
};

export type Delivery = z.output<(typeof widgetsCalls)['delivery']['answer']>;
export type ShownStatistics = z.input<(typeof widgetsCalls)['statistics']['answer']>;
export type ShownVotes = z.input<(typeof widgetsCalls)['votes']['answer']>;
export type ShownTargets = z.input<(typeof widgetsCalls)['targets']['answer']>;
export type StreamedDraws = z.input<(typeof widgetsCalls)['draws']['answer']>;
export type OwnQueue = z.input<(typeof widgetsCalls)['queue']['answer']>;
