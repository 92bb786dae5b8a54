import type { FastifyInstance, FastifyRequest } from 'fastify';
import Stripe from 'stripe';
import { z } from 'zod';
import { secretsIn } from '#base/config/secrets.server.ts';
import type { Database } from '#base/db/db.server.ts';
import { refuseOtherMethods } from '#base/http/other-methods.server.ts';
import { createRareWarning } from '#base/process/rare-warning.server.ts';
import { isMoneyReceived } from '../../payment-status.ts';
import { type CallbackPayments, isProviderError, isUnknownPayment } from '../../payment-system.server.ts';
import { type CallbackAddresses, callbackAddresses } from '../callback-addresses.server.ts';
import { isStorable } from '../storable-text.ts';
import type { StripeApi } from './stripe-api.server.ts';
import { isHandled, noteHandled } from './stripe-event-store.server.ts';
import { readStripePayment, reportStripe } from './stripe-report.server.ts';

interface StripeEventsOptions extends CallbackAddresses {
  readonly db: Database;
  readonly api: StripeApi;
  readonly site: string;
  readonly secret: string;
  readonly payments: CallbackPayments;
}

/** The events that the endpoint has to be subscribed to (https://docs.stripe.com/api/events/types). Others are answered and ignored. */
const stripeEvents = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'charge.refunded',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
] as const;

const named = z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)]);

/** An event of ours; one of a connected account names it in `account`. */
const eventShape = z.object({
  id: z.string().min(1).max(255).refine(isStorable),
  type: z.enum(stripeEvents),
  account: z.null().optional(),
  data: z.object({
    object: z.object({
      id: z.string().max(255).refine(isStorable),
      object: z.string(),
      payment_intent: named.nullish(),
    }),
  }),
});
type StripeEvent = z.output<typeof eventShape>;

/** How old a signature may be, in seconds. */
const tolerance = 300;

/** The signed body (https://docs.stripe.com/webhooks#verify-official-libraries); null: it is signed with none of the secrets, or too old. */
function verified(body: Buffer, header: unknown, secrets: readonly string[]): { readonly event: unknown } | null {
  for (const secret of secrets) {
    try {
      return { event: Stripe.webhooks.constructEvent(body, String(header), secret, tolerance) };
    } catch {
      // Another secret may fit.
    }
  }
  return null;
}

/** The session that an event is about; null: its payment was not made by one. */
async function sessionOf(api: StripeApi, { data: { object } }: StripeEvent): Promise<string | null> {
  if (object.object === 'checkout.session') return object.id;
  const { payment_intent: intent } = object;
  if (!intent) return null;
  const { data } = await api('ask', (stripe) => stripe.checkout.sessions.list({ payment_intent: intent, limit: 1 }));
  return data[0]?.id ?? null;
}

/** Asks about the payment of an event and settles the answer. Returns whether it belongs to a payment of ours, or to nobody's here. */
async function handle(
  { api, site, payments }: StripeEventsOptions,
  event: StripeEvent,
): Promise<'known' | 'foreign' | 'lost'> {
  const id = await sessionOf(api, event);
  if (id === null) return 'foreign';
  const payment = await readStripePayment(api, id);
  const settled = await payments.locked(id, async (_tx, lock) => {
    await lock.settle(reportStripe(payment));
    return true;
  });
  if (settled) return 'known';
  if (payment.session.metadata?.site !== site) return 'foreign';
  return isMoneyReceived(reportStripe(payment).status) ? 'lost' : 'foreign';
}

/** The status of the answer to a verified event; another than 200 makes Stripe repeat it for up to three days. */
async function answerTo(request: FastifyRequest, options: StripeEventsOptions, body: unknown): Promise<number> {
  const parsed = eventShape.safeParse(body);
  if (!parsed.success) return 200;
  const { id, type } = parsed.data;
  const { db } = options;
  if (await isHandled(db, id)) return 200;
  try {
    const outcome = await handle(options, parsed.data);
    if (outcome === 'lost') {
      request.log.error({ event: id, type }, 'the provider reports money for an unknown payment');
      return 404;
    }
  } catch (error) {
    if (!isProviderError(error)) throw error;
    if (!isUnknownPayment(error)) {
      request.log.warn({ err: error, event: id }, 'the provider could not be asked');
      return 503;
    }
  }
  await noteHandled(db, id);
  return 200;
}

/** Adds `POST /api/Payment/Stripe`. Nothing of a body is parsed before its signature is verified. */
export function registerStripe(api: FastifyInstance, options: StripeEventsOptions): void {
  const secrets = secretsIn(options.secret);
  const warn = createRareWarning('a payment callback with a wrong signature was refused');
  api.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) => body);
    refuseOtherMethods(scope, () => {
      scope.route({
        method: 'POST',
        url: '/Payment/Stripe',
        bodyLimit: 256 * 1024,
        onRequest: callbackAddresses(options),
        handler: async (request, reply) => {
          const { body } = request;
          const signed = Buffer.isBuffer(body) && verified(body, request.headers['stripe-signature'], secrets);
          if (!signed) {
            warn(request.log);
            return reply.code(400).send({ received: false });
          }
          const status = await answerTo(request, options, signed.event);
          return reply.code(status).send({ received: status === 200 });
        },
      });
    });
    done();
  });
}
