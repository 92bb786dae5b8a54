import type { Fault } from './fault.ts';

const basketStore = 'app/orders/basket/basket-store.server.ts';
const paying = 'app/orders/checkout/paying.server.ts';
const cancelling = 'app/orders/moves/cancelling.server.ts';
const orders = 'test/torture/orders/orders.torture.ts';

/** Faults of invariants 7 to 9 and 28. */
export const orderFaults: readonly Fault[] = [
  {
    name: 'stock-is-not-locked',
    invariant: 7,
    says: 'buyers at the same moment see the same stock, and no constraint of the database keeps it above zero',
    changes: [
      ['app/merch/catalogue/stock-store.server.ts', 'order by id for no key update`', 'order by id`'],
      ['migrations/0011_merch.sql', 'stock integer check (stock >= 0),', 'stock integer,'],
    ],
    runs: { file: orders, test: '7:' },
  },
  {
    name: 'lines-are-counted-apart',
    invariant: 7,
    says: 'of two lines of one product only the last one is taken from the stock',
    changes: [
      [
        'app/merch/merch.server.ts',
        'merged.set(productId, (merged.get(productId) ?? 0) + quantity)',
        'merged.set(productId, quantity)',
      ],
    ],
    runs: { file: orders, test: '7:' },
  },
  {
    name: 'last-tab-wins',
    invariant: 8,
    says: 'a tab that adds a product overwrites the quantity',
    changes: [[basketStore, 'line.quantity + excluded.quantity', 'excluded.quantity']],
    runs: { file: orders, test: '8:' },
  },
  {
    name: 'guest-basket-is-added-again',
    invariant: 8,
    says: 'a guest basket that is synced again is added again',
    changes: [
      [
        'base/calls/idempotency.server.ts',
        'const key = digest(request.call, request.caller, request.key);',
        'const key = digest(request.call, request.caller, request.key, crypto.randomUUID());',
      ],
    ],
    runs: { file: orders, test: '8:' },
  },
  {
    name: 'price-of-the-browser-is-believed',
    invariant: 9,
    says: 'the order costs what the browser says, not the price of the products when it is placed',
    changes: [
      [paying, 'if (total !== expectedTotal) throw priceChanged.because({ details: { total: toMain(total) } });', ''],
    ],
    runs: { file: orders, test: '9:' },
  },
  {
    name: 'placed-order-can-be-edited',
    invariant: 9,
    says: 'a buyer who knows the id of a paid order can put other products into it',
    changes: [
      ['app/orders/basket/baskets.server.ts', 'if (status > 0) throw orderPlaced.because();', ''],
      [
        basketStore,
        'where id = $1 and user_id = $6 and status = 0 returning id',
        'where id = $1 and user_id = $6 returning id',
      ],
    ],
    runs: { file: orders, test: '9: status' },
  },
  {
    name: 'paid-order-can-be-cancelled',
    invariant: 9,
    says: 'an order can be cancelled in any state: the buyer loses the money, and the pieces return',
    changes: [[cancelling, `if (status !== 'AwaitingPayment') throw wrongTransition.because();`, '']],
    runs: { file: orders, test: '9: status' },
  },
  {
    name: 'clock-cancels-what-is-paid',
    invariant: 9,
    says: 'an order whose time to be paid is over is cancelled though it was paid',
    changes: [
      [
        'app/orders/moves-store.server.ts',
        'where status = 1 and pay_until < now()',
        'where status > 0 and pay_until < now()',
      ],
      [
        cancelling,
        `if (order === null || statusOf(order.status) !== 'AwaitingPayment') return;`,
        'if (order === null) return;',
      ],
    ],
    runs: { file: orders, test: '9: status' },
  },
  {
    name: 'placed-order-takes-any-price',
    invariant: 9,
    says: 'a payment for a placed order is accepted although its total is not the shown one',
    changes: [[paying, '  refuseOtherTotal({ total: minor(total) }, body.expectedTotal);\n', '']],
    runs: { file: orders, test: '9: the price' },
  },
  {
    name: 'what-was-made-to-order-returns-too',
    invariant: 28,
    says: 'a cancelled or refunded order adds pieces to the stock that were never taken from it',
    changes: [
      [
        'app/orders/taken-stock.ts',
        'taken > 0 ? [{ productId, quantity: Math.min(quantity, taken) }] : []',
        'taken >= 0 ? [{ productId, quantity }] : []',
      ],
    ],
    runs: { file: orders, test: '28:', scale: 0.03 },
  },
  {
    name: 'stock-is-saved-over-sales',
    invariant: 28,
    says: 'a saved number of pieces overwrites the sales since it was read',
    changes: [
      [
        'app/merch/catalogue/product-changes.server.ts',
        'if (stock === undefined || stock === null) return;',
        'if (revision > 0) return;',
      ],
    ],
    runs: { file: orders, test: '28:', scale: 0.03 },
  },
];
