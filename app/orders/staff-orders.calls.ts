import { z } from 'zod';
import {
  notPaid,
  partRefundNotOffered,
  paymentProviderUnavailable,
  refundRefused,
} from '#app/payments/payment-failures.ts';
import { file, get, nothing, page, paging, post, put } from '#base/calls/call.ts';
import { failures } from '#base/calls/errors.ts';
import { wireId } from '#base/calls/id-wire.ts';
import { fileLanguage } from '#base/calls/language-wire.ts';
import { seenText } from '#base/calls/text-wire.ts';
import { mergeLines } from './basket/merge-lines.ts';
import {
  orderChanged,
  paymentUnknown,
  refundNotStopped,
  refundPending,
  refundTooLarge,
  wrongTransition,
} from './order-failures.ts';
import { filters, pickupPointId } from './order-inputs.ts';
import { linesMost, longestOrderReason, missingReason } from './order-limits.ts';
import { linesRefund, order, orderLine, statusInput } from './order-shapes.ts';

const reason = seenText().min(1, { error: missingReason }).max(longestOrderReason);

/** Pieces of one item of an order. */
const refundLine = orderLine.pick({ productId: true, quantity: true, sizeId: true, colorId: true });

/** The result for one of several orders. */
const bulkResult = z.object({
  orderId: wireId,
  isMoved: z.boolean(),
  /** The code and the Russian text of the failure; null when it was moved. */
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
});

/** The calls of staff on placed orders. */
export const staffOrdersCalls = {
  /**
   * Changes an order's status; `Refunded` refunds the money at the provider, with the failures of Refund. 404; 409 `WrongTransition`: the
   * transition is not allowed, also from a basket or to the same status, or only a payment makes it; 409 `PaymentUnknown` as in Cancel; 409
   * `RefundPending` while a refund awaits the provider's answer.
   */
  changeStatus: put('Order/UserOders', {
    summary: "Change an order's status",
    access: 'moderator',
    body: z.strictObject({ orderId: wireId, status: statusInput }),
    answer: nothing,
    errors: [
      failures.notFound,
      wrongTransition,
      paymentUnknown,
      refundPending,
      notPaid,
      refundRefused,
      paymentProviderUnavailable,
    ],
    audited: true,
    transaction: 'own',
  }),
  /**
   * Changes the status of up to 100 orders, each in its own transaction; `results` come in the order of `orderIds` and name each failure.
   * Cancelling waits at most 12 seconds for the provider in total; orders without an answer by then get `PaymentUnknown`, as in Cancel.
   */
  bulkStatus: put('Order/BulkStatus', {
    summary: 'Change the status of several orders',
    access: 'moderator',
    body: z.strictObject({
      orderIds: z
        .array(wireId)
        .min(1)
        .max(100)
        .refine((ids) => new Set(ids).size === ids.length, { error: 'Заказ указан дважды' }),
      status: statusInput.refine((status) => status !== 'Refunded', { error: 'Деньги возвращаются по одному заказу' }),
    }),
    answer: z.object({ results: z.array(bulkResult) }),
    errors: [],
    audited: true,
    transaction: 'own',
  }),
  /**
   * Refunds all of an order's money at the provider, including a donation; the ledger reverses it. 503 when the provider does not answer: the
   * refund is stored (`isRefunding`), the server repeats it until the provider answers, and the status does not change until then. 404; 409
   * `WrongTransition`, `NotPaid`, `RefundRefused`.
   */
  refund: post('Order/Refund', {
    summary: "Give an order's money back",
    access: 'moderator',
    body: z.strictObject({ orderId: wireId, reason }),
    answer: nothing,
    errors: [failures.notFound, wrongTransition, notPaid, refundRefused, paymentProviderUnavailable],
    audited: true,
    transaction: 'own',
  }),
  /**
   * Asks the provider once more for refunds of an order, whole or of pieces, that it has not made in all tries (`isRefundStopped`). What it
   * does not make now stays stopped; `paymentProblem` says why. 503 when it does not answer: the server repeats the request. 404; 409
   * `RefundNotStopped`: none is stopped; `RefundRefused` (docs/rules.md#orders).
   */
  retryRefund: post('Order/RetryRefund', {
    summary: 'Ask once more for a refund that was not made',
    access: 'moderator',
    body: z.strictObject({ orderId: wireId }),
    answer: nothing,
    errors: [failures.notFound, refundNotStopped, notPaid, refundRefused, paymentProviderUnavailable],
    audited: true,
    transaction: 'own',
  }),
  /**
   * Refunds some pieces of a paid order at the provider and books it: the sellers' accounts, the commission, and the stock unless the order
   * was shipped. A donation that was paid with the order stays. After the last piece the order is `Refunded`. The `Idempotency-Key` is
   * required. `state`: `Done`, or `Wanted` when the provider has not answered: the server repeats the request until it does, and nothing is
   * refunded twice. `seen`: the lines with the pieces that were shown as left, so that two of the staff do not refund one return twice;
   * without it the caller has seen own refunds only, and none of others: after an `OrderChanged` such a caller reads the order again and sends
   * `seen` with the next request. 404; 409 `WrongTransition`, `OrderChanged` if a line of `lines` has other pieces left than seen, `RefundTooLarge` (both with `details.lines`), `NotPaid`,
   * `RefundRefused`, `RefundPending` while the whole order is being refunded.
   */
  refundLines: post('Order/RefundLines', {
    summary: 'Give the money of some pieces back',
    access: 'moderator',
    body: z.strictObject({
      orderId: wireId,
      lines: z
        .array(refundLine)
        .min(1)
        .max(linesMost)
        .refine((lines) => mergeLines(lines).length === lines.length, { error: 'Строка указана дважды' }),
      seen: z.array(refundLine).max(linesMost).nullish(),
      reason: reason.nullish(),
    }),
    answer: linesRefund,
    errors: [
      failures.notFound,
      wrongTransition,
      orderChanged,
      refundTooLarge,
      notPaid,
      refundRefused,
      refundPending,
      partRefundNotOffered,
    ],
    audited: true,
    transaction: 'own',
    idempotent: true,
  }),
  /** The orders of the list as a table (docs/rules.md#tables), one line for each item; streamed. */
  export: get('Order/Export', {
    summary: 'Orders as CSV',
    access: 'moderator',
    query: z.object({ ...filters, Language: fileLanguage }),
    answer: file,
    errors: [],
    form: 'file',
    mediaTypes: ['text/csv'],
  }),
  /** The open orders of a pickup point (status 1..5), newest first. */
  atPickUp: get('Order/AtPickUp', {
    summary: 'Open orders of a pickup point',
    access: 'moderator',
    query: z.object({ pickupPointId, ...paging(12) }),
    answer: page(order),
    errors: [],
  }),
};
