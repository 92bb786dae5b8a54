import { z } from 'zod';
import { get, nothing, page, paging, post, put } from '#base/calls/call.ts';
import { failures } from '#base/calls/errors.ts';
import { wireId } from '#base/calls/id-wire.ts';
import { money } from '#base/calls/money-wire.ts';
import { searchText, seenLine, seenText } from '#base/calls/text-wire.ts';
import { longestReason } from '#base/text/reason-length.ts';
import { taxNumberFault, taxNumberPattern } from '#base/text/tax-number.ts';
import { isCardMask } from './card-mask.ts';
import { balanceNegative, notEnoughMoney, payoutDecided } from './payout-failures.ts';
import { payoutStates } from './payout-state.ts';

const instant = z.iso.datetime();

const state = z.enum(payoutStates);

const payout = {
  id: wireId,
  accountId: wireId,
  amount: money,
  cardMask: z.string(),
  state,
  /** The transfer's number at the bank. */
  bankReference: z.string().nullable(),
  /** The year of its act and the number in it, `2026-12`; null: not paid, or paid before acts had numbers. */
  act: z.string().nullable(),
  reason: z.string().nullable(),
  createdAt: instant,
  decidedAt: instant.nullable(),
};

const deadline = {
  /** The last day on which the operator has promised to decide it, in the country's time zone; null: decided, or nothing is promised. */
  dueDay: z.iso.date().nullable(),
  /** That day is over. */
  isOverdue: z.boolean(),
};

/** Creators' requests for payouts to a card, and the operator's decisions. */
export const payoutsCalls = {
  /**
   * The caller's requests, newest first; `waiting`: all undecided ones, `since` the oldest of them with its deadline; `promisedDays`: working days
   * in which a request is decided, null where nothing is promised (docs/rules.md#receipts). Sums in main units.
   */
  my: get('Payout/My', {
    summary: 'Own payout requests',
    access: 'user',
    query: z.object(paging(10)),
    answer: page(z.object({ ...payout, ...deadline })).extend({
      waiting: z.object({ amount: money, since: instant.nullable(), ...deadline }),
      promisedDays: z.int().nullable(),
    }),
    errors: [],
  }),
  /** The caller's own tax number, as `PUT Payout/TaxNumber` took it; null: none (docs/rules.md#receipts). */
  taxNumber: get('Payout/TaxNumber', {
    summary: 'Read the own tax number',
    access: 'user',
    answer: z.object({ taxNumber: z.string().nullable() }),
    errors: [],
  }),
  /**
   * Writes the caller's TIN (9 digits) or PINFL (14 digits), with which the operator sells as the caller's agent; null: none. Others see its last four digits only
   * (docs/rules.md#receipts).
   */
  changeTaxNumber: put('Payout/TaxNumber', {
    summary: 'Write the own tax number',
    access: 'user',
    body: z.strictObject({
      taxNumber: z.string().trim().regex(taxNumberPattern, { error: taxNumberFault }).nullable(),
    }),
    answer: nothing,
    errors: [],
  }),
  /**
   * Asks for a sum of one of the caller's accounts to be paid to a card. The sum is reserved at once and returned if the
   * request is declined or cancelled. `card.mask`: `8600 •••• •••• 0106`, never the number; `card.token`: the provider's token, if the
   * browser has one. 404: no such account or another user's; 409 `NotEnoughMoney`.
   */
  request: post('Payout/Request', {
    summary: 'Ask for a payout',
    access: 'user',
    body: z.strictObject({
      accountId: wireId,
      amount: money.refine((amount) => amount > 0, { error: 'Значение должно превышать 0' }),
      card: z.strictObject({
        mask: z.string().refine(isCardMask, { error: 'Нужны первые и последние четыре цифры карты' }),
        token: z
          .string()
          .min(1)
          .max(200)
          .refine((token) => !/(?:\d[\s-]?){12,}/.test(token), { error: 'Номер карты сюда не передают' })
          .nullish(),
      }),
    }),
    answer: z.object(payout),
    errors: [failures.notFound, notEnoughMoney],
    idempotent: true,
  }),
  /** Cancels an own open request; the sum returns to the account. 404: no such request or another user's; 409 `PayoutDecided`. */
  cancel: post('Payout/Cancel', {
    summary: 'Cancel an own payout request',
    access: 'user',
    query: z.object({ payoutId: wireId }),
    answer: nothing,
    errors: [failures.notFound, payoutDecided],
  }),
  /** All requests in a state, open ones oldest first, others newest first; `Search`: a user name or the last digits of the card. */
  list: get('Payout/List', {
    summary: 'Payout requests of all creators',
    access: 'admin',
    query: z.object({ State: state.default('Requested'), Search: searchText().max(60).optional(), ...paging(20) }),
    answer: page(
      z.object({
        ...payout,
        ...deadline,
        userId: wireId,
        userName: z.string(),
        phone: z.string(),
        /** The last four digits of the tax number. */
        taxNumber: z.string().nullable(),
        cardToken: z.string().nullable(),
        /** The account's balance without this request's sum. */
        balance: money,
      }),
    ),
    errors: [],
  }),
  /**
   * Marks a request as paid by the operator; `reference`: the transfer's number at the bank. 409 `PayoutDecided`; `BalanceNegative` if a refund has
   * made the balance negative since, unless `despiteDebt` says that it is paid all the same.
   */
  pay: put('Payout/Pay', {
    summary: 'Mark a payout as paid',
    access: 'admin',
    body: z.strictObject({
      payoutId: wireId,
      reference: seenLine().min(1, { error: 'Укажите номер перевода' }).max(100),
      despiteDebt: z.boolean().nullish(),
    }),
    answer: nothing,
    errors: [failures.notFound, payoutDecided, balanceNegative],
    audited: true,
  }),
  /** Declines a request with a reason for its owner; the sum returns to the account. 409 `PayoutDecided`. */
  decline: put('Payout/Decline', {
    summary: 'Decline a payout',
    access: 'admin',
    body: z.strictObject({
      payoutId: wireId,
      reason: seenText().min(3, { error: 'Напишите причину: её увидит автор' }).max(longestReason),
    }),
    answer: nothing,
    errors: [failures.notFound, payoutDecided],
    audited: true,
  }),
};
