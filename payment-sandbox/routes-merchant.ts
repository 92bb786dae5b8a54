import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { createPayment, type Desk, findPayment, NewPayment } from './desk.ts';
import { refundPayment } from './desk-refunds.ts';
import { PaymentFailure } from './failures.ts';
import { type Payment, refundedAmount } from './payment-state.ts';

const PaymentParams = z.object({ id: z.string() });
const RefundBody = z.strictObject({ amount: z.int().positive().optional() }).nullish();
const RefundKey = z.string().min(8).max(128).optional();

/** Bearer check of everything that the merchant's server may do. */
export function requireSecret(secret: string): (request: FastifyRequest) => Promise<void> {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  const expected = digest(`Bearer ${secret}`);
  return async (request) => {
    if (!timingSafeEqual(digest(request.headers.authorization ?? ''), expected))
      throw new PaymentFailure('Unauthorized');
  };
}

/** Zod's verdict as the provider's own failure; what was sent is never repeated, since it may hold a card number. */
export function parse<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new PaymentFailure('BadRequest');
  return parsed.data;
}

/**
 * Server → provider, with `Authorization: Bearer <secret>`:
 * - POST /payment {amount, currency, reference, description, callbackUrl} → 201 {id, status, expiresAt}
 * - GET /payment/{id} → {id, status, amount, currency, reference, expiresAt, card: {maskedPan} | null, refusals: [{payment_system, prefix}]}:
 *   `refusals` are the cards that were refused, in their order, by the first digits alone; of each the callback tells at once
 * - POST /payment/{id}/refund {amount?} → the same plus refundedAmount; an `Idempotency-Key` makes a part refund safe to repeat
 */
export function merchantRoutes(app: FastifyInstance, { desk }: { desk: Desk }, done: () => void): void {
  app.addHook('onRequest', requireSecret(desk.secret));

  app.post('/payment', async (request, reply) => {
    const { id, status, expiresAt } = createPayment(desk, parse(NewPayment, request.body));
    return reply.code(201).send({ id, status, expiresAt: new Date(expiresAt).toISOString() });
  });

  app.get('/payment/:id', async (request) => {
    return tell(desk, findPayment(desk, parse(PaymentParams, request.params).id));
  });

  app.post('/payment/:id/refund', async (request) => {
    const { id } = parse(PaymentParams, request.params);
    const amount = parse(RefundBody, request.body)?.amount ?? null;
    const key = parse(RefundKey, request.headers['idempotency-key']) ?? null;
    const payment = refundPayment(desk, id, amount, key);
    return { ...tell(desk, payment), refundedAmount: refundedAmount(payment) };
  });
  done();
}

function tell(desk: Desk, payment: Payment) {
  return {
    id: payment.id,
    status: payment.status,
    amount: desk.faults.toldAmount(payment.amount),
    currency: payment.currency,
    reference: payment.reference,
    expiresAt: new Date(payment.expiresAt).toISOString(),
    card: payment.card && { maskedPan: payment.card.maskedPan },
    refusals: payment.refusals,
  };
}
