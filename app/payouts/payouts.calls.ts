import { z } from 'zod';
import { get, nothing, page, paging, post, put } from '#base/call.ts';
import { failures } from '#base/errors.ts';
import { wireId } from '#base/id-wire.ts';
import { money } from '#base/money-wire.ts';
import { isCardMask } from './card-mask.ts';
import { notEnoughMoney, payoutDecided } from './payout-failures.ts';
import { payoutStates } from './payout-state.ts';

const instant = z.iso.datetime();

const state = z.enum(payoutStates);

const payout = {
  id: wireId,
  accountId: wireId,
  amount: money,
  cardMask: z.string(),
  state,
  /** How the transfer is found at the bank. */
  bankReference: z.string().nullable(),
  reason: z.string().nullable(),
  createdAt: instant,
  decidedAt: instant.nullable(),
};

/** Creators' requests to have their money paid to a card, and the operator's answers (extras beside contract, section 3). */
export const payoutsCalls = {
  /** The caller's requests, newest first; sums in main units. */
  my: get('Payout/My', {
    summary: 'Own payout requests',
    access: 'user',
    query: z.object(paging(10)),
    answer: page(z.object(payout)),
    errors: [],
  }),
  /**
   * Asks for a sum of one of the caller's accounts to be paid to a card. It leaves the account at once and waits apart; a request that
   * is declined or cancelled brings it back. `card.mask`: `8600 •••• •••• 0106`, never the number; `card.token`: the provider's, where
   * this browser keeps one. 404: no such account or another's; 409 `NotEnoughMoney`.
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
  /** Takes an own request back while it is not decided; the sum returns. 404: no such one or another's; 409 `PayoutDecided`. */
  cancel: post('Payout/Cancel', {
    summary: 'Cancel an own payout request',
    access: 'user',
    query: z.object({ payoutId: wireId }),
    answer: nothing,
    errors: [failures.notFound, payoutDecided],
  }),
  /** All requests in a state, the oldest first while they wait, else the newest first; `Search`: user name or the end of the card. */
  list: get('Payout/List', {
    summary: 'Payout requests of all creators',
    access: 'admin',
    query: z.object({ State: state.default('Requested'), Search: z.string().trim().max(60).optional(), ...paging(20) }),
    answer: page(
      z.object({
        ...payout,
        userId: wireId,
        userName: z.string(),
        phone: z.string(),
        cardToken: z.string().nullable(),
        /** What the account holds beside this request. */
        balance: money,
      }),
    ),
    errors: [],
  }),
  /** Notes that the operator has paid a request; `reference`: how the transfer is found at the bank. 409 `PayoutDecided`. */
  pay: put('Payout/Pay', {
    summary: 'Mark a payout as paid',
    access: 'admin',
    body: z.strictObject({
      payoutId: wireId,
      reference: z.string().trim().min(1, { error: 'Укажите номер перевода' }).max(100),
    }),
    answer: nothing,
    errors: [failures.notFound, payoutDecided],
    audited: true,
  }),
  /** Declines a request with a reason that its owner reads; the sum returns to his account. 409 `PayoutDecided`. */
  decline: put('Payout/Decline', {
    summary: 'Decline a payout',
    access: 'admin',
    body: z.strictObject({
      payoutId: wireId,
      reason: z.string().trim().min(3, { error: 'Напишите причину: её увидит автор' }).max(300),
    }),
    answer: nothing,
    errors: [failures.notFound, payoutDecided],
    audited: true,
  }),
};
