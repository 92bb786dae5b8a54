import cors from '@fastify/cors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type Desk, startWallet } from './desk.ts';
import { enterCode, payByCard, payByToken } from './desk-cards.ts';
import type { Payment } from './payment-state.ts';
import { parse } from './routes-merchant.ts';

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

export type PayerOptions = { desk: Desk; siteOrigins: readonly string[] | null; publicUrl: string | null };

/** Which sites' pages may pay: those listed, or, with no list, any on this very machine. */
function isSiteAllowed(origin: string, siteOrigins: readonly string[] | null): boolean {
  return siteOrigins ? siteOrigins.includes(origin) : /^http:\/\/(127\.0\.0\.1|localhost)(:\d+)?$/.test(origin);
}

/**
 * Browser → provider, no credentials, CORS for the site:
 * PATCH /payment/{id} → {id, status, otp: {phoneMask, expiresIn} | null, card: {token, maskedPan, expiry} | null, error: null},
 * for a wallet with `redirectUrl` as well. A failure is {id, status, error: {code, message, attemptsLeft?}}.
 */
export function payerRoutes(app: FastifyInstance, options: PayerOptions, done: () => void): void {
  const { desk, siteOrigins, publicUrl } = options;
  app.register(cors, {
    origin: async (origin: string | undefined) => origin !== undefined && isSiteAllowed(origin, siteOrigins),
    methods: ['PATCH'],
    allowedHeaders: ['content-type'],
    maxAge: 600,
  });

  app.patch('/payment/:id', async (request, reply) => {
    const { id } = parse(PaymentParams, request.params);
    const means = parse(Means, request.body);
    if ('otp' in means) return tell(desk, enterCode(desk, id, means.otp));
    if (!('card' in means)) {
      const payment = startWallet(desk, id, means.payment_system);
      return { ...tell(desk, payment), redirectUrl: `${publicUrl ?? ownUrl(request)}/wallet/${payment.id}` };
    }
    const gone = signalOfLeaving(reply);
    if ('token' in means.card) return tell(desk, await payByToken(desk, id, means.card.token, gone));
    const entry = { ...means.card, paymentSystem: means.payment_system ?? '' };
    return tell(desk, await payByCard(desk, id, entry, gone));
  });
  done();
}

function tell(desk: Desk, { id, status, card, codeExpiresAt }: Payment) {
  const expiresIn = Math.max(0, Math.ceil(((codeExpiresAt ?? 0) - desk.now()) / 1000));
  return {
    id,
    status,
    otp: status === 'code_required' && card ? { phoneMask: card.phoneMask, expiresIn } : null,
    card: card && { token: card.token, maskedPan: card.maskedPan, expiry: card.expiry },
    error: null,
  };
}

/** The address by which the payer's browser reached this server. */
function ownUrl(request: FastifyRequest): string {
  return `${request.protocol}://${request.host}`;
}

/** Fires when the connection ends, be it that the payer left or that the sandbox closes. */
function signalOfLeaving(reply: FastifyReply): AbortSignal {
  const leaving = new AbortController();
  reply.raw.once('close', () => leaving.abort());
  return leaving.signal;
}
