/**
 * The stand-in for Payme (https://developer.help.paycom.uz): the page that takes the payer's money, the cabinet, and the calls of the Merchant API.
 *
 * - GET /payme/{Base64 of the bill} → the payer's page; POST …/pay, …/late → the receipt
 * - GET /payme → the cabinet; POST /payme/transactions/{id}/refund, …/hurry
 * - for testers, with `Authorization: Bearer <PAYMENT_SECRET>`: POST /payme/control/faults (see `PaymeFaults`); GET /payme/control/books →
 *   {transactions, unequal}; POST /payme/control/reconciliation {from, to} → {compared, differences}: `GetStatement` beside the books
 */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { PaymentFailure } from '../failures.ts';
import { parse, requireSecret } from '../merchant/routes-merchant.ts';
import { messagePage } from '../payer/page.ts';
import { protectPages, sendPage } from '../payer/protected-pages.ts';
import { PaymeBooks } from './payme-books.ts';
import { parseCheckout } from './payme-checkout.ts';
import { PaymeMerchant } from './payme-merchant.ts';
import { cabinetPage, checkoutPage, downPage, receiptPage } from './payme-page.ts';
import { compareStatement } from './payme-reconciliation.ts';
import { PaymeFaults, PaymeRegister } from './payme-register.ts';

export interface PaymeOptions {
  /** The id of the cash register. */
  readonly id: string;
  /** The key with which the merchant is called. */
  readonly key: string;
  /** The merchant's endpoint. */
  readonly endpoint: () => string;
}

/** The running stand-in. */
export interface PaymeStandIn {
  readonly routes: (app: FastifyInstance, options: object, done: () => void) => void;
  open(dataFile: string | null): Promise<void>;
  close(): Promise<void>;
}

const Bill = z.object({ address: z.string().max(4_000) });
const PayParams = Bill.extend({ act: z.enum(['pay', 'late']) });
const Named = z.object({ id: z.string() });
const CabinetParams = Named.extend({ act: z.enum(['refund', 'hurry']) });
const Period = z.strictObject({ from: z.int(), to: z.int() });

interface Parts {
  readonly books: PaymeBooks;
  readonly register: PaymeRegister;
  readonly merchant: PaymeMerchant;
  readonly cashRegister: string;
  readonly secret: string;
}

/** Creates the stand-in for Payme. `secret`: of the tester's calls. */
export function createPayme({ id, key, endpoint }: PaymeOptions, secret: string): PaymeStandIn {
  const books = new PaymeBooks();
  const merchant = new PaymeMerchant(endpoint, key);
  const register = new PaymeRegister({ books, merchant });
  const parts: Parts = { books, register, merchant, cashRegister: id, secret };
  return {
    routes: (app, _options, done) => {
      // Nothing is answered before it is on disk.
      app.addHook('onSend', async () => books.settled());
      app.register(payerRoutes, parts);
      app.register(controlRoutes, parts);
      done();
    },
    async open(dataFile) {
      if (dataFile !== null) await books.open(dataFile);
      register.resume();
    },
    async close() {
      await register.close();
      await books.close();
    },
  };
}

function payerRoutes(app: FastifyInstance, { books, register, cashRegister }: Parts, done: () => void): void {
  protectPages(app);
  app.setErrorHandler((error, _request, reply) => {
    if (!(error instanceof PaymentFailure)) throw error;
    return sendPage(reply.code(error.code === 'NotFound' ? 404 : 409), messagePage('Payme', error.message));
  });
  const isDown = (reply: FastifyReply) => register.faults.mode === 'down' && reply.code(503);

  app.get('/payme', async (_request, reply) => sendPage(reply, cabinetPage(books.all().toReversed())));

  app.post('/payme/transactions/:id/:act', async (request, reply) => {
    const { id, act } = parse(CabinetParams, request.params);
    await (act === 'refund' ? register.refund(id) : register.hurry(id));
    return reply.redirect(`/payme#t-${id}`, 303);
  });

  app.get('/payme/receipts/:id', async (request, reply) =>
    sendPage(reply, receiptPage(register.require(parse(Named, request.params).id))),
  );

  app.get('/payme/:address', async (request, reply) => {
    if (isDown(reply)) return sendPage(reply, downPage());
    const checkout = parseCheckout(parse(Bill, request.params).address, cashRegister);
    return sendPage(reply, checkoutPage(checkout, await register.check(checkout)));
  });

  app.post('/payme/:address/:act', async (request, reply) => {
    if (isDown(reply)) return sendPage(reply, downPage());
    const { address, act } = parse(PayParams, request.params);
    const { id } = await register.pay(parseCheckout(address, cashRegister), act === 'late');
    return reply.redirect(`/payme/receipts/${id}`, 303);
  });
  done();
}

function controlRoutes(app: FastifyInstance, { books, register, merchant, secret }: Parts, done: () => void): void {
  app.addHook('onRequest', requireSecret(secret));
  app.post('/payme/control/faults', async (request) => {
    register.setFaults(parse(PaymeFaults, request.body));
    return register.faults;
  });
  app.get('/payme/control/books', async () => ({ transactions: books.all(), unequal: register.unequal }));
  app.post('/payme/control/reconciliation', async (request) =>
    compareStatement(books.all(), merchant, parse(Period, request.body)),
  );
  done();
}
