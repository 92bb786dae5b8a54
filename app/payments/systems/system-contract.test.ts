import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { fromMain, toMain } from '#base/money/money.ts';
import { bookedFor, compareOne, falsify, kindsOf, systemsOf } from '#test/support/money/compared-books.ts';
import { everyScene } from '#test/support/money/every-scene.ts';
import { everySystemEnv } from '#test/support/money/every-system.ts';
import { until } from '#test/support/money/money-fixture.ts';
import { openedOf, openShop } from '#test/support/shop-fixture.ts';
import { dataOf, standInsOf, testSecrets } from '#test/support/start-app.ts';
import { isWhole } from '../books/reconcile.server.ts';
import { type PaymentSystemName, paymentSystemNames } from '../payment-systems.ts';

let isCut = false;

const standIns = standInsOf(everySystemEnv, () => (isCut ? 'http://127.0.0.1:9' : shop.app.url));
const shop = await openShop({ env: everySystemEnv, sandbox: { ...standIns, timings: { handDelayMs: 1_000 } } });
const productId = await shop.product({ stock: null });
const scenes = everyScene({
  url: shop.app.sandbox.url,
  secret: testSecrets.payment,
  site: () => shop.app.url,
  cut(wanted) {
    isCut = wanted;
  },
});
afterAll(() => shop.app.close());

/** A system, and orders that are paid by it. */
function ordersAt(name: PaymentSystemName) {
  const scene = scenes[name];

  async function order(quantity = 1) {
    const who = await shop.person();
    const { orderId, total } = await shop.ready(who, [{ productId, quantity }]);
    const ask = (key?: string) => shop.askToPay(who, { orderId, expectedTotal: toMain(total), system: name }, key);
    return { who, orderId, total, ask, status: () => shop.statusOf(who, orderId) };
  }

  async function placed(quantity?: number) {
    const one = await order(quantity);
    return { ...one, paymentUrl: openedOf(await one.ask()).paymentUrl };
  }

  async function paid(quantity?: number) {
    const one = await placed(quantity);
    await scene.pay(one.paymentUrl);
    await until(async () => (await one.status()) === 'Paid');
    return one;
  }

  return { scene, order, placed, paid };
}

/** What the ledger says the system has, of one order. */
async function posted({ orderId, total }: { orderId: string; total: number }) {
  const { rows } = await shop.app.db.pool.query<{ sum: number }>(
    `select -coalesce(sum(e.amount), 0)::bigint as sum from entry e join posting p on p.id = e.posting_id
     join account a on a.id = e.account_id where a.kind = 'provider' and p.reference = $1`,
    [orderId],
  );
  return { posted: rows[0]?.sum, total };
}

const refund = (orderId: string) =>
  shop.app.api('POST Order/Refund', { body: { orderId, reason: 'Передумал' } }, { token: shop.staff.token });

/** What every payment system does, whatever its protocol is. */
describe.each(paymentSystemNames)('a payment at %s', (name) => {
  const { scene, order, placed, paid } = ordersAt(name);
  afterEach(() => scene.fault('none'));

  it('is one, however often and however many open it', async () => {
    const { ask } = await order();
    const key = randomUUID();
    const opened = await Promise.all([ask(key), ask(key), ask(), ask(), ask()]);
    expect(new Set(opened.map((answer) => openedOf(answer).paymentUrl)).size).toBe(1);
    expect(new Set(opened.map((answer) => openedOf(answer).paymentId)).size).toBe(1);
  });

  it('is taken once, over the right amount, however often the payer presses', async () => {
    const one = await placed();
    await Promise.all(Array.from({ length: 4 }, () => scene.pay(one.paymentUrl)));
    await until(async () => (await one.status()) === 'Paid');
    expect(await scene.booksOf(one.paymentUrl)).toEqual({ left: one.total, charges: 1 });
    expect(await posted(one)).toEqual({ posted: one.total, total: one.total });
  });

  it('that was declined takes nothing, and the order can be paid afterwards', async () => {
    const one = await placed();
    await scene.decline(one.paymentUrl);
    expect(await scene.booksOf(one.paymentUrl)).toEqual({ left: 0, charges: 0 });
    expect(await one.status()).toBe('AwaitingPayment');
    const { paymentUrl } = openedOf(await one.ask());
    await scene.pay(paymentUrl);
    await until(async () => (await one.status()) === 'Paid');
    expect(await posted(one)).toEqual({ posted: one.total, total: one.total });
  });

  it('that the server learns of late is paid in the end, and once', async () => {
    const one = await placed();
    await scene.fault('noNews');
    const paying = scene.pay(one.paymentUrl);
    expect(await one.status()).toBe('AwaitingPayment');
    await paying;
    await scene.fault('none');
    // What the buyer's page asks while he waits.
    const asked = { query: { orderId: one.orderId } };
    await until(async () => {
      await shop.app.api('GET Order/Payment', asked, { token: one.who.token });
      return (await one.status()) === 'Paid';
    });
    expect(await scene.booksOf(one.paymentUrl)).toEqual({ left: one.total, charges: 1 });
  });

  it('about whose amount the system lies is never paid', async () => {
    const one = await placed();
    await scene.fault('lie');
    await scene.pay(one.paymentUrl);
    expect(await one.status()).toBe('AwaitingPayment');
    expect((await posted(one)).posted).toBe(0);
  });

  it('is not paid while the system is down, and can be afterwards', async () => {
    const one = await order();
    await scene.fault('down');
    const answer = await one.ask();
    expect([200, 503]).toContain(answer.status);
    if (answer.status === 200) await scene.pay(openedOf(answer).paymentUrl);
    expect(await one.status()).toBe('AwaitingPayment');
    await scene.fault('none');
    const { paymentUrl } = openedOf(await one.ask());
    await scene.pay(paymentUrl);
    await until(async () => (await one.status()) === 'Paid');
    expect(await scene.booksOf(paymentUrl)).toEqual({ left: one.total, charges: 1 });
  });

  it('is refunded once, however many ask for it, also where the payer has pressed again', async () => {
    const one = await paid();
    await scene.pay(one.paymentUrl);
    const answers = await Promise.all(Array.from({ length: 4 }, () => refund(one.orderId)));
    if (scene.refundsOnRequest) {
      expect(answers.some(({ status }) => status === 200)).toBe(true);
    } else {
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([409]));
      await scene.refundThere(one.paymentUrl);
    }
    await until(async () => (await one.status()) === 'Refunded');
    expect(await scene.booksOf(one.paymentUrl)).toEqual({ left: 0, charges: 1 });
    expect((await posted(one)).posted).toBe(0);
  });

  it('is refunded once, though the answer and the news of it are lost', async () => {
    const one = await paid();
    await scene.fault('lostRefund');
    if (scene.refundsOnRequest) await Promise.all([refund(one.orderId), refund(one.orderId)]);
    else await scene.refundThere(one.paymentUrl);
    await scene.fault('none');
    // The next try is minutes away.
    const due = `update shop_order set refund_next_at = now() where id = $1 and refund_next_at < 'infinity'`;
    await until(async () => {
      await shop.app.db.pool.query(due, [one.orderId]);
      return (await one.status()) === 'Refunded';
    });
    // Payme repeats the call whose answer it did not get.
    await until(async () => (await scene.booksOf(one.paymentUrl)).left === 0);
    expect(await scene.booksOf(one.paymentUrl)).toEqual({ left: 0, charges: 1 });
    expect((await posted(one)).posted).toBe(0);
  });

  it('gives the money of one piece back, or says that the system gives back all or nothing', async () => {
    const one = await paid(4);
    const lines = [{ productId, quantity: 1 }];
    const refundLines = (idempotencyKey: string) =>
      shop.app.api(
        'POST Order/RefundLines',
        { body: { orderId: one.orderId, lines, reason: 'Брак' } },
        { token: shop.staff.token, idempotencyKey },
      );
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 3 }, () => refundLines(key)));
    if (scene.refundsParts) {
      const done = answers.find(({ status }) => status === 200);
      const rest = one.total - fromMain(z.number().parse(done && dataOf(done).amount));
      await until(async () => (await scene.booksOf(one.paymentUrl)).left === rest);
      expect(await scene.booksOf(one.paymentUrl)).toEqual({ left: rest, charges: 1 });
    } else {
      expect(answers.map(({ status }) => status)).toEqual([409, 409, 409]);
      expect(await scene.booksOf(one.paymentUrl)).toEqual({ left: one.total, charges: 1 });
    }
    expect(await one.status()).toBe('Paid');
  });

  it('that was refunded there without our request is refunded here', async () => {
    const one = await paid();
    await Promise.all([scene.refundThere(one.paymentUrl), scene.refundThere(one.paymentUrl)]);
    // The next question about a paid payment is minutes away, and one that is under way sets that time anew when it ends.
    const due = 'update payment set next_check_at = now() where reference = $1';
    await until(async () => {
      if (!scene.reportsRefunds) await shop.app.db.pool.query(due, [one.orderId]);
      return (await one.status()) === 'Refunded';
    });
    expect((await posted(one)).posted).toBe(0);
  });
});

/** The system's own list, or what it answers, beside the ledger. */
describe.each(paymentSystemNames)('the statement of %s', (name) => {
  const { scene, placed, paid } = ordersAt(name);
  afterEach(() => scene.fault('none'));
  const sumOf = (total: number) => (scene.lacks === 'strangersAndSums' ? null : total);

  /** How these payments differ, and strangers. Stripe's list begins two hours earlier, and has payments of other tests. */
  async function compare(since: Date, ones: readonly { readonly orderId: string }[]) {
    const result = await compareOne(shop.app, { name, since });
    const isAsked = (reference: string) => reference === 'unknown' || ones.some(({ orderId }) => orderId === reference);
    const kinds = Object.entries(kindsOf(result)).filter(([reference]) => isAsked(reference));
    return { ...result, kinds: Object.fromEntries(kinds) };
  }

  it('has a payment with the sum and state of the ledger, before and after it is given back', async () => {
    const since = new Date();
    const one = await paid();
    // A payer who comes back to the page presses again.
    await scene.pay(one.paymentUrl);
    const open = await placed();
    expect(await bookedFor(shop.app, one.orderId)).toMatchObject([{ state: 'paid', amount: sumOf(one.total) }]);
    expect(await posted(one)).toEqual({ posted: one.total, total: one.total });
    const equal = { compared: 2, notCompared: 0, why: null, lacks: scene.lacks, kinds: {} };
    expect(await compare(since, [one, open])).toMatchObject(equal);
    if (scene.refundsOnRequest) await refund(one.orderId);
    else await scene.refundThere(one.paymentUrl);
    await until(async () => (await one.status()) === 'Refunded');
    await until(async () => (await bookedFor(shop.app, one.orderId))[0]?.state === 'refunded');
    expect(await bookedFor(shop.app, one.orderId)).toMatchObject([{ state: 'refunded', amount: sumOf(one.total) }]);
    expect((await posted(one)).posted).toBe(0);
    expect(await compare(since, [one, open])).toMatchObject(equal);
  });

  it('names what one side alone has, another sum and another state, or says what it does not list', async () => {
    const since = new Date();
    const unbooked = await paid();
    const invented = await placed();
    const more = await paid();
    const back = await paid();
    const backThere = await paid();
    const foreign = await paid();
    const equal = await paid();
    await scene.refundThere(backThere.paymentUrl);
    if (scene.reportsRefunds) await until(async () => (await backThere.status()) === 'Refunded');
    // Payme's cards come back through a queue.
    await until(async () => (await bookedFor(shop.app, backThere.orderId))[0]?.state === 'refunded');
    const change = async (one: { orderId: string }, to: string) => void (await falsify(shop.app, one.orderId, to));
    await change(backThere, `status = 'Paid'`);
    await change(unbooked, `status = 'Failed'`);
    await change(invented, `status = 'Paid', paid_at = now()`);
    await change(more, 'amount = amount + 1');
    await change(back, `status = 'Refunded'`);
    const strange = '-of-another-site';
    await change(foreign, `provider_id = provider_id || '${strange}'`);
    onTestFinished(() => change(foreign, `provider_id = replace(provider_id, '${strange}', '')`));
    const found = await compare(since, [unbooked, invented, more, back, backThere, foreign, equal]);
    expect(found.kinds).toEqual({
      [unbooked.orderId]: 'paidThere',
      [invented.orderId]: 'paidHere',
      ...(scene.lacks !== 'strangersAndSums' && { [more.orderId]: 'otherAmount' }),
      [back.orderId]: 'refundedHere',
      [backThere.orderId]: 'refundedThere',
      [foreign.orderId]: scene.knowsOpened ? 'unknownThere' : 'paidHere',
      ...(scene.lacks === null && { unknown: 'unknownHere' }),
    });
    expect(found).toMatchObject({ compared: 7, notCompared: 0, why: null, lacks: scene.lacks });
    expect(isWhole([found])).toBe(true);
  });

  it('is not taken for equal while the system does not answer', async () => {
    const since = new Date();
    await paid();
    // The library asks Stripe again and again while it is down; a key that is refused ends the same way, at once.
    const isStripe = name === 'stripe';
    if (!isStripe) await scene.fault('down');
    const systems = systemsOf(shop.app, isStripe ? { STRIPE_SECRET_KEY: 'sk_test_of_somebody_else' } : {});
    const why = { reason: 'noAnswer', detail: expect.stringMatching(/./) };
    const silent = { compared: 0, notCompared: 1, why, differences: [] };
    const found = await compareOne(shop.app, { name, since, systems });
    expect(found).toMatchObject(silent);
    expect(isWhole([found])).toBe(false);
  });
});

it('Payme finds its books in the statement that we give it', async () => {
  const response = await fetch(`${shop.app.sandbox.url}/payme/control/reconciliation`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${testSecrets.payment}` },
    body: JSON.stringify({ from: 0, to: Date.now() }),
  });
  const { compared, differences } = z
    .object({ compared: z.number(), differences: z.array(z.string()) })
    .parse(await response.json());
  expect(differences).toEqual([]);
  expect(compared).toBeGreaterThan(5);
});

it('the stand-in of Payme reports the fiscal receipts of a payment and of its refund', async () => {
  const { pool } = shop.app.db;
  const item = { code: '10305008002000001', packageCode: '1501', unit: '796', vat: 12 };
  await pool.query(`insert into tax_item_default (kind, item) values ('donation', $1)`, [item]);
  const { projectId } = await shop.person();
  const body = { projectId, amount: 10_000, system: 'payme' };
  const { payId, paymentUrl } = dataOf(await shop.app.api('POST ProjectPay/Create', { body }));
  const received = async () => {
    const found = await pool.query<{ kind: string; sign: string; qrUrl: string }>(
      `select f.kind, f.sign, f.qr_url as "qrUrl" from payment_fiscal_receipt f join payment p on p.id = f.payment_id
       where p.reference = $1 order by f.kind`,
      [payId],
    );
    return found.rows;
  };
  /** A moment of the transaction, as an address of a receipt writes it. */
  const momentOf = async (column: 'time' | 'cancel_time') => {
    const { rows } = await pool.query<{ time: number }>(
      `select t.${column}::float8 as time from payme_transaction t join payment p on p.id = t.payment_id where p.reference = $1`,
      [payId],
    );
    const tashkent = new Date((rows[0]?.time ?? 0) + 5 * 3_600_000);
    return expect.stringContaining(`&c=${tashkent.toISOString().slice(0, 19).replaceAll(/\D/g, '')}&`);
  };
  const { payme } = scenes;
  await payme.pay(String(paymentUrl));
  const sign = { Paid: expect.stringMatching(/^8\d{11}$/), Refunded: expect.stringMatching(/^9\d{11}$/) };
  expect(await received()).toEqual([{ kind: 'Paid', sign: sign.Paid, qrUrl: await momentOf('time') }]);
  await payme.refundThere(String(paymentUrl));
  await until(async () => (await received()).length === 2);
  const refunded = { kind: 'Refunded', sign: sign.Refunded, qrUrl: await momentOf('cancel_time') };
  expect((await received())[1]).toEqual(refunded);
});
