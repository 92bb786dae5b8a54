/** What is mutated together, and the tests that must notice. */
export interface MutationGroup {
  readonly name: string;
  /** The files that hold the decisions, from the root of the repository. */
  readonly mutate: readonly string[];
  /** Patterns of test files. */
  readonly tests: readonly string[];
}

const under = (folder: string, ...files: readonly string[]) => files.map((file) => `${folder}/${file}`);

/** All groups: `npm run mutation -- <name>`. */
export const groups: readonly MutationGroup[] = [
  {
    name: 'money',
    mutate: [
      ...under('base', 'text/money.ts', 'calls/money-wire.ts'),
      ...under('app', 'ledger/ledger.server.ts', 'payouts/payouts.server.ts'),
      ...under('app/payments', 'payment-status.ts', 'settling/payment-problem.server.ts'),
      ...under('app/payments/provider', 'payment-callback.server.ts', 'provider-signature.server.ts'),
      ...under('app/donations', 'donation-rules.ts', 'donation-owner.server.ts'),
    ],
    tests: [
      ...['base/text/money.test.ts', 'app/{ledger,payouts}/*.test.ts', 'app/payments/payment-status.test.ts'],
      ...['app/payments/{provider,settling}/*.test.ts', 'app/donations/donation{-rules,s,-owner}.test.ts'],
    ],
  },
  {
    name: 'payments',
    mutate: under('app/payments/settling', 'payment-lifecycle.server.ts', 'payment-opening.server.ts'),
    tests: ['app/payments/payments.test.ts', 'app/payments/{provider,settling}/*.test.ts'],
  },
  {
    name: 'identity',
    mutate: [
      'app/identity/roles.ts',
      ...under('app/identity/session', 'access-tokens.server.ts', 'live-sessions.server.ts', 'sign-in.server.ts'),
      ...under('app/identity/session', 'sessions.server.ts', 'sessions-store.server.ts', 'secret-keys.server.ts'),
      ...under('app/identity', 'passwords/password-delay-store.server.ts', 'codes/phone-codes.server.ts'),
      'app/identity/codes/sms-codes-store.server.ts',
    ],
    tests: [
      ...['app/identity/identity.test.ts', 'app/identity/codes/{floods,phone-codes}.test.ts'],
      ...['app/identity/passwords/{registration,wrong-passwords}.test.ts', 'base/http/network-of.test.ts'],
      ...['app/identity/session/{access-tokens,secret-keys,live-sessions,roles}.test.ts'],
      ...['app/identity/session/{session*,sign-in,sweep}.test.ts', 'app/identity/screens/between-steps.test.ts'],
    ],
  },
  {
    name: 'stock',
    mutate: [
      ...['app/merch/merch.server.ts', 'app/orders/order-status.ts', 'app/orders/guest-basket/basket-lines.ts'],
      ...under('app/orders/basket', 'merge-lines.ts', 'basket-mends.ts'),
    ],
    tests: [
      ...['app/orders/order-status.test.ts', 'app/orders/basket/{basket-mends,merge-lines}.test.ts'],
      ...['app/orders/guest-basket/basket-lines.test.ts', 'app/merch/catalogue/stock.test.ts'],
    ],
  },
  {
    name: 'orders',
    mutate: [
      'app/orders/order-owner.server.ts',
      ...under('app/orders/checkout', 'paying.server.ts', 'placing-store.server.ts'),
      ...under('app/orders/moves', 'moving.server.ts', 'moves-store.server.ts', 'cancelling.server.ts'),
      'app/orders/moves/late-payments.server.ts',
    ],
    tests: [
      ...['app/orders/{orders,order-moves,order-money}.test.ts', 'app/orders/basket/baskets.test.ts'],
      ...['app/orders/checkout/{paying,paying-again}.test.ts', 'app/orders/moves/{cancelling,late-payments}.test.ts'],
    ],
  },
  {
    name: 'alerts',
    mutate: [
      ...under('app/widgets', 'alert-state.ts', 'overlay/alert-timing.ts', 'cabinet/alert-look.ts'),
      ...under('app/widgets/queue', 'alert-store.server.ts', 'alert-move-store.server.ts', 'alert-row.server.ts'),
      ...under('app/widgets/queue', 'alert-control-store.server.ts', 'alert-withdraw-store.server.ts'),
    ],
    tests: [
      'app/widgets/cabinet/alert-look.test.ts',
      'app/widgets/queue/alert-{control,queue,withdraw,digest,order,report}.test.ts',
    ],
  },
  {
    name: 'delivery',
    mutate: under(
      'app/widgets',
      ...['queue/delivery.server.ts', 'second-message.server.ts', 'overlay/alert-player.ts'],
    ),
    tests: [
      ...['app/widgets/overlay/alert-player{,-steps}.test.ts', 'app/widgets/queue/alert-delivery.test.ts'],
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
