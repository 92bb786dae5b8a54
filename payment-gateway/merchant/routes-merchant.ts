import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { PaymentFailure } from '../failures.ts';
import { type Payment, refundedAmount } from '../payment-state.ts';
import { chargePayment, savedCardOf } from '../payments/payment-charges.ts';
import { refundPayment } from '../payments/payment-refunds.ts';
import { createPayment, findPayment, type GatewayContext, NewPayment } from '../payments/payments.ts';

const PaymentParams = z.object({ id: z.string() });
const RefundBody = z.strictObject({ amount: z.int().positive().optional() }).nullish();
const ChargeBody = z.strictObject({ token: z.string().min(1).max(200) });
const RefundKey = z.string().min(8).max(128).optional();

/** Checks the bearer secret of the merchant's server. */
export function requireSecret(secret: string): (request: FastifyRequest) => Promise<void> {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  const expected = digest(`Bearer ${secret}`);
  return async (request) => {
    if (!timingSafeEqual(digest(request.headers.authorization ?? ''), expected))
      throw new PaymentFailure('Unauthorized');
  };
}

/** Parses a request; throws `BadRequest` without repeating the input, which may contain a card number. */
export function parse<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new PaymentFailure('BadRequest');
  return parsed.data;
}

/**
 * Server → gateway, with `Authorization: Bearer <secret>`:
 * - POST /payment {amount, currency, reference, description, callbackUrl, recurring?} → 201 {id, status, expiresAt}; `recurring` saves the
 *   card for charges without the payer, also with an amount of 0, which charges nothing and causes no callback
 * - GET /payment/{id} → {id, status, amount, currency, reference, expiresAt, card: {maskedPan} | null, refundedAmount, refusals: [{payment_system, prefix}]}:
 *   `refusals`: the refused cards in their order, first digits only; each causes a callback at once;
 *   `refundedAmount`: how much has been refunded so far; each refund causes a callback with that sum; `charge`: {token, maskedPan, expiry} once a
 *   `recurring` payment is paid, else null; `failure`: the code of the refusal of a charge without the payer
 * - POST /payment/{id}/charge {token} → the same, `paid` or `failed`: charges a saved card without the payer. A payment is charged once,
 *   so that repeating the call is safe
 * - POST /payment/{id}/refund {amount?} → the same; with an `Idempotency-Key` a partial refund is safe to repeat
 */
export function merchantRoutes(app: FastifyInstance, { context }: { context: GatewayContext }, done: () => void): void {
  app.addHook('onRequest', requireSecret(context.secret));

  app.post('/payment', async (request, reply) => {
    const { id, status, expiresAt } = createPayment(context, parse(NewPayment, request.body));
    return reply.code(201).send({ id, status, expiresAt: new Date(expiresAt).toISOString() });
  });

  app.get('/payment/:id', async (request) => {
    return merchantView(context, findPayment(context, parse(PaymentParams, request.params).id));
  });

  app.post('/payment/:id/charge', async (request, reply) => {
    const { id } = parse(PaymentParams, request.params);
    const payment = chargePayment(context, id, parse(ChargeBody, request.body).token);
    if (payment.card?.behaviour !== 'chargesLost') return merchantView(context, payment);
    await context.books.settled();
    reply.hijack();
    request.raw.socket.destroy();
    return reply;
  });

  app.post('/payment/:id/refund', async (request) => {
    const { id } = parse(PaymentParams, request.params);
    if (context.faults.modeFor(id) === 'refuse-refunds') throw new PaymentFailure('RefundRefused');
    const amount = parse(RefundBody, request.body)?.amount ?? null;
    const key = parse(RefundKey, request.headers['idempotency-key']) ?? null;
    return merchantView(context, refundPayment(context, id, amount, key));
  });
  done();
}

function merchantView(context: GatewayContext, payment: Payment) {
  return {
    id: payment.id,
    status: payment.status,
    amount: context.faults.reportedAmount(payment.amount),
    currency: payment.currency,
    reference: payment.reference,
    expiresAt: new Date(payment.expiresAt).toISOString(),
    card: payment.card && { maskedPan: payment.card.maskedPan },
    refundedAmount: refundedAmount(payment),
    refusals: payment.refusals,
    charge: savedCardOf(payment),
    failure: payment.failure,
  };
}
