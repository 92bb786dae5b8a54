import { z } from 'zod';
import { file, get, nothing, page, paging, post, put } from '#base/call.ts';
import { failures } from '#base/errors.ts';
import { wireId } from '#base/id-wire.ts';
import { notPaid, paymentProviderUnavailable } from '../payments/payment-failures.ts';
import { wrongTransition } from './order-failures.ts';
import { filters, pickupPointId } from './order-inputs.ts';
import { order, statusInput } from './order-shapes.ts';

const reason = z.string().trim().min(1).max(500);

/** What became of one of several orders that were to be moved. */
const bulkResult = z.object({
  orderId: wireId,
  isMoved: z.boolean(),
  /** Why not: a failure's code and its Russian text. */
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
});

/** What the staff does with placed orders. */
export const staffOrdersCalls = {
  /**
   * Moves an order on; `Refunded` gives the money back at the provider. 404; 409 `WrongTransition` where the table has no such
   * way, from a basket or from a state to itself too, or only a payment goes it (contract, section 10).
   */
  changeStatus: put('Order/UserOders', {
    summary: "Change an order's status",
    access: 'moderator',
    body: z.strictObject({ orderId: wireId, status: statusInput }),
    answer: nothing,
    errors: [failures.notFound, wrongTransition, notPaid, paymentProviderUnavailable],
    audited: true,
    transaction: 'own',
  }),
  /** Moves up to 100 orders, each on its own: what went wrong with one is told in its result. */
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
  /** Gives all of an order's money back at the provider; the ledger reverses, a gift with it too. 404; 409 `WrongTransition`, `NotPaid`. */
  refund: post('Order/Refund', {
    summary: "Give an order's money back",
    access: 'moderator',
    body: z.strictObject({ orderId: wireId, reason }),
    answer: nothing,
    errors: [failures.notFound, wrongTransition, notPaid, paymentProviderUnavailable],
    audited: true,
    transaction: 'own',
  }),
  /** The same orders as in the list, as CSV (RFC 4180, UTF-8 with BOM): a line for each item. Sent as it is read. */
  export: get('Order/Export', {
    summary: 'Orders as CSV',
    access: 'moderator',
    query: z.object(filters),
    answer: file,
    errors: [],
    form: 'file',
    mediaTypes: ['text/csv'],
  }),
  /** The orders that are still to be handed out at a pickup point (status 1..5), newest first. */
  atPickUp: get('Order/AtPickUp', {
    summary: 'Open orders of a pickup point',
    access: 'moderator',
    query: z.object({ pickupPointId, ...paging(12) }),
    answer: page(order),
    errors: [],
  }),
};
