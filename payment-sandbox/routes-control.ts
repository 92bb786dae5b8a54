/**
 * The tester's own calls, for torture tests; `Authorization: Bearer <PAYMENT_SECRET>`, never touched by the faults they set.
 *
 * - POST /control/faults {mode?, callbacks?, dropShare?, repeats?, shuffleMs?} → the faults now in force. What is left out
 *   goes back to its default, so `{}` heals everything. Faults live in memory: a restarted sandbox is healthy.
 *   - mode `down`: connections of /payment are cut, and no callback leaves · `hang`: /payment is never answered, connections
 *     are cut when the mode changes · `error500`: /payment answers 500 and does nothing · `lost-answer`: /payment does its
 *     work and then cuts the connection · `lie-amount`: GET /payment/{id} and callbacks tell 100 minor units too many.
 *   - callbacks `drop`: none is sent (or the share `dropShare`, 0..1, which works with the others too) · `repeat`: each is
 *     sent `repeats` times (10) · `shuffle`: each leaves after a random pause up to `shuffleMs` (2000), so out of order; with
 *     `repeats` each copy has its own pause. They concern events from then on; a dropped copy is never tried again.
 * - GET /control/faults → the faults in force.
 * - GET /control/books → {payments: […]}, all of them, oldest first: {id, reference, status, amount, refundedAmount, currency,
 *   createdAt, expiresAt, maskedPan, wallet, wrongCodes, history: [{status, at}], callbacks: [{eventId, status, state, attempts,
 *   lastResult}]}; amounts in minor units, always the true ones. One charge is one `paid` in the history.
 * - POST /control/books {payments: [{id, reference, amount, currency, description, callbackUrl, createdAt, paidAt, refundedAt}]}
 *   → {payments: how many the books hold now}: enters what was paid before, as in a demo world; no callback is sent.
 */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { type Desk, expireDuePayments } from './desk.ts';
import { EarlierPayment, enterEarlier } from './desk-earlier.ts';
import { Faults } from './faults.ts';
import { type Payment, refundedAmount } from './payment-state.ts';
import { parse, requireSecret } from './routes-merchant.ts';

const EarlierBooks = z.strictObject({ payments: z.array(EarlierPayment).max(2_000) });
const longestBooks = 2 * 1024 * 1024;

export function controlRoutes(app: FastifyInstance, { desk }: { desk: Desk }, done: () => void): void {
  app.addHook('onRequest', requireSecret(desk.secret));

  app.post('/control/faults', async (request) => {
    desk.faults.set(parse(Faults, request.body));
    return desk.faults.current;
  });

  app.get('/control/faults', async () => desk.faults.current);

  app.get('/control/books', async () => {
    expireDuePayments(desk);
    return { payments: desk.books.all().map((payment) => entryOf(desk, payment)) };
  });

  app.post('/control/books', { bodyLimit: longestBooks }, async (request) => {
    for (const payment of parse(EarlierBooks, request.body).payments) enterEarlier(desk, payment);
    return { payments: desk.books.all().length };
  });
  done();
}

function entryOf(desk: Desk, payment: Payment) {
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
    callbacks: desk.books.deliveriesOf(payment.id).map(({ event, state, attempts, lastResult }) => ({
      eventId: event.eventId,
      status: event.status,
      state,
      attempts,
      lastResult,
    })),
  };
}
