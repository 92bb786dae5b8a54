import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { post, providerAccount } from '#app/ledger/ledger.server.ts';
import { fromMain, minor } from '#base/money/money.ts';
import { newCategory, newProduct } from '#test/support/merch-fixture.ts';
import { readLedgerFaults } from '#test/support/money/money-faults.ts';
import { until } from '#test/support/money/money-fixture.ts';
import { buildGate, type PausedStory, playPausedClaim } from '#test/support/money/paused-claim.ts';
import { type SignedIn, signIn } from '#test/support/sign-in.ts';
import { type ApiAnswer, testSecrets } from '#test/support/start-app.ts';
import { type Fleet, openFleet, type ServerProcess } from '#test/torture/fleet/server-fleet.ts';
import { payByCard, testCards } from '#test/torture/money/donors.ts';

let fleet: Fleet;
let productId: string;

beforeAll(async () => {
  fleet = await openFleet({ servers: 2 });
  await buildGate(fleet);
  const seller = await signIn(fleet.db, testSecrets.jwt);
  const categoryId = await newCategory(fleet.db, 'Вещи');
  productId = await newProduct(fleet.db, { userId: seller.userId, categoryId, price: fromMain(100_000) });
}, 120_000);

afterAll(() => fleet?.close());

const person = (role: 'user' | 'moderator' = 'user') => signIn(fleet.db, testSecrets.jwt, { role });

async function count(query: string, values: readonly unknown[]): Promise<number> {
  const { rows } = await fleet.db.pool.query<{ count: number }>(`select count(*)::int as count from ${query}`, [
    ...values,
  ]);
  return rows[0]?.count ?? 0;
}

/** One answer for good: the server that stood still either has it too, or has failed without effect. */
function differing({ answer, late, again }: PausedStory): ApiAnswer[] {
  const others = late?.status === 200 ? [...again, late] : again;
  return [answer, ...others].filter(
    ({ status, body }) => status !== 200 || JSON.stringify(body) !== JSON.stringify(answer.body),
  );
}

const keyed =
  (name: string, body: unknown, { token }: Pick<SignedIn, 'token'>) =>
  ({ api }: ServerProcess): Promise<ApiAnswer> =>
    api(name, { body }, { token, idempotencyKey: 'the key of a paused process' });

const basket = z.object({
  data: z.object({ orderId: z.string(), total: z.number(), items: z.array(z.object({ quantity: z.number() })) }),
});
const opened = z.object({ data: z.object({ paymentUrl: z.string() }) });

async function fillBasket(buyer: SignedIn, quantity: number) {
  const body = { items: [{ productId, quantity }], address: 'Ташкент, улица Навои, 12' };
  const { token } = buyer;
  return basket.parse((await fleet.server.api('POST Order/CreateOrder', { body }, { token })).body).data;
}

const payment = (orderId: string, expectedTotal: number) => ({
  orderId,
  expectedTotal,
  recipientName: 'Бекзод Олимов',
  recipientPhone: '+998901234567',
});

async function paidOrder(buyer: SignedIn) {
  const { orderId, total } = await fillBasket(buyer, 3);
  const { token } = buyer;
  const answer = await fleet.server.api('POST Order/CreateOrderPayment', { body: payment(orderId, total) }, { token });
  await payByCard(opened.parse(answer.body).data.paymentUrl, testCards.noCode);
  await until(async () => (await count('shop_order where id = $1 and status = 2', [orderId])) === 1, 30_000);
  return orderId;
}

test('invariant 26: a payout whose process stood still is made once', async () => {
  const creator = await person();
  const { accountId } = creator;
  const entries = [
    { accountId: providerAccount, amount: minor(-100_000_00) },
    { accountId, amount: minor(100_000_00) },
  ];
  await fleet.db.transaction((tx) => post(tx, { kind: 'donation', reference: crypto.randomUUID(), entries }));
  const body = { accountId, amount: 40_000, card: { mask: '8600 •••• •••• 0106' } };
  expect(differing(await playPausedClaim(fleet, keyed('POST Payout/Request', body, creator)))).toEqual([]);
  expect(await count('payout where account_id = $1', [accountId])).toBe(1);
}, 60_000);

test('invariant 26: a basket is filled once', async () => {
  const buyer = await person();
  const body = { items: [{ productId, quantity: 2 }] };
  const story = await playPausedClaim(fleet, keyed('POST Order/CreateOrder', body, buyer));
  expect(differing(story)).toEqual([]);
  expect(basket.parse(story.answer.body).data.items).toMatchObject([{ quantity: 2 }]);
  const { rows } = await fleet.db.pool.query(
    'select l.quantity from order_line l join shop_order o on o.id = l.order_id where o.user_id = $1',
    [buyer.userId],
  );
  expect(rows).toEqual([{ quantity: 2 }]);
}, 60_000);

test('invariant 26: an order is placed once, with one payment', async () => {
  const buyer = await person();
  const { orderId, total } = await fillBasket(buyer, 1);
  expect(
    differing(await playPausedClaim(fleet, keyed('POST Order/CreateOrderPayment', payment(orderId, total), buyer))),
  ).toEqual([]);
  expect(await count('payment where reference = $1', [orderId])).toBe(1);
  expect((await fleet.books()).filter(({ reference }) => reference === orderId)).toHaveLength(1);
  expect(await count('order_step where order_id = $1 and status = 1', [orderId])).toBe(1);
}, 60_000);

test('invariant 26: pieces go back once', async () => {
  const buyer = await person();
  const staff = await person('moderator');
  const orderId = await paidOrder(buyer);
  const lines = [{ productId, quantity: 1, sizeId: null, colorId: null }];
  expect(differing(await playPausedClaim(fleet, keyed('POST Order/RefundLines', { orderId, lines }, staff)))).toEqual(
    [],
  );
  expect(await count('order_refund where order_id = $1', [orderId])).toBe(1);
  expect(await count(`audit where subject = $1 and call = 'POST Order/RefundLines'`, [orderId])).toBe(1);
  expect(await readLedgerFaults(fleet.db)).toEqual({ entrySum: 0, wrongBalances: 0, unbalanced: 0 });
}, 60_000);

test('invariant 26: a donation is made once', async () => {
  const creator = await person();
  const body = { projectId: creator.projectId, amount: 10_000 };
  expect(differing(await playPausedClaim(fleet, keyed('POST ProjectPay/Create', body, await person())))).toEqual([]);
  expect(await count('donation where project_id = $1', [creator.projectId])).toBe(1);
}, 60_000);
