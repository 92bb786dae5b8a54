import type { Fault } from './fault.ts';

const orders = 'test/torture/orders/orders.torture.ts';

/** Faults of invariants 7 to 9 and 28. */
export const orderFaults: readonly Fault[] = [
  {
    name: 'stock-is-not-locked',
    invariant: 7,
    says: 'buyers at the same moment see the same stock, and no constraint of the database keeps it above zero',
    changes: [
      {
        file: 'app/merch/catalogue/stock-store.server.ts',
        replace: 'order by id for no key update`',
        by: 'order by id`',
      },
      {
        file: 'migrations/0011_merch.sql',
        replace: 'stock integer check (stock >= 0),',
        by: 'stock integer,',
      },
    ],
    runs: { file: orders, test: '7:', scale: 0.01 },
  },
  {
    name: 'lines-are-counted-apart',
    invariant: 7,
    says: 'of two lines of one product only the last one is taken from the stock',
    changes: [
      {
        file: 'app/merch/merch.server.ts',
        replace: 'merged.set(productId, (merged.get(productId) ?? 0) + quantity)',
        by: 'merged.set(productId, quantity)',
      },
    ],
    runs: { file: orders, test: '7:', scale: 0.01 },
  },
  {
    name: 'last-tab-wins',
    invariant: 8,
    says: 'a tab that adds a product overwrites the quantity',
    changes: [
      {
        file: 'app/orders/basket/basket-store.server.ts',
        replace: 'line.quantity + excluded.quantity',
        by: 'excluded.quantity',
      },
    ],
    runs: { file: orders, test: '8:', scale: 0.01 },
  },
  {
    name: 'guest-basket-is-added-again',
    invariant: 8,
    says: 'a guest basket that is synced again is added again',
    changes: [
      {
        file: 'base/calls/idempotency.server.ts',
        replace: 'const key = digest(request.call, request.caller, request.key);',
        by: 'const key = digest(request.call, request.caller, request.key, crypto.randomUUID());',
      },
    ],
    runs: { file: orders, test: '8:', scale: 0.01 },
  },
  {
    name: 'price-of-the-browser-is-believed',
    invariant: 9,
    says: 'the order costs what the browser says, not the price of the products when it is placed',
    changes: [
      {
        file: 'app/orders/checkout/paying.server.ts',
        replace: 'if (total !== expectedTotal) throw priceChanged.because({ details: { total: toMain(total) } });',
        by: '',
      },
    ],
    runs: { file: orders, test: '9:', scale: 0.01 },
  },
  {
    name: 'any-status-after-any',
    invariant: 9,
    says: 'the staff moves an order into any state',
    changes: [
      {
        file: 'app/orders/moves/moving.server.ts',
        replace: 'if (!staffSteps(status, deliveryOf(order)).includes(to)) throw wrongTransition.because();',
        by: '',
      },
    ],
    runs: { file: orders, test: '9: status', scale: 0.01 },
  },
  {
    name: 'placed-order-can-be-edited',
    invariant: 9,
    says: 'a buyer who knows the id of a paid order can put other products into it',
    changes: [
      {
        file: 'app/orders/basket/baskets.server.ts',
        replace: 'if (status > 0) throw orderPlaced.because();',
        by: '',
      },
      {
        file: 'app/orders/basket/basket-store.server.ts',
        replace: 'where id = $1 and user_id = $6 and status = 0 returning id',
        by: 'where id = $1 and user_id = $6 returning id',
      },
    ],
    runs: { file: orders, test: '9: status', scale: 0.01 },
  },
  {
    name: 'paid-order-can-be-cancelled',
    invariant: 9,
    says: 'an order can be cancelled in any state: the buyer loses the money, and the pieces return',
    changes: [
      {
        file: 'app/orders/moves/cancelling.server.ts',
        replace: `if (status !== 'AwaitingPayment') throw wrongTransition.because();`,
        by: '',
      },
    ],
    runs: { file: orders, test: '9: status', scale: 0.01 },
  },
  {
    name: 'clock-cancels-what-is-paid',
    invariant: 9,
    says: 'an order whose time to be paid is over is cancelled though it was paid',
    changes: [
      {
        file: 'app/orders/moves/moves-store.server.ts',
        replace: 'where status = 1 and pay_until < now()',
        by: 'where status > 0 and pay_until < now()',
      },
      {
        file: 'app/orders/moves/cancelling.server.ts',
        replace: `if (order === null || statusOf(order.status) !== 'AwaitingPayment') return;`,
        by: 'if (order === null) return;',
      },
    ],
    runs: { file: orders, test: '9: status', scale: 0.01 },
  },
  {
    name: 'placed-order-takes-any-price',
    invariant: 9,
    says: 'a payment for a placed order is accepted although its total is not the shown one',
    changes: [
      {
        file: 'app/orders/checkout/paying.server.ts',
        replace: 'if (body.expectedTotal !== total) throw',
        by: 'if (body.expectedTotal === null) throw',
      },
    ],
    runs: { file: orders, test: '9: the price', scale: 0.01 },
  },
  {
    name: 'what-was-made-to-order-returns-too',
    invariant: 28,
    says: 'a cancelled or refunded order adds pieces to the stock that were never taken from it',
    changes: [
      {
        file: 'app/orders/taken-stock.ts',
        replace: 'taken > 0 ? [{ productId, quantity: Math.min(quantity, taken) }] : []',
        by: 'taken >= 0 ? [{ productId, quantity }] : []',
      },
    ],
    runs: { file: orders, test: '28:', scale: 0.03 },
  },
  {
    name: 'stock-is-saved-over-sales',
    invariant: 28,
    says: 'a saved number of pieces overwrites the sales since it was read',
    changes: [
      {
        file: 'app/merch/catalogue/product-changes.server.ts',
        replace: 'if (stock === undefined || stock === null) return;',
        by: 'if (revision > 0) return;',
      },
    ],
    runs: { file: orders, test: '28:', scale: 0.03 },
  },
];
