import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  canMove,
  type DeliveryKind,
  deliveryKindOf,
  mayChangePickUp,
  nextOf,
  nextOrderStatuses,
  numberOf,
  type OrderStatus,
  orderStatuses,
  orderStatusIn,
  returnsStockOnRefund,
  staffSteps,
  statusOf,
} from './order-status.ts';

const anyStatus = fc.constantFrom(...orderStatuses);
const anyDelivery = fc.constantFrom<DeliveryKind>('pickUp', 'address');

/** The transitions of docs/rules.md#orders. */
const contract = ['0→1', '1→2', '1→7', '2→3', '3→4', '4→5', '4→6', '5→6', '2→8', '3→8', '4→8', '5→8', '6→8'];

test('numbers and names are those of the contract', () => {
  expect(orderStatuses.map((status, at) => [numberOf(status), statusOf(at)])).toEqual(
    orderStatuses.map((status, at) => [at, status]),
  );
  expect([statusOf(-1), statusOf(9)]).toEqual([null, null]);
});

test('the transitions are those of the contract', () => {
  const ways = orderStatuses.flatMap((from) => {
    const next: readonly OrderStatus[] = nextOrderStatuses[from];
    return next.map((to) => `${numberOf(from)}→${numberOf(to)}`);
  });
  expect(ways.sort()).toEqual([...contract].sort());
});

describe('every sequence of transitions', () => {
  test('follows the table, and a final status stays', () => {
    fc.assert(
      fc.property(anyStatus, anyStatus, anyDelivery, (from, to, delivery) => {
        if (canMove(from, to, delivery)) expect(contract).toContain(`${numberOf(from)}→${numberOf(to)}`);
        expect(nextOf('Cancelled', delivery)).toEqual([]);
        expect(nextOf('Refunded', delivery)).toEqual([]);
      }),
    );
  });

  test('only orders with pickup wait at a pickup point, and they do not skip it', () => {
    expect(nextOf('Shipped', 'pickUp')).toEqual(['ReadyForPickup', 'Refunded']);
    expect(nextOf('Shipped', 'address')).toEqual(['Completed', 'Refunded']);
  });

  test('staff neither places nor pays orders', () => {
    fc.assert(
      fc.property(anyStatus, anyDelivery, (from, delivery) => {
        expect(staffSteps(from, delivery)).not.toContain('Paid');
        expect(staffSteps(from, delivery)).not.toContain('AwaitingPayment');
      }),
    );
  });

  test('ends', () => {
    fc.assert(
      fc.property(anyDelivery, fc.array(fc.nat(), { minLength: 8, maxLength: 8 }), (delivery, choices) => {
        let status: OrderStatus = 'Basket';
        for (const choice of choices) {
          const next = nextOf(status, delivery);
          status = next[choice % Math.max(1, next.length)] ?? status;
        }
        expect(nextOf(status, delivery)).toEqual([]);
      }),
    );
  });
});

test('a refund returns the pieces to stock only before shipping', () => {
  expect(orderStatuses.filter(returnsStockOnRefund)).toEqual(['Paid', 'Processing']);
});

test('every transition of the contract is allowed, those after shipping for one way of delivery each', () => {
  const ways = (delivery: DeliveryKind | null) =>
    orderStatuses.flatMap((from) =>
      orderStatuses.filter((to) => canMove(from, to, delivery)).map((to) => `${numberOf(from)}→${numberOf(to)}`),
    );
  expect(ways('pickUp').toSorted()).toEqual(contract.filter((way) => way !== '4→6').toSorted());
  expect(ways('address').toSorted()).toEqual(contract.filter((way) => way !== '4→5').toSorted());
  expect(ways(null)).toEqual(ways('address'));
});

test('staff makes every transition by hand except placing and paying', () => {
  for (const delivery of ['pickUp', 'address'] as const) {
    const steps = orderStatuses.flatMap((from) => staffSteps(from, delivery).map((to) => `${from} ${to}`));
    const all = orderStatuses.flatMap((from) => nextOf(from, delivery).map((to) => `${from} ${to}`));
    expect(steps).toEqual(all.filter((way) => way !== 'Basket AwaitingPayment' && way !== 'AwaitingPayment Paid'));
  }
});

test('an order with a pickup point is picked up, and the point may change until it waits there', () => {
  expect([deliveryKindOf({ pickupPointId: 1 }), deliveryKindOf({ pickupPointId: null })]).toEqual([
    'pickUp',
    'address',
  ]);
  expect(orderStatuses.filter(mayChangePickUp)).toEqual(['AwaitingPayment', 'Paid', 'Processing', 'Shipped']);
});

test.each([
  ['status=Paid', 'Paid'],
  ['status=zzz', undefined],
  ['status=Basket', undefined],
  ['', undefined],
])('a list with the address %j is filtered by %j', (search, status) => {
  expect(orderStatusIn(new URLSearchParams(search))).toBe(status);
});
