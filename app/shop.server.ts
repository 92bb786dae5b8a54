import type { Logger } from 'pino';
import type { BackgroundJob } from '#base/background.server.ts';
import { type BoundCall, bindCalls } from '#base/bound-call.server.ts';
import type { Database } from '#base/db.server.ts';
import type { Limits } from '#base/rate-limit.server.ts';
import { calls } from './calls.ts';
import type { CountryProfile } from './country.ts';
import { tellOfOrder } from './creator-tools.server.ts';
import { createDeliveryHandlers } from './delivery/delivery.server.ts';
import { merchHandlers } from './merch/merch-handlers.server.ts';
import { createOrderHandlers, createOrderOwner, isPickUpUsed, orderJobs } from './orders/orders.server.ts';
import type { PaymentOwner, Payments } from './payments/payments.server.ts';

/** What happens to orders when their payments move. `payments` is asked for later: it has to know its owners first. */
export function composeOrderOwner(options: {
  readonly limits: Limits;
  readonly log: Logger;
  readonly donationOwner: PaymentOwner;
  readonly payments: () => Payments;
  readonly country: CountryProfile;
}): PaymentOwner {
  const { limits, log, donationOwner, payments, country } = options;
  return createOrderOwner({
    limits,
    log,
    gifts: donationOwner,
    giveBack: (orderId, paymentId) => payments().refundPayment(orderId, paymentId),
    whenPaid: [(tx, order) => tellOfOrder(tx, order, country.currencyCode)],
  });
}

/** Merch, its delivery and its orders, put together. */
export function composeShop(options: {
  readonly db: Database;
  readonly country: CountryProfile;
  readonly payments: Payments;
}): { readonly bound: readonly BoundCall[]; readonly jobs: readonly BackgroundJob[] } {
  const { db, country, payments } = options;
  return {
    bound: [
      ...bindCalls(calls.merch, merchHandlers),
      ...bindCalls(calls.delivery, createDeliveryHandlers({ country, isPickUpUsed })),
      ...bindCalls(calls.orders, createOrderHandlers({ payments, phonePattern: country.phonePattern })),
    ],
    jobs: orderJobs(db, payments),
  };
}
