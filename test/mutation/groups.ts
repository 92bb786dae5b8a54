/** What is mutated together, and the tests that must notice. */
export interface MutationGroup {
  readonly name: string;
  /** The files that hold the decisions, from the root of the repository. */
  readonly mutate: readonly string[];
  /** Patterns of test files. */
  readonly tests: readonly string[];
}

/** All groups: `npm run mutation -- <name>`. */
export const groups: readonly MutationGroup[] = [
  {
    name: 'money',
    mutate: [
      'base/text/money.ts',
      'base/calls/money-wire.ts',
      'app/ledger/ledger.server.ts',
      'app/payouts/payouts.server.ts',
      'app/payments/payment-status.ts',
      'app/payments/settling/payment-problem.server.ts',
      'app/payments/systems/gateway/gateway-callback.server.ts',
      'app/payments/systems/gateway/gateway-signature.server.ts',
      'app/donations/donation-rules.ts',
      'app/donations/donation-owner.server.ts',
    ],
    tests: [
      'base/text/money.test.ts',
      'app/{ledger,payouts}/*.test.ts',
      'app/payments/payment-status.test.ts',
      'app/payments/{provider,settling}/*.test.ts',
      'app/donations/donation{-rules,s,-owner}.test.ts',
    ],
  },
  {
    name: 'payments',
    mutate: [
      'app/payments/settling/payment-lifecycle.server.ts',
      'app/payments/settling/payment-opening.server.ts',
      'app/payments/settling/payment-settling.server.ts',
    ],
    tests: ['app/payments/payments.test.ts', 'app/payments/{provider,settling}/*.test.ts'],
  },
  {
    name: 'identity',
    mutate: [
      'app/identity/roles.ts',
      'app/identity/session/access-tokens.server.ts',
      'app/identity/session/live-sessions.server.ts',
      'app/identity/session/sign-in.server.ts',
      'app/identity/session/sessions.server.ts',
      'app/identity/session/sessions-store.server.ts',
      'app/identity/session/secret-keys.server.ts',
      'app/identity/passwords/password-delay-store.server.ts',
      'app/identity/codes/phone-codes.server.ts',
      'app/identity/codes/sms-codes-store.server.ts',
    ],
    tests: [
      'app/identity/session/identity-calls.test.ts',
      'app/identity/codes/{floods,phone-codes}.test.ts',
      'app/identity/passwords/{registration,wrong-passwords}.test.ts',
      'base/http/network-of.test.ts',
      'app/identity/session/{access-tokens,secret-keys,live-sessions,roles}.test.ts',
      'app/identity/session/{session*,sign-in,sweep}.test.ts',
      'app/identity/screens/between-steps.test.ts',
    ],
  },
  {
    name: 'stock',
    mutate: [
      'app/merch/merch.server.ts',
      'app/orders/order-status.ts',
      'app/orders/guest-basket/basket-lines.ts',
      'app/orders/basket/merge-lines.ts',
      'app/orders/basket/basket-mends.ts',
    ],
    tests: [
      'app/orders/order-status.test.ts',
      'app/orders/basket/{basket-mends,merge-lines}.test.ts',
      'app/orders/guest-basket/basket-lines.test.ts',
      'app/merch/catalogue/stock.test.ts',
    ],
  },
  {
    name: 'orders',
    mutate: [
      'app/orders/order-owner.server.ts',
      'app/orders/checkout/paying.server.ts',
      'app/orders/checkout/placing-store.server.ts',
      'app/orders/moves/moving.server.ts',
      'app/orders/moves/cancelling.server.ts',
      'app/orders/moves-store.server.ts',
      'app/orders/moves/late-payments.server.ts',
    ],
    tests: [
      'app/orders/{orders,order-moves,order-money}.test.ts',
      'app/orders/basket/baskets.test.ts',
      'app/orders/checkout/{paying,paying-again}.test.ts',
      'app/orders/moves/{cancelling,late-payments}.test.ts',
    ],
  },
  {
    name: 'alerts',
    mutate: [
      'app/widgets/alert-state.ts',
      'app/widgets/overlay/alert-timing.ts',
      'app/widgets/look/alert-look.ts',
      'app/widgets/queue/alert-store.server.ts',
      'app/widgets/queue/alert-move-store.server.ts',
      'app/widgets/queue/alert-row.server.ts',
      'app/widgets/queue/alert-control-store.server.ts',
      'app/widgets/queue/alert-withdraw-store.server.ts',
    ],
    tests: [
      'app/widgets/look/alert-look.test.ts',
      'app/widgets/queue/alert-{control,queue,withdraw,digest,order,report}.test.ts',
    ],
  },
  {
    name: 'delivery',
    mutate: [
      'app/widgets/queue/delivery.server.ts',
      'app/widgets/second-message.server.ts',
      'app/widgets/overlay/alert-player.ts',
    ],
    tests: [
      'app/widgets/overlay/alert-player{,-steps}.test.ts',
      'app/widgets/queue/alert-delivery.test.ts',
      'app/donations/thanks/rewording.test.ts',
    ],
  },
];

/** The group of a name. Throws if there is none. */
export function groupOf(name: string | undefined): MutationGroup {
  const found = groups.find((group) => group.name === name);
  if (found === undefined) throw new Error(`no group «${name}»: ${groups.map((group) => group.name).join(', ')}`);
  return found;
}
