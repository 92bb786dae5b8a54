import cors from '@fastify/cors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { parse } from '../merchant/routes-merchant.ts';
import type { Payment } from '../payment-state.ts';
import { enterCode, payByCard, payByToken } from '../payments/payment-cards.ts';
import { type GatewayContext, startWallet } from '../payments/payments.ts';

const PaymentSystem = z.string().regex(/^[a-z][a-z0-9_-]{1,31}$/);
const CardByToken = z.strictObject({
  card: z.strictObject({ token: z.string().min(1).max(200) }),
  payment_system: PaymentSystem.optional(),
});
const CardByNumber = z.strictObject({
  card: z.strictObject({ pan: z.string().max(40), expiry: z.string().max(10) }),
  payment_system: PaymentSystem,
});
const Code = z.strictObject({ otp: z.string().min(1).max(16) });
const Wallet = z.strictObject({ payment_system: PaymentSystem });
const Means = z.union([CardByToken, CardByNumber, Code, Wallet]);

const PaymentParams = z.object({ id: z.string() });

export type PayerOptions = { context: GatewayContext; siteOrigins: readonly string[] | null; publicUrl: string | null };

/** Whether a site's pages may pay: those listed, or, without a list, any on this machine. */
export function isSiteAllowed(origin: string, siteOrigins: readonly string[] | null): boolean {
  return siteOrigins ? siteOrigins.includes(origin) : /^http:\/\/(127\.0\.0\.1|localhost)(:\d+)?$/.test(origin);
}

/**
 * Browser → gateway, no credentials, CORS for the site:
 * PATCH /payment/{id} → {id, status, otp: {phoneMask, expiresIn} | null, card: {token, maskedPan, expiry} | null, error: null},
 * for a wallet with `redirectUrl` as well. A failure is {id, status, error: {code, message, attemptsLeft?}}.
 */
export function payerRoutes(app: FastifyInstance, options: PayerOptions, done: () => void): void {
  const { context, siteOrigins, publicUrl } = options;
  app.register(cors, {
    origin: async (origin: string | undefined) => origin !== undefined && isSiteAllowed(origin, siteOrigins),
    methods: ['PATCH'],
    allowedHeaders: ['content-type'],
    maxAge: 600,
  });

  app.patch('/payment/:id', async (request, reply) => {
    const { id } = parse(PaymentParams, request.params);
    const means = parse(Means, request.body);
    if ('otp' in means) return payerView(context, enterCode(context, id, means.otp));
    if (!('card' in means)) {
      const payment = startWallet(context, id, means.payment_system);
      return { ...payerView(context, payment), redirectUrl: `${publicUrl ?? ownUrl(request)}/wallet/${payment.id}` };
    }
    const gone = signalOfClosing(reply);
    if ('token' in means.card) return payerView(context, await payByToken(context, id, means.card.token, gone));
    const entry = { ...means.card, paymentSystem: means.payment_system ?? '' };
    return payerView(context, await payByCard(context, id, entry, gone));
  });
  done();
}

function payerView(context: GatewayContext, { id, status, card, codeExpiresAt }: Payment) {
  const expiresIn = Math.max(0, Math.ceil(((codeExpiresAt ?? 0) - context.now()) / 1000));
  return {
    id,
    status,
    otp: status === 'code_required' && card ? { phoneMask: card.phoneMask, expiresIn } : null,
    card: card && { token: card.token, maskedPan: card.maskedPan, expiry: card.expiry },
    error: null,
  };
}

/** The address that the payer's browser has used. */
function ownUrl(request: FastifyRequest): string {
  return `${request.protocol}://${request.host}`;
}

/** A signal that is aborted when the connection ends: the payer left, or the gateway closes. */
function signalOfClosing(reply: FastifyReply): AbortSignal {
  const leaving = new AbortController();
  reply.raw.once('close', () => leaving.abort());
  return leaving.signal;
}
