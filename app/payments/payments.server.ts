import type { Logger } from 'pino';
import type { CountryProfile } from '#app/country.ts';
import type { Area } from '#base/calls/area.server.ts';
import { type BoundCall, bindCalls } from '#base/calls/bound-call.server.ts';
import type { Config } from '#base/config/config.server.ts';
import type { Database } from '#base/db/db.server.ts';
import type { Background, BackgroundJob } from '#base/process/background-jobs.server.ts';
import { paymentsInState } from './overview/payment-overview.server.ts';
import { failedPaymentsByDay, troubledPaymentCounts } from './overview/payment-overview-store.server.ts';
import { paymentsCalls } from './payments.calls.ts';
import { callbackVerifier, createPaymentsHandlers } from './provider/payment-callback.server.ts';
import { createPaymentProvider, type ProviderOptions } from './provider/provider-client.server.ts';
import { PaymentLifecycle, type PaymentLifecycleOptions } from './settling/payment-lifecycle.server.ts';
import type { PaymentOwner } from './settling/payment-owners.server.ts';
import { startPaymentSweeper } from './settling/payment-sweeper.server.ts';

export type { PaymentOwner };

/** The kinds of payments; the composition adds an owner for each. */
const paymentKinds = ['donation', 'order'];

interface PaymentsOptions extends PaymentLifecycleOptions {
  /** `PAYMENT_SECRET`: signs the provider's callbacks. */
  readonly secret: string;
}

/** The running area: opens, checks, settles and refunds payments. */
export class Payments extends PaymentLifecycle implements Area {
  readonly calls: readonly BoundCall[];
  readonly jobs: readonly BackgroundJob[];
  /** Figures and lists for the staff. */
  readonly overview = { paymentsInState, troubledPaymentCounts, failedPaymentsByDay };
  readonly #log: PaymentLifecycleOptions['log'];

  constructor(options: PaymentsOptions) {
    super(options);
    this.#log = options.log;
    const verifiers = { callback: callbackVerifier(options.secret) };
    this.calls = bindCalls(paymentsCalls, createPaymentsHandlers(this), verifiers);
    this.jobs = [
      { name: 'parts of payments on their way back', everyMilliseconds: 5_000, run: () => this.parts.sweep(20) },
    ];
  }

  check(): void {
    this.requireOwners(paymentKinds);
  }

  start(): Background {
    return startPaymentSweeper({ payments: this, log: this.#log });
  }
}

/** Creates the area, which calls the provider at `paymentUrl`. `answered` is called with the duration of each answer. */
export function createPayments(options: {
  readonly db: Database;
  readonly config: Pick<Config, 'PAYMENT_SECRET' | 'publicUrl'>;
  readonly country: Pick<CountryProfile, 'currencyCode'>;
  readonly paymentUrl: string;
  readonly answered: NonNullable<ProviderOptions['answered']>;
  readonly log: Logger;
}): Payments {
  const { db, config, country, paymentUrl, answered, log } = options;
  const secret = config.PAYMENT_SECRET;
  return new Payments({
    db,
    provider: createPaymentProvider({ url: paymentUrl, secret, answered }),
    currency: country.currencyCode,
    callbackUrl: `${config.publicUrl}/api/Payment/Callback`,
    secret,
    log,
  });
}
