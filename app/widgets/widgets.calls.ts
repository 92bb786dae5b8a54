import { z } from 'zod';
import { events, get, nothing, post, put } from '#base/call.ts';
import { failures } from '#base/errors.ts';
import { formMessages } from '#base/form-rules.ts';
import { wireId } from '#base/id-wire.ts';
import { money } from '#base/money-wire.ts';
import { soundsCalls } from './sounds.calls.ts';
import { statisticsPeriods } from './widget-choices.ts';
import { alertNotHeld, alertStateChanged, wrongKey } from './widget-failures.ts';
import {
  alertSettings,
  audioStates,
  connectedSource,
  deliveryStates,
  donor,
  gift,
  goalFigures,
  instant,
  key,
  leasedAlert,
  ownAlert,
  ownSettings,
  sentStates,
  source,
  statisticsSettings,
  stickerSettings,
} from './widget-shapes.ts';

export const widgetsCalls = {
  ...soundsCalls,

  /** The creator's widgets and their key (contract, section 7). They are made at the first asking. */
  settings: get('Widget/Settings', {
    summary: "The caller's widget settings and their key",
    access: 'user',
    transaction: 'one',
    answer: ownSettings,
    errors: [failures.forbidden],
  }),

  /**
   * Changes what is given and leaves the rest; open widgets take it over at once. `key`, `addresses`, `creator` and
   * `currency` may be sent back as they were read; they change nothing (contract, section 7).
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
    }),
    answer: ownSettings,
    errors: [failures.forbidden],
  }),

  /** A new key; what was opened with the old one is cut off at once, on every process (contract, section 7). */
  rotateKey: post('Widget/RotateKey', {
    summary: 'Replaces the key of the widget addresses',
    access: 'user',
    answer: z.object({ key: z.string() }),
    errors: [failures.forbidden],
  }),

  /**
   * A test alert: goes the way of a real one, marked `isTest`, counted nowhere (contract, section 7). `amount`: main units, where left
   * out 50,000 or the minimum of the settings if that is more. `state` tells what became of it: as a gift would, it waits for the
   * creator's yes or, below the minimum, shows no alert; `alertId` is null then.
   */
  test: post('Widget/Test', {
    summary: 'Sends a test alert',
    access: 'user',
    query: z.object({
      amount: money.refine((amount) => amount > 0, { error: formMessages.above(0) }).optional(),
      message: z.string().trim().max(300).optional(),
    }),
    answer: z.object({ alertId: wireId.nullable(), state: z.enum(sentStates) }),
    errors: [failures.forbidden, failures.tooManyRequests],
  }),

  /**
   * Steers the queue (contract, section 7). `pause` and `resume` take no alert. Without an alert `skip` means the one
   * that plays and, where none does, all that wait; `replay` the one that ended last; `approve` and `reject` all that are
   * held. 404 for an alert that is not the caller's; a gift that was given back is shown no more: 409.
   */
  control: post('Widget/Control', {
    summary: 'Pauses, resumes, skips, replays, approves or rejects alerts',
    access: 'user',
    body: z
      .strictObject({
        action: z.enum(['pause', 'resume', 'skip', 'replay', 'approve', 'reject']),
        alertId: wireId.optional(),
      })
      .refine(({ action, alertId }) => alertId === undefined || (action !== 'pause' && action !== 'resume'), {
        path: ['alertId'],
        error: 'Пауза касается всей очереди, а не одного оповещения',
      }),
    answer: z.object({ isPaused: z.boolean(), waiting: z.int() }),
    errors: [failures.forbidden, failures.notFound, alertStateChanged],
  }),

  /**
   * The queue as its owner sees it: what plays now, what waits, is held or uncertain (at most 50 each, oldest first), the last
   * 30 that ended, and the pages of the last hour with their health (contract, section 7). Names and messages as they were
   * written, and as viewers see them.
   */
  queue: get('Widget/Queue', {
    summary: 'What waits, plays, was shown or is uncertain, and the connected sources',
    access: 'user',
    answer: z.object({
      isPaused: z.boolean(),
      waiting: z.int(),
      current: ownAlert.nullable(),
      queued: z.array(ownAlert),
      held: z.array(ownAlert),
      uncertain: z.array(ownAlert),
      ended: z.array(ownAlert),
      sources: z.array(connectedSource),
    }),
    errors: [failures.forbidden],
  }),

  /**
   * Server-sent events (contract, section 7): `settings {alert, statistics, sticker, creator}` and `queue {waiting}` at the start and at each
   * change, `statistics {}` when the figures are to be asked for again, `control {action, alertId}`: the alert that it is about, null where it is about
   * none in particular. Each has a number above the one before; `Last-Event-ID` or `lastEventId` resumes. The stream ends when the key is replaced.
   */
  events: get('Widget/Events', {
    summary: 'The stream of events of a widget page',
    access: 'key',
    form: 'events',
    query: z.object({ key, source: source.optional(), lastEventId: z.int().min(0).optional() }),
    answer: events,
    errors: [wrongKey],
  }),

  /**
   * Takes the next alert for this source, or null: nothing waits, the queue is paused, another source is at work, or a
   * visible one is there and this is not. The lease holds for 10 s; asked again meanwhile, the same alert is answered
   * (contract, section 7).
   */
  next: post('Widget/Next', {
    summary: 'Leases the next alert to this source',
    access: 'key',
    transaction: 'own',
    body: z.strictObject({ key, source, isVisible: z.boolean() }),
    answer: leasedAlert.nullable(),
    errors: [wrongKey],
  }),

  /**
   * Tells how the leased alert goes (contract, section 7); repeated, it changes nothing. `failed` leaves it to the creator to
   * choose. `AlertNotHeld`: the lease is over or the creator has decided otherwise; this source must leave the alert.
   */
  report: post('Widget/Report', {
    summary: 'Tells that the leased alert plays, was shown or failed',
    access: 'key',
    transaction: 'own',
    body: z.strictObject({
      key,
      source,
      alertId: wireId,
      state: z.enum(['playing', 'shown', 'failed']),
      reason: z.string().max(200).optional(),
    }),
    answer: nothing,
    errors: [wrongKey, failures.notFound, alertNotHeld],
  }),

  /** A source's health, told every 5 s (contract, section 7). */
  health: post('Widget/Health', {
    summary: 'Tells how a widget page is',
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
    errors: [wrongKey],
  }),

  /**
   * What the statistics widget shows, for the period that the creator has set (contract, section 7): sums in main units,
   * `since` null: from the beginning. Names are null where the donor is anonymous.
   */
  statistics: get('Widget/Statistics', {
    summary: 'Totals, last and top gifts, goal progress',
    access: 'key',
    query: z.object({ key }),
    answer: z.object({
      period: z.enum(statisticsPeriods),
      since: instant.nullable(),
      total: money,
      count: z.int(),
      last: z.array(gift),
      top: z.array(donor),
      goal: goalFigures.nullable(),
    }),
    errors: [wrongKey],
  }),

  /** The figures of the period `stream` begin now (contract, section 7). */
  startStream: post('Widget/StartStream', {
    summary: 'Lets the figures of a stream begin',
    access: 'user',
    answer: z.object({ startedAt: instant }),
    errors: [failures.forbidden],
  }),

  /** What a creator collects for, as his page shows it; null: for nothing. Dropped from the caches when a gift is paid or given back. */
  goal: get('Widget/Goal', {
    summary: 'The goal of a creator and what has come together for it',
    access: 'guest',
    query: z.object({ projectId: wireId }),
    answer: goalFigures.nullable(),
    errors: [failures.notFound],
    cacheSeconds: 5,
  }),

  /**
   * For the donor: how far his gift's alert has come (contract, section 7). `state` null: not paid yet. `steps`: what it went through, with
   * times. `reason` says why it is not shown: `belowMinimum`, `skipped`, `rejected`, `uncertain`, `refunded`, or null.
   */
  delivery: get('ProjectPay/Delivery', {
    summary: 'What became of the alert of a gift',
    access: 'guest',
    query: z.object({ payId: wireId }),
    answer: z.object({
      payId: wireId,
      state: z.enum(deliveryStates).nullable(),
      reason: z.string().nullable(),
      steps: z.array(z.object({ state: z.enum(deliveryStates), at: instant })),
    }),
    errors: [failures.notFound],
  }),
};

export type Delivery = z.output<(typeof widgetsCalls)['delivery']['answer']>;
export type ShownStatistics = z.input<(typeof widgetsCalls)['statistics']['answer']>;
export type OwnQueue = z.input<(typeof widgetsCalls)['queue']['answer']>;
