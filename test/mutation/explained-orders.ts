import type { Explanation } from './explanation.ts';

const keptState = 'never run: the database keeps to the states that there are';
const neverRemoved = 'never run: an order is never removed';
const hasSeller = 'never run: the database keeps the seller of what was ordered';
const placedWhole = 'never run: an order that was placed has its number and its total, the database sees to it';
const oneRow = 'the same: the statement always answers a row';

/** Why mutants of orders may live. */
export const ordersExplained: readonly Explanation[] = [
  { file: 'app/orders/moves/moving.server.ts', written: 'status === null', mutated: 'false', why: keptState },
  {
    file: 'app/orders/moves/moving.server.ts',
    written: 'order.pickupPointId === null',
    mutated: 'false',
    why: 'the same: without an id no point is found',
  },
  { file: 'app/orders/moves/moving.server.ts', written: 'order === null', mutated: 'false', why: neverRemoved },
  {
    file: 'app/orders/moves/moving.server.ts',
    written: 'order.payUntil !== null',
    mutated: 'true',
    why: 'the same: nothing is never later than a moment',
  },
  { file: 'app/orders/order-owner.server.ts', written: 'sellers.get(sellerId)?.project', why: hasSeller },
  { file: 'app/orders/order-owner.server.ts', written: 'accountId === undefined', mutated: 'false', why: hasSeller },
  { file: 'app/orders/order-owner.server.ts', written: 'throw new Error(`the seller ', why: hasSeller },
  { file: 'app/orders/order-owner.server.ts', written: 'number === null', why: placedWhole },
  { file: 'app/orders/order-owner.server.ts', written: 'total === null', why: placedWhole },
  {
    file: 'app/orders/order-owner.server.ts',
    written: `throw new Error(\`order \${id} was paid without`,
    why: placedWhole,
  },
  { file: 'app/orders/order-owner.server.ts', written: 'order === null', mutated: 'false', why: neverRemoved },
  { file: 'app/orders/order-owner.server.ts', written: 'throw new Error(`the order ', why: neverRemoved },
  { file: 'app/orders/order-owner.server.ts', written: 'status === null', mutated: 'false', why: keptState },
  { file: 'app/orders/checkout/paying.server.ts', written: 'number === null', why: placedWhole },
  { file: 'app/orders/checkout/paying.server.ts', written: 'total === null', why: placedWhole },
  {
    file: 'app/orders/checkout/paying.server.ts',
    written: `throw new Error(\`order \${order.id} was not placed`,
    why: placedWhole,
  },
  {
    file: 'app/orders/moves/moves-store.server.ts',
    written: '(await db.run(used, [pickupPointId]))[0]?.isUsed',
    why: oneRow,
  },
  {
    file: 'app/orders/moves/moves-store.server.ts',
    written: 'false',
    why: 'never run: the statement always answers a row',
  },
  {
    file: 'app/orders/checkout/placing-store.server.ts',
    written: 'placed === undefined',
    mutated: 'false',
    why: 'never run: the basket is locked and known to be one',
  },
  {
    file: 'app/orders/checkout/placing-store.server.ts',
    written: 'throw new Error(',
    why: 'never run: the basket is locked and known to be one',
  },
  {
    file: 'app/orders/order-owner.server.ts',
    written: '{ if (!failures.tooManyRequests.is(error)) throw error; }',
    mutated: '{}',
    why: 'the same: what fails after a commit is only logged',
  },
  {
    file: 'app/orders/order-owner.server.ts',
    written: '!failures.tooManyRequests.is(error)',
    mutated: 'false',
    why: 'the same: what fails after a commit is only logged',
  },
  {
    file: 'app/orders/checkout/paying.server.ts',
    written: 'point?.isActive',
    why: 'never run: the basket is locked, and the database keeps what it refers to',
  },
  {
    file: 'app/orders/checkout/paying.server.ts',
    written: 'basket === null',
    mutated: 'false',
    why: 'never run: the basket is locked, and the database keeps what it refers to',
  },
  {
    file: 'app/orders/checkout/paying.server.ts',
    written: '[]',
    why: 'never run: the basket is locked, and the database keeps what it refers to',
  },
  {
    file: 'app/orders/checkout/placing-store.server.ts',
    written: '(await tx.run(unpaid, [userId]))[0]?.count',
    why: oneRow,
  },
  {
    file: 'app/orders/checkout/placing-store.server.ts',
    written: 'pickup && JSON.stringify(pickup)',
    why: 'the same: what is none as JSON is read as none',
  },
];
