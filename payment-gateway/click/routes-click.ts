/**
 * The stand-in for Click (https://docs.click.uz): the page that takes the payer's money, the cabinet, the calls of the Shop API, and the Merchant
 * API.
 *
 * - GET /click/services/pay?service_id&merchant_id&amount&transaction_param&return_url → the payer's page; POST /click/services/pay/pay,
 *   …/late, …/poor with the same query → the receipt
 * - /click/v2/merchant: the Merchant API (see `merchantApi`)
 * - GET /click → the cabinet; POST /click/transactions/{id}/refund, …/hurry
 * - for testers, with `Authorization: Bearer <PAYMENT_SECRET>`: POST /click/control/faults (see `ClickFaults`); GET /click/control/books →
 *   {transactions, unequal, receipts}; POST …/control/books: earlier payments (see `takeEarlierBooks`)
 */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { PaymentFailure } from '../failures.ts';
import type { Bill } from '../hosted/hosted-books.ts';
import { controlRoutes } from '../hosted/hosted-faults.ts';
import { checkoutPage, payActs } from '../hosted/hosted-page.ts';
import { cabinetRoutes, type HostedParts, type HostedStandIn, hostedStandIn, pageOf } from '../hosted/hosted-routes.ts';
import { parse } from '../merchant/routes-merchant.ts';
import { sendPage } from '../payer/protected-pages.ts';
import { ClickMerchant, type ClickMerchantOptions } from './click-merchant.ts';
import { merchantApi } from './click-merchant-api.ts';
import { ClickRegister } from './click-register.ts';
import type { ClickTransaction } from './click-transaction.ts';

export interface ClickOptions extends ClickMerchantOptions {
  readonly merchantId: string;
  readonly userId: string;
}

const Query = z.object({
  service_id: z.string(),
  merchant_id: z.string(),
  amount: z.string().regex(/^\d{1,12}\.\d\d$/),
  transaction_param: z.string().min(1).max(200),
  return_url: z.url({ protocol: /^https?$/ }),
});
const PayParams = z.object({ act: z.enum(payActs) });

interface Parts extends HostedParts<ClickTransaction> {
  readonly register: ClickRegister;
  readonly options: ClickOptions;
}

/** Creates the stand-in for Click. `secret`: of the tester's calls. */
export function createClick(options: ClickOptions, secret: string): HostedStandIn {
  const register = new ClickRegister(new ClickMerchant(options));
  const parts: Parts = {
    brand: { name: 'Click', path: '/click' },
    register,
    options,
    refunded: { state: 'refunded' },
  };
  return hostedStandIn(register, (app) => {
    app.register(payerRoutes, parts);
    const { receiptRequests: receipts } = register;
    const books = () => ({ transactions: register.books.all(), unequal: register.unequal, receipts });
    app.register(controlRoutes({ path: '/click', secret, register, books }));
    app.register(merchantApi, { register, ...options });
  });
}

/** The bill of an address. Throws `NotFound` for another service. */
function billOf(query: unknown, { serviceId, merchantId }: ClickOptions): Bill {
  const { service_id, merchant_id, amount, transaction_param: account, return_url: returnUrl } = parse(Query, query);
  if (service_id !== serviceId || merchant_id !== merchantId) throw new PaymentFailure('NotFound');
  return { account, amount: Number(amount.replace('.', '')), language: 'ru', returnUrl };
}

function payerRoutes(app: FastifyInstance, parts: Parts, done: () => void): void {
  const { brand, register, options } = parts;
  cabinetRoutes(app, parts);

  app.get(
    '/click/services/pay',
    pageOf(parts, async (request, reply) => {
      const bill = billOf(request.query, options);
      const query = request.url.slice(request.url.indexOf('?'));
      const addressOf = (act: string) => `/click/services/pay/${act}${query}`;
      return sendPage(reply, checkoutPage(brand, { bill, problem: null, addressOf }));
    }),
  );

  app.post(
    '/click/services/pay/:act',
    pageOf(parts, async (request, reply) => {
      const { act } = parse(PayParams, request.params);
      const { id } = await register.begin(billOf(request.query, options), act);
      return reply.redirect(`/click/receipts/${id}`, 303);
    }),
  );
  done();
}
