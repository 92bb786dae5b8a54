import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { CountryProfile } from '#app/country.ts';
import type { Area } from '#base/calls/area.server.ts';
import { type BoundCall, bindCalls, type Handlers } from '#base/calls/bound-call.server.ts';
import type { CallContext } from '#base/calls/call-context.server.ts';
import type { Budget } from '#base/calls/rate-limit.server.ts';
import type { Queryable } from '#base/db/db.server.ts';
import type { Background, BackgroundJob } from '#base/process/background-jobs.server.ts';
import type { ProcessClock } from '#base/process/process-clock.server.ts';
import { createBooksHandlers } from './books/books-handlers.server.ts';
import { nightlyComparison } from './books/nightly-comparison.server.ts';
import {
  failedPaymentsByDay,
  paymentsInState,
  troubledPaymentCounts,
} from './overview/payment-overview-store.server.ts';
import type { PaymentDeps } from './payment-deps.server.ts';
import { paymentsCalls } from './payments.calls.ts';
import { CardCharges } from './settling/card-charges.server.ts';
import { PartRefunds } from './settling/part-refunds.server.ts';
import { type CheckedPayment, PaymentChecks } from './settling/payment-checks.server.ts';
import { confirmPayment } from './settling/payment-confirming.server.ts';
import { type NewPayment, PaymentOpening, type WritePayment } from './settling/payment-opening.server.ts';
import { type PaymentOwner, PaymentOwners } from './settling/payment-owners.server.ts';
import { PaymentSettling, type ProviderUpdate, type Settlement } from './settling/payment-settling.server.ts';
import { startPaymentSweeper } from './settling/payment-sweeper.server.ts';
import type { OwnerRow } from './settling/payments-store.server.ts';
import { ProviderPolling } from './settling/provider-polling.server.ts';
import { type RefundState, refundWhole } from './settling/whole-refunds.server.ts';
import { offerOf, probeSystems, type SystemOffer } from './system-offer.server.ts';
import { createPaymentSystems, type SystemsOptions, taxItemOf } from './systems/create-systems.server.ts';
import { callbackVerifier, createCallbackHandlers } from './systems/gateway/gateway-callback.server.ts';
import { forgetUntakenCards } from './systems/payme-card/saved-card-store.server.ts';
import { askReceipts } from './tax/ask-receipts.server.ts';
import { nameMissingReceipts } from './tax/missing-receipts.server.ts';
import { createTaxHandlers } from './tax/tax-handlers.server.ts';

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

interface PaymentsOptions extends PaymentDeps {
  /** `PAYMENT_SECRET`: signs the gateway's callbacks; null: the gateway is not configured. */
  readonly secret: string | null;
  /** The country's. */
  readonly timeZone: string;
}

/** The running area: its parts open, check, settle and refund payments. */
export class Payments implements Area {
  readonly calls: readonly BoundCall[];
  readonly jobs: readonly BackgroundJob[];
  /** Figures and lists for the staff. */
  readonly overview = { paymentsInState, troubledPaymentCounts, failedPaymentsByDay };
  readonly settling: PaymentSettling;
  readonly polling: ProviderPolling;
  /** Partial refunds. */
  readonly parts: PartRefunds;
  /** Charges without the payer. */
  readonly charges: CardCharges;
  readonly #options: PaymentsOptions;
  readonly #owners = new PaymentOwners();
  readonly #opening: PaymentOpening;
  readonly #checks: PaymentChecks;

  constructor(options: PaymentsOptions) {
    this.#options = options;
    this.settling = new PaymentSettling({ ...options, owners: this.#owners });
    this.polling = new ProviderPolling({ ...options, settling: this.settling });
    this.#opening = new PaymentOpening({ ...options, settling: this.settling, polling: this.polling });
    this.#checks = new PaymentChecks({ ...options, polling: this.polling });
    this.parts = new PartRefunds({ ...options, settling: this.settling, owners: this.#owners });
    this.charges = new CardCharges({ ...options, settling: this.settling, checks: this.#checks });
    const verifiers = { callback: callbackVerifier(options.secret) };
    const handlers: Handlers<typeof paymentsCalls> = {
      ...createTaxHandlers(options),
      ...createBooksHandlers(options),
      ...createCallbackHandlers(this.polling),
      refundCabinet: async () => ({
        address: options.systems.all.find(({ refundCabinet }) => refundCabinet !== undefined)?.refundCabinet ?? null,
      }),
      confirm: async ({ body: { system, payment, token } }, context) => {
        await context.limits.spend(confirmBudget, context.network);
        return this.confirmPayment({ system, providerId: payment, token });
      },
    };
    this.calls = bindCalls(paymentsCalls, handlers, verifiers);
    this.jobs = [
      { name: 'parts of payments on their way back', everyMilliseconds: 5_000, run: () => this.parts.sweep(20) },
      {
        name: 'fiscal receipts that have not come',
        everyMilliseconds: 600_000,
        run: () => nameMissingReceipts(options),
      },
      {
        name: 'saved cards that nobody has taken',
        everyMilliseconds: 3_600_000,
        run: () => forgetUntakenCards(options.db),
      },
      { name: 'fiscal receipts on request', everyMilliseconds: 5_000, run: () => askReceipts(options) },
      nightlyComparison(options),
      { name: 'payment systems that do not answer', everyMilliseconds: 2_000, run: () => probeSystems(options) },
    ];
  }

  /** See `offerOf`. */
  offer(context: Pick<CallContext, 'tag'>): SystemOffer {
    return offerOf(this.#options.systems, context);
  }

  /** Origins that the payer's browser calls. */
  get browserOrigins(): readonly string[] {
    return [...new Set(this.#options.systems.all.flatMap(({ browserOrigins }) => browserOrigins))];
  }

  /** From now on this owner is notified of payments of its kind. Each kind has one owner. */
  addOwner(owner: PaymentOwner): void {
    this.#owners.add(owner);
  }

  /** See `PaymentOpening.open`. */
  openPayment(asked: NewPayment, owner: OwnerRow): Promise<WritePayment> {
    return this.#opening.open(asked, owner);
  }

  /** See `confirmPayment`. */
  confirmPayment(asked: Parameters<typeof confirmPayment>[1]): ReturnType<typeof confirmPayment> {
    return confirmPayment({ ...this.#options, settling: this.settling }, asked);
  }

  /** See `PaymentChecks.read`. */
  readPayment(db: Queryable, reference: string): Promise<CheckedPayment | null> {
    return this.#checks.read(db, reference);
  }

  /** See `PaymentChecks.check`. */
  checkPayment(reference: string): Promise<CheckedPayment | null> {
    return this.#checks.check(reference);
  }

  /** See `PaymentChecks.leave`. */
  leavePayment(reference: string): Promise<CheckedPayment | null> {
    return this.#checks.leave(reference);
  }

  /** See `PaymentChecks.isRefused`. */
  isRefused(db: Queryable, reference: string): Promise<boolean> {
    return this.#checks.isRefused(db, reference);
  }

  /** See `PaymentSettling.settle`. */
  settle(update: ProviderUpdate): Promise<Settlement> {
    return this.settling.settle(update);
  }

  /** See `refundWhole`. */
  refundPayment(reference: string, paymentId: string | null = null, { isLastTry = false } = {}): Promise<RefundState> {
    return refundWhole({ ...this.#options, settling: this.settling }, { reference, paymentId, isLastTry });
  }

  register(api: FastifyInstance): void {
    for (const system of this.#options.systems.all) {
      system.register?.(api, { locked: (providerId, work) => this.settling.locked(system.name, providerId, work) });
    }
  }

  check(): void {
    for (const kind of paymentKinds) this.#owners.require(kind);
  }

  start(): Background {
    return startPaymentSweeper({ polling: this.polling, log: this.#options.log });
  }
}

/** Creates the area with the systems of the configuration. */
export function createPayments(
  options: SystemsOptions & {
    readonly country: Pick<CountryProfile, 'currencyCode' | 'timeZone'>;
    readonly log: Logger;
    readonly processClock?: ProcessClock;
  },
): Payments {
  const { db, config, country, paymentUrl, log, processClock } = options;
  return new Payments({
    db,
    systems: createPaymentSystems(options),
    currency: country.currencyCode,
    timeZone: country.timeZone,
    publicUrl: config.publicUrl,
    taxItem: taxItemOf(config),
    receiptHours: config.RECEIPT_HOURS,
    secret: paymentUrl === null ? null : config.PAYMENT_SECRET,
    processClock,
    log,
  });
}
