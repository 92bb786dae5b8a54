import { currencyOf, type PaymentSystemName } from '#app/payments/payment-systems.ts';
import type { Config } from '#base/config/config.server.ts';
import { fromMain, type Minor } from '#base/money/money.ts';
import { Random } from '../random.ts';

/** How many of 100 payments are by each system. */
const shares: Readonly<Partial<Record<PaymentSystemName, number>>> = { gateway: 60, payme: 21, click: 14, stripe: 5 };

/** The most that Stripe takes: eight digits. */
const mostAtStripe = fromMain(999_999);

interface Offered extends Pick<Config, 'PAYMENT' | 'SANDBOX'> {
  /** Null: no stand-in takes the payments of the demo world into its books. */
  readonly provider?: object | undefined;
}

/** The systems by which the demo world is paid: those on offer whose stand-ins run, for the nightly comparison asks their books; else the gateway. */
export function paidSystems({ PAYMENT, SANDBOX, provider }: Offered, currency: string): readonly PaymentSystemName[] {
  const isHere = (name: PaymentSystemName) => name === 'gateway' || (provider !== undefined && SANDBOX.includes(name));
  const takes = (name: PaymentSystemName) => (currencyOf(name) ?? currency) === currency;
  const found = PAYMENT.filter((name) => name in shares && isHere(name) && takes(name));
  return found.length === 0 ? ['gateway'] : found;
}

/** Deals the systems out to paid payments. */
export class SystemMix {
  readonly #systems: readonly PaymentSystemName[];
  readonly #random = new Random('systems');
  #refunds = 0;

  constructor(systems: readonly PaymentSystemName[]) {
    this.#systems = systems;
  }

  /** The system of the next payment. Refunded ones take turns, so that there are some of most systems. */
  next({ amount, isRefunded }: { readonly amount: Minor; readonly isRefunded: boolean }): PaymentSystemName {
    const able = this.#systems.filter((name) => name !== 'stripe' || amount <= mostAtStripe);
    if (!isRefunded)
      return able.length === 0 ? 'gateway' : this.#random.pickWeighted(able, (name) => shares[name] ?? 0);
    this.#refunds += 1;
    return able[this.#refunds % able.length] ?? 'gateway';
  }
}
