import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { CountryProfile } from '#app/country.ts';
import type { Area } from '#base/calls/area.server.ts';
import { type BoundCall, bindCalls, type Handlers } from '#base/calls/bound-call.server.ts';
import type { Budget } from '#base/calls/rate-limit.server.ts';
import type { Queryable } from '#base/db/db.server.ts';
import type { Background, BackgroundJob } from '#base/process/background-jobs.server.ts';
import { paymentsInState } from './overview/payment-overview.server.ts';
import { failedPaymentsByDay, troubledPaymentCounts } from './overview/payment-overview-store.server.ts';
import { isOpen } from './payment-status.ts';
import type { PaymentSystemName } from './payment-systems.ts';
import { paymentsCalls } from './payments.calls.ts';
import { PaymentLifecycle, type PaymentLifecycleOptions } from './settling/payment-lifecycle.server.ts';
import type { PaymentOwner } from './settling/payment-owners.server.ts';
import { startPaymentSweeper } from './settling/payment-sweeper.server.ts';
import { readByReference } from './settling/payments-store.server.ts';
import { createPaymentSystems, type SystemsOptions } from './systems/create-systems.server.ts';
import { callbackVerifier, createCallbackHandlers } from './systems/gateway/gateway-callback.server.ts';

export type { PaymentOwner };

/** Each confirmation is a question to the payment system, whoever asks for it. */
const confirmBudget: Budget = {
  name: 'payment-confirm',
  points: 60,
  seconds: 60,
  message: 'Слишком много попыток оплаты из вашей сети. Подождите минуту',
};

/** The kinds of payments; the composition adds an owner for each. */
const paymentKinds = ['donation', 'order'];

interface PaymentsOptions extends PaymentLifecycleOptions {
  /** `PAYMENT_SECRET`: signs the gateway's callbacks; null: the gateway is not configured. */
  readonly secret: string | null;
}

/** The running area: opens, checks, settles and refunds payments. */
export class Payments extends PaymentLifecycle implements Area {
  readonly calls: readonly BoundCall[];
  readonly jobs: readonly BackgroundJob[];
  /** Figures and lists for the staff. */
  readonly overview = { paymentsInState, troubledPaymentCounts, failedPaymentsByDay };
  readonly #systems: PaymentsOptions['systems'];
  readonly #log: PaymentsOptions['log'];

  constructor(options: PaymentsOptions) {
    super(options);
    this.#systems = options.systems;
    this.#log = options.log;
    const verifiers = { callback: callbackVerifier(options.secret) };
    const handlers: Handlers<typeof paymentsCalls> = {
      ...createCallbackHandlers(this),
      confirm: async ({ body: { system, payment, token } }, context) => {
        await context.limits.spend(confirmBudget, context.network);
        return this.confirmPayment({ system, providerId: payment, token });
      },
    };
    this.calls = bindCalls(paymentsCalls, handlers, verifiers);
    this.jobs = [
      { name: 'parts of payments on their way back', everyMilliseconds: 5_000, run: () => this.parts.sweep(20) },
    ];
  }

  /** What payers may choose from; the first is the default. */
  get offered(): readonly PaymentSystemName[] {
    return this.#systems.offered;
  }

  /** Whether the system has given up all attempts at the open payment of a donation or an order; the payer may try again. */
  async isRefused(db: Queryable, reference: string): Promise<boolean> {
    if (this.#systems.all.every(({ isRefused }) => isRefused === undefined)) return false;
    const [row] = await readByReference(db, reference);
    if (row === undefined || !isOpen(row.status)) return false;
    const system = this.#systems.all.find(({ name }) => name === row.system);
    return (await system?.isRefused?.(row.providerId)) ?? false;
  }

  /** Origins that the payer's browser calls. */
  get browserOrigins(): readonly string[] {
    return [...new Set(this.#systems.all.flatMap(({ browserOrigins }) => browserOrigins))];
  }

  register(api: FastifyInstance): void {
    for (const system of this.#systems.all) {
      system.register?.(api, { locked: (providerId, work) => this.locked(system.name, providerId, work) });
    }
  }

  check(): void {
    this.requireOwners(paymentKinds);
  }

  start(): Background {
    return startPaymentSweeper({ payments: this, log: this.#log });
  }
}

/** Creates the area with the systems of the configuration. */
export function createPayments(
  options: SystemsOptions & {
    readonly country: Pick<CountryProfile, 'currencyCode'>;
    readonly log: Logger;
    readonly processClock?: PaymentsOptions['processClock'];
  },
): Payments {
  const { db, config, country, paymentUrl, log, processClock } = options;
  return new Payments({
    db,
    systems: createPaymentSystems(options),
    currency: country.currencyCode,
    publicUrl: config.publicUrl,
    secret: paymentUrl === null ? null : config.PAYMENT_SECRET,
    processClock,
    log,
  });
}
