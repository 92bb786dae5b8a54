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

/** What is read of a fiscal receipt's request (https://docs.click.uz/en/fiscalization/). */
const Submission = z.object({
  service_id: z.int(),
  payment_id: z.int(),
  items: z
    .array(
      z.object({
        Name: z.string().min(1).max(63),
        SPIC: z.string().regex(/^\d{17}$/),
        PackageCode: z.string().max(20),
        Price: z.int().positive(),
        Amount: z.int().positive(),
        VAT: z.int().nonnegative(),
        VATPercent: z.int().min(0).max(100),
        Discount: z.int().nonnegative().default(0),
        CommissionInfo: z.union([z.object({ TIN: z.string() }), z.object({ PINFL: z.string() })]),
      }),
    )
    .min(1),
});

/** The page of a receipt; its sign is made of the payment's number. */
const receiptAddress = (id: number) =>
  `https://ofd.soliq.uz/epi?t=LG420230640001&r=${id % 100_000}&c=20260301123000&s=${id % 1_000_000_000_000}`;

const Service = z.object({ service: z.string() });
const ByPayment = Service.extend({ id: z.coerce.number().int() });
const ByAccount = Service.extend({ account: z.string(), day: z.iso.date() });

/** The Merchant API (https://docs.click.uz/en/merchant-api-request/): questions about payments, their reversal and fiscal receipts. */
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
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, next) => {
    next(null, String(text) === '' ? null : JSON.parse(String(text)));
  });
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

  app.post(`${path}/ofd_data/submit_items`, async (request) => {
    const { service_id: service, payment_id: id, items } = parse(Submission, request.body);
    const one = service === Number(serviceId) ? register.books.all().find(({ paydoc }) => paydoc === id) : undefined;
    if (one?.state !== 'paid') return missing;
    const sum = items.reduce((before, { Price, Discount }) => before + Price - Discount, 0);
    if (sum !== one.amount) return { error_code: -2, error_note: 'The items do not add up' };
    register.receiptRequests.push(id);
    register.receipts.set(id, receiptAddress(id));
    return { error_code: 0, error_note: 'Success' };
  });

  app.get(`${path}/ofd_data/:service/:id`, async (request) => {
    const one = paymentOf(request);
    if (one === undefined) return missing;
    const address = register.receipts.get(one.paydoc);
    return address === undefined ? { paymentId: one.paydoc } : { paymentId: one.paydoc, qrCodeURL: address };
  });
  done();
}
