import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { test } from 'vitest';
import { z } from 'zod';
import { fromMain } from '#base/money/money.ts';
import { payByCard, testCards } from '#test/load/money/donors.ts';
import { prove, scaled } from '#test/load/prove.ts';
import { type Fleet, openFleet } from '#test/load/server-fleet.ts';
import { newCategory, newProduct } from '#test/support/merch-fixture.ts';
import { readLedgerFaults, readTotalFaults } from '#test/support/money/money-faults.ts';
import { until } from '#test/support/money/money-fixture.ts';
import { readRefundFaultsOf } from '#test/support/money/refund-faults.ts';
import { type SignedIn, signIn } from '#test/support/sign-in.ts';
import { type ApiAnswer, testSecrets } from '#test/support/start-app.ts';

const basket = z.object({ data: z.object({ orderId: z.string(), total: z.number() }) });
const opened = z.object({ data: z.object({ paymentUrl: z.string() }) });
const donationMain = 5_000;
const pieces = 3;

/** Makes paid orders of three pieces, each with a donation in the same payment. */
async function buy(fleet: Fleet, count: number) {
  const { api } = fleet.server;
  const seller = await signIn(fleet.db, testSecrets.jwt);
  const categoryId = await newCategory(fleet.db, `Вещи ${randomUUID()}`);
  const productId = await newProduct(fleet.db, { userId: seller.userId, categoryId, price: fromMain(1_000) });
  const orderIds: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const { token } = await signIn(fleet.db, testSecrets.jwt);
    const items = [{ productId, quantity: pieces }];
    const filled = await api('POST Order/CreateOrder', { body: { items, address: 'Ташкент, Навои, 12' } }, { token });
    const { orderId, total } = basket.parse(filled.body).data;
    const donation = { projectId: seller.projectId, amount: donationMain };
    const recipient = { recipientName: 'Бекзод Олимов', recipientPhone: '+998901234567' };
    const body = { orderId, expectedTotal: total, donation, ...recipient };
    const answer = await api('POST Order/CreateOrderPayment', { body }, { token });
    await payByCard(opened.parse(answer.body).data.paymentUrl, testCards.noCode);
    orderIds.push(orderId);
  }
  await until(async () => {
    const { rowCount } = await fleet.db.pool.query('select from shop_order where id = any ($1) and status = 2', [
      orderIds,
    ]);
    return rowCount === count;
  }, 60_000);
  return { orderIds, productId };
}

/** Repeats the request until it is done, as the staff would; waits for a refund that is already in progress. */
async function untilDone(ask: () => Promise<ApiAnswer>, isDone: (answer: ApiAnswer) => boolean): Promise<void> {
  for (const giveUpAt = Date.now() + 120_000; Date.now() < giveUpAt; await pause(randomInt(20, 120))) {
    const answer = await ask().catch(() => null);
    if (answer !== null && isDone(answer)) return;
  }
  throw new Error('a refund was not done in 2 minutes');
}

/** One round: half of the orders are refunded completely, the others by one piece. The server is killed meanwhile and started again. */
async function killOnce(fleet: Fleet, staff: SignedIn, ordersAtOnce: number) {
  const { orderIds, productId } = await buy(fleet, ordersAtOnce);
  const { api } = fleet.server;
  const whole = orderIds.filter((_, at) => at % 2 === 0);
  const parts = orderIds.filter((_, at) => at % 2 === 1);
  const { token } = staff;
  let open = orderIds.length;
  const giveWhole = (orderId: string) => {
    const ask = () => api('POST Order/Refund', { body: { orderId, reason: 'Передумал' } }, { token });
    return untilDone(ask, ({ status }) => status === 200);
  };
  const givePart = (orderId: string) => {
    const lines = [{ productId, quantity: 1, sizeId: null, colorId: null }];
    const settings = { token, idempotencyKey: `part-of-${orderId}` };
    return untilDone(
      () => api('POST Order/RefundLines', { body: { orderId, lines } }, settings),
      ({ status }) => status === 200,
    );
  };
  const given = [...whole.map(giveWhole), ...parts.map(givePart)].map((one) => one.finally(() => (open -= 1)));
  const all = Promise.all(given);
  await pause(randomInt(1, 120));
  const caught = open;
  await fleet.server.kill();
  await fleet.server.start();
  await all;
  return { whole, parts, caught };
}

async function countAtProvider(fleet: Fleet, { whole, parts }: { whole: readonly string[]; parts: readonly string[] }) {
  const books = new Map((await fleet.books()).map((one) => [one.reference, one]));
  const { rows } = await fleet.db.pool.query<{ orderId: string; refunded: number }>(
    `select reference as "orderId", refunded::float8 as refunded from payment where reference = any ($1)`,
    [parts],
  );
  const wrongWhole = whole.filter(
    (orderId) => books.get(orderId)?.history.filter(({ status }) => status === 'refunded').length !== 1,
  );
  const wrongParts = rows.filter(({ refunded }) => refunded !== fromMain(1_000));
  return wrongWhole.length + wrongParts.length + (parts.length - rows.length);
}

test('1: a server killed inside refunds gives each of them back once', async () => {
  const kills = scaled(100, 3);
  const fleet = await openFleet();
  try {
    const staff = await signIn(fleet.db, testSecrets.jwt, { role: 'moderator' });
    const whole: string[] = [];
    const parts: string[] = [];
    let caught = 0;
    for (let kill = 0; kill < kills; kill += 1) {
      const round = await killOnce(fleet, staff, 8);
      whole.push(...round.whole);
      parts.push(...round.parts);
      caught += round.caught;
    }
    // Background jobs finish the refunds that were requested but not answered before the kill.
    await until(async () => {
      const { rowCount } = await fleet.db.pool.query(`
        select from shop_order where refund_next_at is not null union all
        select from payment_refund where state = 'Wanted'`);
      return rowCount === 0;
    }, 60_000);
    prove(1, {
      promise: `server killed ${kills} times inside refunds of whole orders with their donations and of single pieces: each goes back once`,
      none: {
        'second or missing at the provider': await countAtProvider(fleet, { whole, parts }),
        ...(await readLedgerFaults(fleet.db)),
        ...(await readTotalFaults(fleet.db)),
        'other faults': await readRefundFaultsOf(fleet.db, fleet.providerUrl),
      },
      met: { 'refunds under way': [caught, kills], whole: whole.length, 'in part': parts.length },
    });
  } finally {
    await fleet.close();
  }
});
