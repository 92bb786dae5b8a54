import { z } from 'zod';
import { get, nothing, page, paging, post, put } from '#base/call.ts';
import { failures } from '#base/errors.ts';
import { wireId } from '#base/id-wire.ts';
import { dayOrMoment } from '#base/moment-wire.ts';
import { money } from '#base/money-wire.ts';
import { paymentProviderUnavailable } from '../payments/payment-failures.ts';
import { paymentStatuses } from '../payments/payment-status.ts';
import { creatorUnavailable, donationsDisabled, settingsChanged } from './donation-failures.ts';

const status = z.enum(paymentStatuses);

const instant = z.iso.datetime();

const proof = z.string().max(100).optional();

const period = { From: dayOrMoment.optional(), To: dayOrMoment.optional() };

const limits = {
  minAmount: money,
  maxAmount: money,
  presets: z.array(money),
  messageMaxLength: z.int(),
  isEnabled: z.boolean(),
  stopReason: z.string().nullable(),
};

/** The creator of a gift as the donor's screens show him; `displayName` obeys `HideFullName`. */
const creator = z.object({
  userId: wireId,
  userName: z.string(),
  displayName: z.string(),
  avatar: z.string().nullable(),
});

const percent = z
  .number()
  .min(0)
  .max(100)
  .refine((value) => Math.round(value * 100) / 100 === value, { error: 'Не более двух знаков после запятой' });

const counted = z.enum(['Paid', 'Refunded']);

export const donationsCalls = {
  /**
   * Makes a gift and opens its payment: the browser sends the card to `paymentUrl` (contract, section 12). Amounts in main
   * units; `name` up to 60 characters, `message` up to `messageMaxLength`, both plain text; a logged-in donor's gift is
   * linked to him; `isAnonymous` hides the name from everybody. 400 with the amount rule's text in `fields.amount`; 404:
   * no such project; 409 `CreatorUnavailable`, `DonationsDisabled`; 429 with the true reason (contract, section 6).
   * `closedSystems`: payment systems, as the provider spells them, whose cards this creator takes no more for some minutes, since
   * too many of them were refused. `proof`: shows later that the gift is the caller's own; nobody else is told it.
   */
  create: post('ProjectPay/Create', {
    summary: 'Make a gift to a creator',
    access: 'guest',
    body: z.strictObject({
      projectId: wireId,
      amount: money,
      name: z.string().nullish(),
      message: z.string().nullish(),
      isAnonymous: z.boolean().nullish(),
    }),
    freeTexts: ['name', 'message'],
    answer: z.object({
      payId: wireId,
      paymentId: wireId,
      paymentUrl: z.string(),
      amount: money,
      expiresAt: instant,
      closedSystems: z.array(z.string()),
      proof: z.string(),
    }),
    errors: [
      failures.notFound,
      creatorUnavailable,
      donationsDisabled,
      failures.tooManyRequests,
      paymentProviderUnavailable,
    ],
    idempotent: true,
    transaction: 'own',
  }),
  /**
   * The state of a gift's payment; the provider is asked where it is not final. `isChecked`: it is final, or the provider's answer to a
   * question that began after the call; else it is what is stored, since he could not be asked. 404: no such gift (contract, section 6).
   */
  status: get('ProjectPay/Status', {
    summary: 'The state of a gift',
    access: 'guest',
    query: z.object({ payId: wireId }),
    answer: z.object({ payId: wireId, status, amount: money, isChecked: z.boolean() }),
    errors: [failures.notFound],
  }),
  /**
   * What the thank-you screen shows. It marks nothing paid. Whoever has the address may see it: stop words are masked, an
   * anonymous name is null, and so is a message that waits for the creator's yes or was rejected. `isOwn`: the caller is the
   * donor, by his login or by the `proof` of Create, and sees his message all the same. `isReworded`: it is the second wording
   * (contract, section 6).
   */
  success: get('ProjectPay/Success', {
    summary: 'A gift for the thank-you screen',
    access: 'guest',
    query: z.object({ payId: wireId, proof }),
    answer: z.object({
      payId: wireId,
      status,
      amount: money,
      name: z.string().nullable(),
      message: z.string().nullable(),
      isReworded: z.boolean(),
      isOwn: z.boolean(),
      creator,
    }),
    errors: [failures.notFound],
  }),
  /**
   * Paid gifts of a project, newest first; `createdAt` is when the gift was paid. `name` is null for anonymous gifts, stop
   * words are masked, a message that waits for the creator's yes or was rejected is null. `totalCount`: all of them. 404: no such project or its creator is blocked (contract, section 6).
   */
  list: get('ProjectPay/List', {
    summary: 'The gifts of a project',
    access: 'guest',
    query: z.object({ projectId: wireId, ...paging(10) }),
    answer: z.object({
      projectId: wireId,
      totalCount: z.int(),
      payments: z.array(
        z.object({
          id: wireId,
          amount: money,
          name: z.string().nullable(),
          message: z.string().nullable(),
          createdAt: instant,
        }),
      ),
    }),
    errors: [failures.notFound],
    cacheSeconds: 5,
  }),
  /** The largest donors of a project, summed by donor; all anonymous gifts are one row, whose name is null (contract, section 6). */
  top: get('ProjectPay/Top', {
    summary: 'The largest donors of a project',
    access: 'guest',
    query: z.object({ projectId: wireId, top: z.int().min(1).max(100).default(20) }),
    answer: z.array(z.object({ place: z.int(), name: z.string().nullable(), amount: money, count: z.int() })),
    errors: [failures.notFound],
    cacheSeconds: 5,
  }),
  /** The limits that the donation form needs, in main units; for an admin also what only he sets (contract, section 6). */
  settings: get('Donate/Settings', {
    summary: 'The limits of gifts',
    access: 'guest',
    answer: z.object({
      ...limits,
      commissionPercent: percent.optional(),
      stopWords: z.array(z.string()).optional(),
      version: z.string().optional(),
    }),
    errors: [],
  }),
  /**
   * Sets all limits of gifts at once, amounts in main units. `stopWords`: a word alone, or `word*` for all that begins so.
   * `isEnabled: false` stops all gifts; `stopReason`, up to 300 characters, is what people then read. With the `version`
   * that was read, 409 `SettingsChanged` where somebody has saved since. 400 with the member at fault (contract, section 6).
   */
  changeSettings: put('Donate/Settings', {
    summary: 'Set the limits of gifts',
    access: 'admin',
    body: z.strictObject({
      minAmount: money.refine((amount) => amount > 0, { error: 'Значение должно превышать 0' }),
      maxAmount: money,
      presets: z.array(money).min(1).max(10),
      messageMaxLength: z.int().min(0).max(1000),
      commissionPercent: percent,
      stopWords: z.array(z.string().trim().min(2).max(50)).max(500),
      isEnabled: z.boolean(),
      stopReason: z.string().trim().max(300, { error: 'Максимальная длинна текста 300 символов' }).nullish(),
      version: z.string().max(64).optional(),
    }),
    answer: nothing,
    errors: [settingsChanged],
    audited: true,
  }),
  /**
   * Gifts that the caller has received, newest first, `From` and `To` included (a day stands for all of it, UTC): with the
   * message as it was written. `credited`: what came to the account, 0 once given back; `payout`: whether it is there or was given back.
   * The name of an anonymous donor is null here too. `Search`: only those whose name or message has this text, in any case
   * (contract, section 6).
   */
  my: get('Donate/My', {
    summary: 'Gifts received',
    access: 'user',
    query: z.object({ ...paging(10), ...period, Search: z.string().trim().max(100).optional() }),
    answer: page(
      z.object({
        id: wireId,
        amount: money,
        commission: money,
        credited: money,
        name: z.string().nullable(),
        isAnonymous: z.boolean(),
        message: z.string().nullable(),
        status: counted,
        payout: z.enum(['Credited', 'Returned']),
        createdAt: instant,
        paidAt: instant,
      }),
    ),
    errors: [],
  }),
  /** Gifts that the caller has made while logged in and that were paid, newest first (contract, section 6). */
  given: get('Donate/Given', {
    summary: 'Gifts made',
    access: 'user',
    query: z.object({ ...paging(10), ...period }),
    answer: page(
      z.object({
        id: wireId,
        projectId: wireId,
        creator: creator.nullable(),
        amount: money,
        name: z.string().nullable(),
        isAnonymous: z.boolean(),
        message: z.string().nullable(),
        status: counted,
        createdAt: instant,
        paidAt: instant,
      }),
    ),
    errors: [],
  }),
};
