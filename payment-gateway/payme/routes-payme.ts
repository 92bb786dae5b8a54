/**
 * The stand-in for Payme (https://developer.help.paycom.uz): the page that takes the payer's money, the cabinet, and the calls of the Merchant API.
 *
 * - GET /payme/{Base64 of the bill} → the payer's page; POST …/pay, …/late, …/poor → the receipt
 * - POST /payme/api, as the Subscribe API: `receipts.get_all`
 * - GET /payme → the cabinet; POST /payme/transactions/{id}/refund, …/hurry
 * - for testers, with `Authorization: Bearer <PAYMENT_SECRET>`: POST /payme/control/faults (see `PaymeFaults`); GET /payme/control/books →
 *   {transactions, unequal}; POST /payme/control/reconciliation {from, to} → {compared, differences}: `GetStatement` beside the books;
 *   POST …/control/books: earlier payments (see `takeEarlierBooks`)
 */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { controlRoutes } from '../hosted/hosted-faults.ts';
import { checkoutPage, payActs } from '../hosted/hosted-page.ts';
import { cabinetRoutes, type HostedParts, type HostedStandIn, hostedStandIn, pageOf } from '../hosted/hosted-routes.ts';
import { parse } from '../merchant/routes-merchant.ts';
import { sendPage } from '../payer/protected-pages.ts';
import { parseCheckout } from './payme-checkout.ts';
import { PaymeMerchant } from './payme-merchant.ts';
import { receiptList } from './payme-receipt-list.ts';
import { compareStatement } from './payme-reconciliation.ts';
import { PaymeRegister, type PaymeTransaction, reasons } from './payme-register.ts';

export interface PaymeOptions {
  /** The id of the cash register. */
  readonly id: string;
  /** The key with which the merchant is called. */
  readonly key: string;
  /** The merchant's endpoint. */
  readonly endpoint: () => string;
}

const Address = z.object({ address: z.string().max(4_000) });
const PayParams = Address.extend({ act: z.enum(payActs) });
const Period = z.strictObject({ from: z.int(), to: z.int() });

interface Parts extends HostedParts<PaymeTransaction> {
  readonly register: PaymeRegister;
  readonly cashRegister: string;
}

/** Creates the stand-in for Payme. `secret`: of the tester's calls. */
export function createPayme({ id, key, endpoint }: PaymeOptions, secret: string): HostedStandIn {
  const merchant = new PaymeMerchant(endpoint, key);
  const register = new PaymeRegister(merchant);
  const parts: Parts = {
    brand: { name: 'Payme', path: '/payme' },
    register,
    refunded: { state: 'refunding', reason: reasons.refund },
    cashRegister: id,
  };
  return hostedStandIn(register, (app) => {
    app.register(payerRoutes, parts);
    const books = () => ({ transactions: register.books.all(), unequal: register.unequal });
    const more = (control: FastifyInstance) =>
      control.post('/payme/control/reconciliation', async (request) =>
        compareStatement(register.books.all(), merchant, parse(Period, request.body)),
      );
    app.register(controlRoutes({ path: '/payme', secret, register, books, more }));
    app.register(receiptList, { register, cashRegister: id, key });
  });
}

function payerRoutes(app: FastifyInstance, parts: Parts, done: () => void): void {
  const { brand, register, cashRegister } = parts;
  cabinetRoutes(app, parts);

  app.get(
    '/payme/:address',
    pageOf(parts, async (request, reply) => {
      const { address } = parse(Address, request.params);
      const bill = parseCheckout(address, cashRegister);
      const problem = await register.check(bill);
      const addressOf = (act: string) => `/payme/${address}/${act}`;
      return sendPage(reply, checkoutPage(brand, { bill, problem, addressOf }));
    }),
  );

  app.post(
    '/payme/:address/:act',
    pageOf(parts, async (request, reply) => {
      const { address, act } = parse(PayParams, request.params);
      const { id } = await register.begin(parseCheckout(address, cashRegister), act);
      return reply.redirect(`/payme/receipts/${id}`, 303);
    }),
  );
  done();
}
