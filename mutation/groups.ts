/** What is mutated together, and the tests that must notice. */
export interface MutationGroup {
  readonly name: string;
  /** The files that hold the decisions, relative to the project. */
  readonly mutate: readonly string[];
  /** Patterns of test files. */
  readonly tests: readonly string[];
}

/** All of them: `npm run mutation -- <name>`. */
export const groups: readonly MutationGroup[] = [
  {
    name: 'money',
    mutate: [
      'base/money.ts',
      'base/money-wire.ts',
      'app/ledger/ledger.server.ts',
      'app/payments/payment-status.ts',
      'app/payments/payment-problem.server.ts',
      'app/payments/payment-callback.server.ts',
      'app/payments/provider-signature.server.ts',
      'app/payouts/payouts.server.ts',
      'app/donations/donation-rules.ts',
      'app/donations/donation-owner.server.ts',
    ],
    tests: [
      'base/money.test.ts',
      'app/ledger/*.test.ts',
      'app/payments/provider-signature.test.ts',
      'app/payments/payment-problem.test.ts',
      'app/payments/payment-status.test.ts',
      'app/payments/payment-callback.test.ts',
      'app/payouts/*.test.ts',
      'app/donations/donation-rules.test.ts',
      'app/donations/donations.test.ts',
      'app/donations/donation-owner.test.ts',
    ],
  },
  {
    name: 'payments',
    mutate: ['app/payments/payments.server.ts'],
    tests: [
      'app/payments/payments.test.ts',
      'app/payments/payment-callback.test.ts',
      'app/payments/payment-faults.test.ts',
    ],
  },
  {
    name: 'identity',
    mutate: [
      'app/identity/access-tokens.server.ts',
      'app/identity/live-sessions.server.ts',
      'app/identity/password-delay-store.server.ts',
      'app/identity/phone-codes.server.ts',
      'app/identity/sms-codes-store.server.ts',
      'app/identity/sign-in.server.ts',
      'app/identity/sessions.server.ts',
      'app/identity/sessions-store.server.ts',
      'app/identity/secret-keys.server.ts',
      'app/identity/roles.ts',
    ],
    tests: [
      'app/identity/identity.test.ts',
      'app/identity/registration.test.ts',
      'app/identity/sessions.test.ts',
      'app/identity/floods.test.ts',
      'app/identity/live-sessions.test.ts',
      'app/identity/network-of.test.ts',
      'app/identity/access-tokens.test.ts',
      'app/identity/secret-keys.test.ts',
      'app/identity/between-steps.test.ts',
      'app/identity/phone-codes.test.ts',
      'app/identity/roles.test.ts',
      'app/identity/session-ends.test.ts',
      'app/identity/sign-in.test.ts',
      'app/identity/sweep.test.ts',
    ],
  },
  {
    name: 'stock',
    mutate: [
      'app/merch/merch.server.ts',
      'app/orders/order-status.ts',
      'app/orders/merge-lines.ts',
      'app/orders/basket-mends.ts',
      'app/basket/basket-lines.ts',
    ],
    tests: [
      'app/orders/order-status.test.ts',
      'app/orders/basket-mends.test.ts',
      'app/orders/merge-lines.test.ts',
      'app/basket/basket-lines.test.ts',
      'app/merch/stock.test.ts',
    ],
  },
  {
    name: 'orders',
    mutate: [
      'app/orders/paying.server.ts',
      'app/orders/moving.server.ts',
      'app/orders/order-owner.server.ts',
      'app/orders/moves-store.server.ts',
      'app/orders/placing-store.server.ts',
    ],
    tests: [
      'app/orders/paying.test.ts',
      'app/orders/paying-again.test.ts',
      'app/orders/orders.test.ts',
      'app/orders/order-moves.test.ts',
      'app/orders/order-money.test.ts',
      'app/orders/baskets.test.ts',
    ],
  },
  {
    name: 'alerts',
    mutate: [
      'app/widgets/alert-state.ts',
      'app/widgets/alert-store.server.ts',
      'app/widgets/alert-move-store.server.ts',
      'app/widgets/alert-control-store.server.ts',
      'app/widgets/alert-row.server.ts',
      'app/widgets/alert-withdraw-store.server.ts',
      'app/widgets/alert-timing.ts',
      'app/widgets/alert-look.ts',
    ],
    tests: [
      'app/widgets/alert-look.test.ts',
      'app/widgets/alert-control.test.ts',
      'app/widgets/alert-queue.test.ts',
      'app/widgets/alert-withdraw.test.ts',
      'app/widgets/alert-digest.test.ts',
      'app/widgets/alert-order.test.ts',
      'app/widgets/alert-report.test.ts',
    ],
  },
  {
    name: 'delivery',
    mutate: ['app/widgets/delivery.server.ts', 'app/widgets/second-message.server.ts', 'app/widgets/alert-player.ts'],
    tests: [
      'app/widgets/alert-player.test.ts',
      'app/widgets/alert-player-steps.test.ts',
      'app/widgets/alert-delivery.test.ts',
      'app/donations/rewording.test.ts',
    ],
  },
];

/** The group of a name. Throws where there is none. */
export function groupOf(name: string | undefined): MutationGroup {
  const found = groups.find((group) => group.name === name);
  if (found === undefined) throw new Error(`no group «${name}»: ${groups.map((group) => group.name).join(', ')}`);
  return found;
}
