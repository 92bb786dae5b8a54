import { afterAll, expect, test } from 'vitest';
import { openRefundFixture, refundDone } from '#test/support/money/refund-fixture.ts';
import type { SignedIn } from '#test/support/sign-in.ts';

const shop = await openRefundFixture();
afterAll(() => shop.app.close());

/** Each way in which a member of staff refunds an order. */
const refunds = (by: SignedIn, orderId: string, productId: string) => [
  () => shop.app.api('POST Order/Refund', { body: { orderId, reason: 'Передумал' } }, { token: by.token }),
  () => shop.give(orderId, [{ productId, quantity: 1 }], crypto.randomUUID(), by),
  () => shop.move(by, orderId, 'Refunded'),
];

const forbidden = { status: 403, body: { error: { code: 'Forbidden' } } };

test.each([
  ['himself', 'moderator'],
  ['a user of a higher role', 'admin'],
] as const)('a moderator refunds no order of %s, an admin does', async (_, role) => {
  const buyer = await shop.person(role);
  const by = role === 'moderator' ? buyer : shop.staff;
  const productId = await shop.product({ stock: 9 });
  const { orderId } = await shop.bought(buyer, [{ productId, quantity: 2 }]);
  for (const refund of refunds(by, orderId, productId)) expect(await refund()).toMatchObject(forbidden);
  expect(await shop.orderFor(buyer, orderId)).toMatchObject({ statusName: 'Paid', refunds: [] });
  // An admin may be the only one, also where the order is his own.
  const admin = role === 'admin' ? buyer : await shop.person('admin');
  expect(await shop.give(orderId, [{ productId, quantity: 1 }], crypto.randomUUID(), admin)).toMatchObject(refundDone);
  await shop.settleBooks();
});
