import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { parse } from '../merchant/routes-merchant.ts';
import { clickTime } from './click-merchant.ts';
import type { ClickRegister } from './click-register.ts';
import type { ClickTransaction } from './click-transaction.ts';

interface MerchantApiOptions {
  readonly register: ClickRegister;
  readonly serviceId: string;
  readonly userId: string;
  readonly key: string;
}

/** Statuses of a payment (https://docs.click.uz/en/click-pass): 0 created, 1 being processed, 2 paid, negative: a failure. */
const statuses: Readonly<Record<ClickTransaction['state'], number>> = {
  creating: 0,
  held: 1,
  paid: 2,
  refused: -1,
  cancelling: 1,
  cancelled: -1,
  refunding: 1,
  refunded: -99,
};

const toleranceSeconds = 300;

/** Whether a header is `user:sha1(time + key):time`, and the time is now. */
function isAuthorized(header: unknown, userId: string, key: string): boolean {
  const [user = '', digest = '', time = ''] = String(header).split(':');
  if (Math.abs(Date.now() / 1_000 - Number(time)) > toleranceSeconds || user !== userId) return false;
  const expected = createHash('sha1').update(`${time}${key}`).digest();
  const given = Buffer.from(digest, 'hex');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

const missing = { error_code: -5, error_note: 'Payment not found' };
const refused = { error_code: -1, error_note: 'Payment can not be reversed' };

const found = ({ paydoc, account, state }: ClickTransaction) => ({
  error_code: 0,
  error_note: 'Success',
  payment_id: paydoc,
  merchant_trans_id: account,
  payment_status: statuses[state],
});

const Service = z.object({ service: z.string() });
const ByPayment = Service.extend({ id: z.coerce.number().int() });
const ByAccount = Service.extend({ account: z.string(), day: z.iso.date() });

/** The Merchant API (https://docs.click.uz/en/merchant-api-request/): questions about payments, and their reversal. */
export function merchantApi(app: FastifyInstance, options: MerchantApiOptions, done: () => void): void {
  const { register, serviceId, userId, key } = options;
  const path = '/click/v2/merchant/payment';

  app.addHook('onRequest', async (request, reply) => {
    if (register.faults.is('down')) return reply.code(503).send();
    if (!isAuthorized(request.headers.auth, userId, key)) return reply.code(401).send();
    return undefined;
  });
  // An empty body is sent as JSON, too.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', (_request, _payload, next) => next(null));
  app.addHook('onSend', async (request) => {
    if (register.faults.is('silent')) request.raw.socket.destroy();
  });

  const paymentOf = (request: FastifyRequest) => {
    const { service, id } = parse(ByPayment, request.params);
    return service === serviceId ? register.books.all().find(({ paydoc }) => paydoc === id) : undefined;
  };

  app.get(`${path}/status_by_mti/:service/:account/:day`, async (request) => {
    const { service, account, day } = parse(ByAccount, request.params);
    const one = service === serviceId ? register.latestOf(account) : undefined;
    return one !== undefined && clickTime(one.time).startsWith(day) ? found(one) : missing;
  });

  app.get(`${path}/status/:service/:id`, async (request) => {
    const one = paymentOf(request);
    return one === undefined ? missing : found(one);
  });

  app.delete(`${path}/reversal/:service/:id`, async (request: FastifyRequest, _reply: FastifyReply) => {
    const one = paymentOf(request);
    if (one === undefined) return missing;
    if (one.state !== 'paid' || register.faults.is('refuse-reversal')) return refused;
    await register.refund(one.id, { state: 'refunded' });
    return { error_code: 0, error_note: 'Success', payment_id: one.paydoc };
  });
  done();
}
