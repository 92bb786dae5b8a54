/**
 * The tester's calls, for torture tests; `Authorization: Bearer <PAYMENT_SECRET>`. The faults that they set do not affect them.
 *
 * - POST /control/faults {mode?, payments?, callbacks?, dropShare?, repeats?, shuffleMs?} → the current faults. An omitted member
 *   returns to its default, so `{}` ends all faults. Faults are in memory only: a restart ends them.
 *   - mode `down`: connections of /payment are cut, and no callback leaves · `hang`: /payment is never answered, connections
 *     are cut when the mode changes · `error500`: /payment answers 500 and does nothing · `lost-answer`: /payment does its
 *     work and then cuts the connection · `lie-amount`: GET /payment/{id} and callbacks report 100 minor units too many ·
 *     `refuse-refunds`: POST /payment/{id}/refund is refused, and not for good.
 *   - payments: ids; every mode but `lie-amount` then affects only calls about these payments, and callbacks are sent.
 *   - callbacks `drop`: none is sent (or the share `dropShare`, 0..1, which works with the others too) · `repeat`: each is
 *     sent `repeats` times (10) · `shuffle`: each leaves after a random pause up to `shuffleMs` (2000), so out of order; with
 *     `repeats` each copy has its own pause. They apply to later events; a dropped copy is never tried again.
 * - GET /control/faults → the current faults.
 * - GET /control/books → {payments: […]}, all of them, oldest first: {id, reference, status, amount, refundedAmount, currency,
 *   createdAt, expiresAt, maskedPan, wallet, wrongCodes, history: [{status, at}], callbacks: [{eventId, status, state, attempts,
 *   lastResult}]}; amounts in minor units, always the true ones. One charge is one `paid` in the history.
 * - POST /control/books: enters earlier payments (see `takeEarlierBooks`)
 */
import type { FastifyInstance } from 'fastify';
import { takeEarlierBooks } from './earlier-books.ts';
import { Faults } from './faults.ts';
import { parse, requireSecret } from './merchant/routes-merchant.ts';
import { type Payment, refundedAmount } from './payment-state.ts';
import { enterEarlier } from './payments/earlier-payments.ts';
import { expireDuePayments, type GatewayContext } from './payments/payments.ts';

export function controlRoutes(app: FastifyInstance, { context }: { context: GatewayContext }, done: () => void): void {
  app.addHook('onRequest', requireSecret(context.secret));

  app.post('/control/faults', async (request) => {
    context.faults.set(parse(Faults, request.body));
    return context.faults.current;
  });

  app.get('/control/faults', async () => context.faults.current);

  app.get('/control/books', async () => {
    expireDuePayments(context);
    return { payments: context.books.all().map((payment) => entryOf(context, payment)) };
  });

  takeEarlierBooks(app, '/control/books', (payment) => enterEarlier(context, payment));
  done();
}

function entryOf(context: GatewayContext, payment: Payment) {
  return {
    id: payment.id,
    reference: payment.reference,
    status: payment.status,
    amount: payment.amount,
    refundedAmount: refundedAmount(payment),
    currency: payment.currency,
    createdAt: new Date(payment.createdAt).toISOString(),
    expiresAt: new Date(payment.expiresAt).toISOString(),
    maskedPan: payment.card?.maskedPan ?? null,
    wallet: payment.wallet,
    wrongCodes: payment.wrongCodes,
    history: payment.history.map(({ status, at }) => ({ status, at: new Date(at).toISOString() })),
    callbacks: context.books.deliveriesOf(payment.id).map(({ event, state, attempts, lastResult }) => ({
      eventId: event.eventId,
      status: event.status,
      state,
      attempts,
      lastResult,
    })),
  };
}
