import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { fromMain, toMain } from '#base/money/money.ts';
import { everySystemEnv } from '#test/support/money/every-system.ts';
import { until } from '#test/support/money/money-fixture.ts';
import { paymeCardScene } from '#test/support/money/payme-card-caller.ts';
import { stripeScene } from '#test/support/money/stripe-scene.ts';
import { clickScene, gatewayScene, paymeScene, type SystemScene } from '#test/support/money/system-scenes.ts';
import { openedOf, openShop } from '#test/support/shop-fixture.ts';
import { dataOf, standInsOf, testSecrets } from '#test/support/start-app.ts';

let isCut = false;
const scenes = new Map<string, SystemScene>();

const standIns = standInsOf(everySystemEnv, () => (isCut ? 'http://127.0.0.1:9' : shop.app.url));
const shop = await openShop({ env: everySystemEnv, sandbox: { ...standIns, timings: { handDelayMs: 1_000 } } });
const productId = await shop.product({ stock: null });
const place = { url: shop.app.sandbox.url, secret: testSecrets.payment };
scenes.set('gateway', gatewayScene(place));
const cut = (wanted: boolean) => {
  isCut = wanted;
};
scenes.set('payme', paymeScene({ ...place, cut }));
scenes.set('payme-card', paymeCardScene({ ...place, site: () => shop.app.url }));
scenes.set('click', clickScene({ ...place, cut }));
scenes.set('stripe', stripeScene({ ...place, cut }));
afterAll(() => shop.app.close());

/** What every payment system does, whatever its protocol is. */
describe.each(['gateway', 'payme', 'payme-card', 'click', 'stripe'])('a payment at %s', (name) => {
  const scene = (): SystemScene => {
    const found = scenes.get(name);
    if (found === undefined) throw new Error(`no scene for ${name}`);
    return found;
  };
  afterEach(() => scene().fault('none'));

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
    await scene().pay(one.paymentUrl);
    await until(async () => (await one.status()) === 'Paid');
    return one;
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

  it('is one, however often and however many open it', async () => {
    const { ask } = await order();
    const key = randomUUID();
    const opened = await Promise.all([ask(key), ask(key), ask(), ask(), ask()]);
    expect(new Set(opened.map((answer) => openedOf(answer).paymentUrl)).size).toBe(1);
    expect(new Set(opened.map((answer) => openedOf(answer).paymentId)).size).toBe(1);
  });

  it('is taken once, over the right amount, however often the payer presses', async () => {
    const one = await placed();
    await Promise.all(Array.from({ length: 4 }, () => scene().pay(one.paymentUrl)));
    await until(async () => (await one.status()) === 'Paid');
    expect(await scene().booksOf(one.paymentUrl)).toEqual({ left: one.total, charges: 1 });
    expect(await posted(one)).toEqual({ posted: one.total, total: one.total });
  });

  it('that was declined takes nothing, and the order can be paid afterwards', async () => {
    const one = await placed();
    await scene().decline(one.paymentUrl);
    expect(await scene().booksOf(one.paymentUrl)).toEqual({ left: 0, charges: 0 });
    expect(await one.status()).toBe('AwaitingPayment');
    const { paymentUrl } = openedOf(await one.ask());
    await scene().pay(paymentUrl);
    await until(async () => (await one.status()) === 'Paid');
    expect(await posted(one)).toEqual({ posted: one.total, total: one.total });
  });

  it('that the server learns of late is paid in the end, and once', async () => {
    const one = await placed();
    await scene().fault('noNews');
    const paying = scene().pay(one.paymentUrl);
    expect(await one.status()).toBe('AwaitingPayment');
    await paying;
    await scene().fault('none');
    // What the buyer's page asks while he waits.
    const asked = { query: { orderId: one.orderId } };
    await until(async () => {
      await shop.app.api('GET Order/Payment', asked, { token: one.who.token });
      return (await one.status()) === 'Paid';
    });
    expect(await scene().booksOf(one.paymentUrl)).toEqual({ left: one.total, charges: 1 });
  });

  it('about whose amount the system lies is never paid', async () => {
    const one = await placed();
    await scene().fault('lie');
    await scene().pay(one.paymentUrl);
    expect(await one.status()).toBe('AwaitingPayment');
    expect((await posted(one)).posted).toBe(0);
  });

  it('is not paid while the system is down, and can be afterwards', async () => {
    const one = await order();
    await scene().fault('down');
    const answer = await one.ask();
    expect([200, 503]).toContain(answer.status);
    if (answer.status === 200) await scene().pay(openedOf(answer).paymentUrl);
    expect(await one.status()).toBe('AwaitingPayment');
    await scene().fault('none');
    const { paymentUrl } = openedOf(await one.ask());
    await scene().pay(paymentUrl);
    await until(async () => (await one.status()) === 'Paid');
    expect(await scene().booksOf(paymentUrl)).toEqual({ left: one.total, charges: 1 });
  });

  it('is refunded once, however many ask for it, also where the payer has pressed again', async () => {
    const one = await paid();
    await scene().pay(one.paymentUrl);
    const refund = () =>
      shop.app.api(
        'POST Order/Refund',
        { body: { orderId: one.orderId, reason: 'Передумал' } },
        { token: shop.staff.token },
      );
    const answers = await Promise.all(Array.from({ length: 4 }, refund));
    if (scene().refundsOnRequest) {
      expect(answers.some(({ status }) => status === 200)).toBe(true);
    } else {
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([409]));
      await scene().refundThere(one.paymentUrl);
    }
    await until(async () => (await one.status()) === 'Refunded');
    expect(await scene().booksOf(one.paymentUrl)).toEqual({ left: 0, charges: 1 });
    expect((await posted(one)).posted).toBe(0);
  });

  it('is refunded once, though the answer and the news of it are lost', async () => {
    const one = await paid();
    const body = { orderId: one.orderId, reason: 'Передумал' };
    const refund = () => shop.app.api('POST Order/Refund', { body }, { token: shop.staff.token });
    await scene().fault('lostRefund');
    if (scene().refundsOnRequest) await Promise.all([refund(), refund()]);
    else await scene().refundThere(one.paymentUrl);
    await scene().fault('none');
    // The next try is minutes away.
    const due = `update shop_order set refund_next_at = now() where id = $1 and refund_next_at < 'infinity'`;
    await until(async () => {
      await shop.app.db.pool.query(due, [one.orderId]);
      return (await one.status()) === 'Refunded';
    });
    // Payme repeats the call whose answer it did not get.
    await until(async () => (await scene().booksOf(one.paymentUrl)).left === 0);
    expect(await scene().booksOf(one.paymentUrl)).toEqual({ left: 0, charges: 1 });
    expect((await posted(one)).posted).toBe(0);
  });

  it('gives the money of one piece back, or says that the system gives back all or nothing', async () => {
    const one = await paid(4);
    const lines = [{ productId, quantity: 1 }];
    const refund = (idempotencyKey: string) =>
      shop.app.api(
        'POST Order/RefundLines',
        { body: { orderId: one.orderId, lines, reason: 'Брак' } },
        { token: shop.staff.token, idempotencyKey },
      );
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 3 }, () => refund(key)));
    if (scene().refundsParts) {
      const done = answers.find(({ status }) => status === 200);
      const rest = one.total - fromMain(z.number().parse(done && dataOf(done).amount));
      await until(async () => (await scene().booksOf(one.paymentUrl)).left === rest);
      expect(await scene().booksOf(one.paymentUrl)).toEqual({ left: rest, charges: 1 });
    } else {
      expect(answers.map(({ status }) => status)).toEqual([409, 409, 409]);
      expect(await scene().booksOf(one.paymentUrl)).toEqual({ left: one.total, charges: 1 });
    }
    expect(await one.status()).toBe('Paid');
  });

  it('that was refunded there without our request is refunded here', async () => {
    const one = await paid();
    await Promise.all([scene().refundThere(one.paymentUrl), scene().refundThere(one.paymentUrl)]);
    // The next question about a paid payment is minutes away, and one that is under way sets that time anew when it ends.
    const due = 'update payment set next_check_at = now() where reference = $1';
    await until(async () => {
      if (!scene().reportsRefunds) await shop.app.db.pool.query(due, [one.orderId]);
      return (await one.status()) === 'Refunded';
    });
    expect((await posted(one)).posted).toBe(0);
  });
});

it('Payme’s statement agrees with its books', async () => {
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
  const payme = paymeScene({ ...place, cut });
  await payme.pay(String(paymentUrl));
  const sign = { Paid: expect.stringMatching(/^8\d{11}$/), Refunded: expect.stringMatching(/^9\d{11}$/) };
  expect(await received()).toEqual([{ kind: 'Paid', sign: sign.Paid, qrUrl: await momentOf('time') }]);
  await payme.refundThere(String(paymentUrl));
  await until(async () => (await received()).length === 2);
  const refunded = { kind: 'Refunded', sign: sign.Refunded, qrUrl: await momentOf('cancel_time') };
  expect((await received())[1]).toEqual(refunded);
});
