import { z } from 'zod';
import { donationChoices, givenChoice } from '#app/choices/donation-choices.ts';
import { stagedCreator } from '#app/creators/creators.calls.ts';
import { addedTime } from '#app/donathon/clock-shapes.ts';
import { jointChanged } from '#app/joint/joint-failures.ts';
import { seenJoint } from '#app/joint/joint-shapes.ts';
import { amountNotTaken, paymentProviderUnavailable } from '#app/payments/payment-failures.ts';
import { paymentStatuses } from '#app/payments/payment-status.ts';
import { chosenSystem, payerOfPayment } from '#app/payments/payment-wire.ts';
import { get, page, paging, post } from '#base/calls/call.ts';
import { failures } from '#base/calls/errors.ts';
import { wireId } from '#base/calls/id-wire.ts';
import { dayOrMoment } from '#base/calls/moment-wire.ts';
import { money } from '#base/calls/money-wire.ts';
import { searchText, seenLine, seenText } from '#base/calls/text-wire.ts';
import { creatorUnavailable, donationsDisabled } from './donation-failures.ts';
import { giftReceivers } from './gift-receivers.ts';
import { importSources } from './imports/import-rules.ts';
import { settingsCalls } from './settings/settings.calls.ts';

const status = z.enum(paymentStatuses);

const instant = z.iso.datetime();

const proof = z.string().max(100).optional();

const period = { From: dayOrMoment.optional(), To: dayOrMoment.optional() };

/** The creator of a donation for the donor's screens; `displayName` respects `HideFullName`. */
const creator = stagedCreator.pick({ userId: true, userName: true, displayName: true, avatar: true });

const counted = z.enum(['Paid', 'Refunded']);

/** Which month of monthly support the donation paid; null: it was given once. */
const month = z.int().nullable();

/** How many months it gives to others; null: none. */
const giftedMonths = z.int().nullable();

/** The pieces of merch that it gives to viewers, with the name of the product at that time; null: none. */
const giftedPieces = z.object({ count: z.int(), product: z.string() }).nullable();

/** How a donation was shared in a stream together: its parts, that of the page on which it was given first. */
const sharedOut = z.object({
  id: wireId,
  shares: z.array(z.object({ creator, amount: money, thankedAt: instant.nullable() })),
});

/** What a donor says with a donation, and whether to everyone. */
export const donationWords = {
  name: seenLine().nullish(),
  message: seenText().nullish(),
  isAnonymous: z.boolean().nullish(),
};

/** An own donation that its donor has left unpaid. */
export const leftDonation = z.strictObject({ payId: wireId, proof }).nullish();

/** A donation with its opened payment. */
export const openedDonation = z.object({
  payId: wireId,
  paymentId: wireId,
  paymentUrl: z.string(),
  amount: money,
  expiresAt: instant,
  payer: payerOfPayment,
  closedSystems: z.array(z.string()),
  proof: z.string(),
});

/** Why a donation is not opened. */
export const openingErrors = [
  failures.notFound,
  creatorUnavailable,
  donationsDisabled,
  amountNotTaken,
  failures.tooManyRequests,
  paymentProviderUnavailable,
];

export const donationsCalls = {
  /**
   * Creates a donation with its payment: the browser sends the card to `paymentUrl` (docs/rules.md#payment-gateway). Amounts in main
   * units; `name` up to 60 characters, `message` up to `messageMaxLength`, both plain text; a logged-in donor's donation is
   * linked to the account; `isAnonymous` hides the name from everyone. 400 with the amount rule's text in `fields.amount`; 404:
   * no such project; 409 `CreatorUnavailable`, `DonationsDisabled`, `AmountNotTaken` (by the chosen system); 429 with the true reason (docs/rules.md#donations).
   * `system`: one of `paymentSystems` of the settings; `payer`: how the payer pays at another system than the gateway. `instead`: an own
   * donation that the donor has left unpaid, proven by login or `proof`, else 404. Its payment is asked about, and closed where its system
   * allows it (decision 31), before the new one opens; if it is paid, the answer is that donation and none is made. `closedSystems`:
   * card systems, as the provider spells them, that are closed for this creator for some minutes because too many of their cards were
   * refused. `choices`: what the donor decides with it, at most one vote, one target and one reward; in a vote that takes
   * suggestions instead of `optionId` a text of the donor's own, `suggestion`, which is 400 in `fields['choices.0.suggestion']`. One that cannot be chosen is 400 at its place, in
   * `fields['choices.0']` to `['choices.2']`, a sum too small for one vote or for the reward in `fields.amount`; then no payment is opened
   * (docs/rules.md#choices).
   * `joint`: the stream together that the page showed, null: none; if the page shares something else by now, 409 `JointChanged`. Left out: what runs is
   * shared (docs/rules.md#joint-streams).
   * `proof`: proves later that the donation is the caller's own; only this answer has it.
   */
  create: post('ProjectPay/Create', {
    summary: 'Make a donation to a creator',
    access: 'guest',
    body: z.strictObject({
      projectId: wireId,
      amount: money,
      ...donationWords,
      system: chosenSystem,
      instead: leftDonation,
      choices: donationChoices.optional(),
      // Pages of the version before send it; a membership is begun by a call of its own.
      monthly: z.null().optional(),
      joint: seenJoint.optional(),
    }),
    freeTexts: ['name', 'message'],
    answer: openedDonation,
    errors: [...openingErrors, jointChanged],
    idempotent: true,
    transaction: 'own',
  }),
  /**
   * The state of a donation's payment; the provider is asked while it is not final. `isChecked`: it is final, or confirmed by the provider
   * during this call; else it is the stored state, since the provider could not be asked. `isRefused`, if present: the payment system has given up the last attempt, and
   * the donor may try again. 404: no such donation (docs/rules.md#donations).
   */
  status: get('ProjectPay/Status', {
    summary: 'The state of a donation',
    access: 'guest',
    transaction: 'own',
    query: z.object({ payId: wireId }),
    answer: z.object({
      payId: wireId,
      status,
      amount: money,
      isChecked: z.boolean(),
      isRefused: z.boolean().optional(),
    }),
    errors: [failures.notFound],
  }),
  /**
   * What the thank-you screen shows. It never marks a donation paid. Anyone with the address may read it: stop words are masked, an
   * anonymous name is null, and so is a message that awaits the creator's approval, was rejected or belongs to a refunded donation.
   * `isOwn`: the caller is the donor, by login or by the `proof` of Create, and sees the message all the same. `isReworded`: it is the
   * second wording. `giftedMonths`: how many months it gives to others, null: none; their page is `/months/{payId}`; `giftedPieces`: how many pieces of which product; `giftedTo`: to viewers, or to a friend by a link. `choices`: what it has decided (docs/rules.md#choices). `clock`: what it has added to the creator's clock, null: no clock ran (docs/rules.md#donathon). `thanksText`: the creator's words for donors; `thankedAt`: when the creator thanked for this donation (docs/rules.md#donations). `joint`: how it was shared; then `amount` is the whole, and the id of each part leads here (docs/rules.md#joint-streams).
   */
  success: get('ProjectPay/Success', {
    summary: 'A donation for the thank-you screen',
    access: 'guest',
    query: z.object({ payId: wireId, proof }),
    answer: z.object({
      payId: wireId,
      status,
      amount: money,
      name: z.string().nullable(),
      message: z.string().nullable(),
      isReworded: z.boolean(),
      giftedMonths,
      giftedPieces,
      giftedTo: z.enum(giftReceivers).nullable(),
      isOwn: z.boolean(),
      choices: z.array(givenChoice),
      clock: addedTime.nullable(),
      thankedAt: instant.nullable(),
      joint: sharedOut.nullable(),
      projectId: wireId,
      creator: stagedCreator.extend({ thanksText: z.string().nullable() }),
    }),
    errors: [failures.notFound],
  }),
  /**
   * Paid donations of a project, newest first; `createdAt` is when the donation was paid. `name` is null for anonymous donations, stop
   * words are masked, a message that awaits the creator's approval or was rejected is null. `month`: which month of monthly support it
   * pays, null for one that was given once. Behind them stands the history that the creator has imported and shows: only its items have
   * the service they come from (`source`) and a `currency`, null for the country's. `totalCount`: all of them. 404: no such
   * project, or its creator is blocked (docs/rules.md#imported-history).
   */
  list: get('ProjectPay/List', {
    summary: 'The donations of a project',
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
          month,
          createdAt: instant,
          source: z.enum(importSources).optional(),
          currency: z.string().nullable().optional(),
        }),
      ),
    }),
    errors: [failures.notFound],
    cacheSeconds: 5,
  }),
  /**
   * The largest donors of a project, summed by donor; all anonymous donations are one row, whose name is null. `imported`: the part of `amount` that
   * comes from a history which the creator shows (docs/rules.md#imported-history).
   */
  top: get('ProjectPay/Top', {
    summary: 'The largest donors of a project',
    access: 'guest',
    query: z.object({ projectId: wireId, top: z.int().min(1).max(100).default(20) }),
    answer: z.array(
      z.object({
        place: z.int(),
        name: z.string().nullable(),
        amount: money,
        count: z.int(),
        imported: money.optional(),
      }),
    ),
    errors: [failures.notFound],
    cacheSeconds: 5,
  }),
  /**
   * Donations that the caller has received, newest first, in a period (docs/rules.md#wire), with the
   * message as written. `amount`: what is left after the refunded part `refunded`. `credited`: the amount posted to the account, 0 after a
   * refund; `payout`: whether it is there or was returned.
   * `whole`: all that was given to the creators of a stream together, of which `amount` is the part of the caller; null: it was given to the caller alone.
   * The name of an anonymous donor is null here too. `Search`: only those whose name or message have all these words
   * (docs/rules.md#searches).
   */
  my: get('Donate/My', {
    summary: 'Donations received',
    access: 'user',
    query: z.object({ ...paging(10), ...period, Search: searchText().max(100).optional() }),
    answer: page(
      z.object({
        id: wireId,
        amount: money,
        refunded: money,
        commission: money,
        credited: money,
        name: z.string().nullable(),
        isAnonymous: z.boolean(),
        message: z.string().nullable(),
        month,
        giftedMonths,
        giftedPieces,
        whole: money.nullable(),
        status: counted,
        payout: z.enum(['Credited', 'Returned']),
        createdAt: instant,
        paidAt: instant,
        thankedAt: instant.nullable(),
      }),
    ),
    errors: [],
  }),
  /** Paid donations that the caller made while logged in, newest first; amounts as in `My`, and of one that was shared all that was given (docs/rules.md#donations). */
  given: get('Donate/Given', {
    summary: 'Donations made',
    access: 'user',
    query: z.object({ ...paging(10), ...period }),
    answer: page(
      z.object({
        id: wireId,
        projectId: wireId,
        creator: creator.nullable(),
        amount: money,
        refunded: money,
        name: z.string().nullable(),
        isAnonymous: z.boolean(),
        message: z.string().nullable(),
        month,
        giftedMonths,
        giftedPieces,
        whole: money.nullable(),
        status: counted,
        createdAt: instant,
        paidAt: instant,
        thankedAt: instant.nullable(),
      }),
    ),
    errors: [],
  }),
  ...settingsCalls,
};
