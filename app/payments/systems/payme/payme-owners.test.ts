import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { fromMain, toMain } from '#base/money/money.ts';
import { setRates } from '#test/support/money/delivery-fixture.ts';
import { newTransaction, paymeCaller, paymeEnv } from '#test/support/money/payme-caller.ts';
import { pdfTexts } from '#test/support/pdf-text.ts';
import { openedOf, openShop } from '#test/support/shop-fixture.ts';
import type { SignedIn } from '#test/support/sign-in.ts';
import { dataOf } from '#test/support/start-app.ts';

const shop = await openShop({ env: paymeEnv });
const payme = paymeCaller(shop.app.url);
const buyer = await shop.person();
const productId = await shop.product({ stock: null });
afterAll(() => shop.app.close());

/** An order that is being paid at Payme, and a transaction for it. */
async function ordered(who: SignedIn = buyer) {
  const order = await shop.placed(who, [{ productId }], { system: 'payme' });
  return { ...order, transaction: newTransaction(order.paymentUrl, order.total) };
}

const bearer = (who: SignedIn) => ({ token: who.token });
const cancel = (orderId: string, who: SignedIn = buyer) =>
  shop.app.api('POST Order/Cancel', { query: { orderId } }, bearer(who));
const checked = ({ amount, account }: ReturnType<typeof newTransaction>) =>
  payme.codeOf('CheckPerformTransaction', { amount, account });
const rowOf = async (paymentId: string) => {
  const { rows } = await shop.app.db.pool.query<{ status: string; late: number }>(
    `select status, (select count(*)::int from order_late_payment where payment_id = payment.id) as late
     from payment where id = $1`,
    [paymentId],
  );
  return rows[0];
};
/** Opens another payment of a placed order at a system. */
const payAt = async (system: string, { orderId, total }: { orderId: string; total: number }, who = buyer) =>
  shop.askToPay(who, { orderId, expectedTotal: total / 100, system });

describe('an order that takes no money any more', () => {
  it('is refused to Payme before anything is charged', async () => {
    const { orderId, transaction } = await ordered();
    expect(await checked(transaction)).toBeNull();
    expect((await cancel(orderId)).status).toBe(200);
    expect(await checked(transaction)).toBe(-31_051);
    expect(await payme.codeOf('CreateTransaction', transaction)).toBe(-31_051);
  });

  it('is refused at the last step, too', async () => {
    const { orderId, paymentId, transaction } = await ordered();
    await payme.call('CreateTransaction', transaction);
    expect((await cancel(orderId)).status).toBe(200);
    expect(await payme.codeOf('PerformTransaction', { id: transaction.id })).toBe(-31_008);
    expect((await payme.call('CancelTransaction', { id: transaction.id, reason: 3 })).result?.state).toBe(-1);
    expect(await rowOf(paymentId)).toMatchObject({ status: 'Created', late: 0 });
    expect(await shop.statusOf(buyer, orderId)).toBe('Cancelled');
  });

  it('is either paid or cancelled, whatever comes first', async () => {
    for (let round = 0; round < 10; round += 1) {
      const who = await shop.person();
      const { orderId, paymentId, transaction } = await ordered(who);
      const create = () => payme.codeOf('CreateTransaction', transaction);
      if (round % 2 === 0) await create();
      const perform = async () => {
        if (round % 2 === 1) await create();
        return payme.codeOf('PerformTransaction', { id: transaction.id });
      };
      const [performed, cancelled] = await Promise.all([perform(), cancel(orderId, who)]);
      const isPaid = performed === null;
      expect(cancelled.status, `round ${round}`).toBe(isPaid ? 409 : 200);
      expect(await shop.statusOf(who, orderId)).toBe(isPaid ? 'Paid' : 'Cancelled');
      expect(await rowOf(paymentId)).toMatchObject({ status: isPaid ? 'Paid' : 'Created', late: 0 });
    }
  });
});

describe('a donation', () => {
  it('to a creator who has been blocked meanwhile is refused', async () => {
    const creator = await shop.person();
    const body = { projectId: creator.projectId, amount: 10_000, system: 'payme' };
    const opened = dataOf(await shop.app.api('POST ProjectPay/Create', { body }));
    const transaction = newTransaction(String(opened.paymentUrl), 1_000_000);
    expect(await checked(transaction)).toBeNull();
    await shop.app.db.pool.query('update creator set is_blocked = true where user_id = $1', [creator.userId]);
    expect(await checked(transaction)).toBe(-31_051);
    expect(await payme.codeOf('CreateTransaction', transaction)).toBe(-31_051);
  });
});

it('the page of Payme speaks the language of the donor', async () => {
  const { projectId } = await shop.person();
  const opened = async (headers: Record<string, string>) => {
    const body = JSON.stringify({ projectId, amount: 10_000, system: 'payme' });
    const sent = { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body };
    const { data } = z
      .object({ data: z.object({ paymentUrl: z.string() }) })
      .parse(await (await fetch(`${shop.app.url}/api/ProjectPay/Create`, sent)).json());
    return Buffer.from(data.paymentUrl.split('/').at(-1) ?? '', 'base64')
      .toString()
      .split(';')
      .at(-1);
  };
  expect(await opened({ 'accept-language': 'uz-UZ,uz;q=0.9,ru;q=0.8' })).toBe('l=uz');
  expect(await opened({ 'accept-language': 'en-GB' })).toBe('l=en');
  expect(await opened({})).toBe('l=ru');
});

describe('an order with a donation', () => {
  it('is refused while its creator takes no money, by Payme and by us', async () => {
    const creator = await shop.person();
    const donation = { projectId: creator.projectId, amount: 10_000, name: null, message: null };
    const order = await shop.placed(buyer, [{ productId }], { system: 'payme', donation });
    const transaction = newTransaction(order.paymentUrl, order.total + 1_000_000);
    expect(await checked(transaction)).toBeNull();
    await payme.call('CreateTransaction', transaction);
    await shop.app.db.pool.query('update creator set is_blocked = true where user_id = $1', [creator.userId]);
    expect(await checked(transaction)).toBe(-31_051);
    expect(await payme.codeOf('PerformTransaction', { id: transaction.id })).toBe(-31_008);
    for (const system of ['payme', 'gateway'])
      expect(await payAt(system, order)).toMatchObject({
        status: 409,
        body: { error: { code: 'CreatorUnavailable' } },
      });
    expect((await cancel(order.orderId)).status).toBe(200);
  });
});

describe('another system', () => {
  it('takes over from Payme, whose page takes no money any more', async () => {
    const order = await ordered();
    await payme.call('CreateTransaction', order.transaction);
    const again = openedOf(await payAt('gateway', order));
    expect(await checked(order.transaction)).toBe(-31_051);
    expect(await payme.codeOf('PerformTransaction', { id: order.transaction.id })).toBe(-31_008);
    await shop.charge(again.paymentUrl);
    await shop.reaches(buyer, order.orderId, 'Paid');
    expect(await rowOf(order.paymentId)).toMatchObject({ status: 'Expired' });
  });

  it('leaves a paid order alone: Payme refuses what the gateway has taken', async () => {
    const who = await shop.person();
    const order = await shop.placed(who, [{ productId }]);
    const second = openedOf(await payAt('payme', order, who));
    await shop.charge(order.paymentUrl);
    await shop.reaches(who, order.orderId, 'Paid');
    const transaction = newTransaction(second.paymentUrl, order.total);
    expect(await checked(transaction)).toBe(-31_051);
    expect(await payme.codeOf('CreateTransaction', transaction)).toBe(-31_051);
  });

  it('finds out first whether the payment there has been made', async () => {
    const who = await shop.person();
    const order = await shop.placed(who, [{ productId }]);
    const headers = { authorization: 'Bearer payment-secret-of-the-tests', 'content-type': 'application/json' };
    const faults = (body: unknown) =>
      fetch(`${shop.app.sandbox.url}/control/faults`, { method: 'POST', headers, body: JSON.stringify(body) });
    await faults({ mode: 'down' });
    expect((await payAt('payme', order, who)).status).toBe(503);
    await faults({ callbacks: 'drop' });
    await shop.charge(order.paymentUrl);
    const answer = await payAt('payme', order, who);
    await faults({});
    expect(dataOf(answer)).toMatchObject({ paymentId: order.paymentId, amount: toMain(order.total) });
    expect(await shop.statusOf(who, order.orderId)).toBe('Paid');
  });

  it('opened beside Perform neither loses nor doubles the money', async () => {
    for (let round = 0; round < 5; round += 1) {
      const who = await shop.person();
      const order = await ordered(who);
      await payme.call('CreateTransaction', order.transaction);
      const [performed, again] = await Promise.all([
        payme.codeOf('PerformTransaction', { id: order.transaction.id }),
        payAt('gateway', order, who),
      ]);
      const isPaid = performed === null;
      expect(await rowOf(order.paymentId)).toMatchObject({ status: isPaid ? 'Paid' : 'Expired', late: 0 });
      expect(await shop.statusOf(who, order.orderId)).toBe(isPaid ? 'Paid' : 'AwaitingPayment');
      if (!isPaid) expect(again.status).toBe(200);
    }
  });
});

it('names every line of an order to Payme as the tax service wants them: discounts, delivery and donation', async () => {
  const seller = await shop.person();
  const creator = await shop.person();
  const item = (end: number) => ({ code: `1030500800200000${end}`, packageCode: `150${end}`, unit: '796', vat: 12 });
  const { pool } = shop.app.db;
  await setRates(shop, [
    { way: 'address', regionId: null, price: 33.33, freeFrom: null, daysFrom: null, daysTo: null },
  ]);
  const own = await shop.product({ seller, name: 'Худи', price: 333.33 });
  await pool.query('update product set tax_item = $2 where id = $1', [own, item(1)]);
  const other = await shop.product({ name: 'Кружка', price: 77.77 });
  const code = { code: 'СТРОКИ', percent: 7, amount: null, minTotal: 0, from: null, until: null, most: null };
  await shop.app.api(
    'POST Order/CreatePromoCode',
    { body: { ...code, mostEach: null, sellerUserName: null } },
    bearer(shop.staff),
  );
  const lines = [
    { productId: own, quantity: 3 },
    { productId: other, quantity: 2 },
  ];
  const donation = { projectId: creator.projectId, amount: 10_000.01, name: null, message: null };
  const who = await shop.person();
  const ask = async (donated: object) => {
    const { orderId } = await shop.ready(who, lines);
    const more = { expectedTotal: 1_107.97, promoCode: code.code, system: 'payme', ...donated };
    const { paymentUrl, amount } = openedOf(await shop.askToPay(who, { orderId, ...more }));
    const transaction = newTransaction(paymentUrl, fromMain(amount));
    const { amount: asked, account } = transaction;
    const { detail } = z
      .object({ result: z.object({ detail: z.unknown().optional() }) })
      .parse(await payme.call('CheckPerformTransaction', { amount: asked, account })).result;
    return { detail, orderId, transaction };
  };
  expect((await ask({})).detail).toBeUndefined();
  for (const [end, kind] of ['product', 'delivery', 'donation'].entries()) {
    await pool.query('insert into tax_item_default (kind, item) values ($1, $2)', [kind, { ...item(end + 2), vat: 0 }]);
  }
  const shown = { vat_percent: 0, units: 796 };
  const of = (end: number) => ({ code: item(end).code, package_code: item(end).packageCode });
  const { detail, orderId, transaction } = await ask({ donation });
  expect(detail).toEqual({
    receipt_type: 0,
    items: [
      { title: 'Худи', price: 33_333, count: 3, discount: 7_000, ...shown, ...of(1), vat_percent: 12 },
      { title: 'Кружка', price: 7_777, count: 2, discount: 1_089, ...shown, ...of(2) },
      { title: 'Доставка', price: 3_333, count: 1, ...shown, ...of(3) },
      { title: 'Поддержка автора', price: 1_000_001, count: 1, ...shown, ...of(4) },
    ],
  });
  await payme.call('CreateTransaction', transaction);
  await payme.call('PerformTransaction', { id: transaction.id });
  const receipt = await shop.app.api('GET Receipt', { query: { orderId } }, bearer(who));
  const named = [1, 2, 3, 4].map((end) => ({ itemCode: item(end).code, packageCode: `150${end}`, unit: '796' }));
  expect(dataOf(receipt)).toMatchObject({ lines: named });
  await setRates(shop, []);
});

it('what the tax service has registered is on the receipt of the payer', async () => {
  const { orderId, transaction } = await ordered();
  const { id } = transaction;
  await payme.call('CreateTransaction', transaction);
  await payme.call('PerformTransaction', { id });
  const read = async () => dataOf(await shop.app.api('GET Receipt', { query: { orderId } }, bearer(buyer)));
  expect(await read()).toMatchObject({ fiscal: null, refunds: [] });
  const fiscal_data = {
    receipt_id: 121,
    status_code: 0,
    message: 'accepted',
    terminal_id: 'EP000000000025',
    date: '20220706221021',
    fiscal_sign: '800031554082',
    qr_code_url: 'https://ofd.soliq.uz/epi?t=EP000000000025&r=121',
  };
  const send = (type: string, data: object, of = id) =>
    payme.call('SetFiscalData', { id: of, type, fiscal_data: data });
  expect(await send('PERFORM', { ...fiscal_data, status_code: 11, fiscal_sign: null })).toMatchObject({
    result: { success: true },
  });
  expect(await read()).toMatchObject({ fiscal: null });
  expect((await send('PERFORM', fiscal_data)).result).toEqual({ success: true });
  const fiscal = {
    sign: '800031554082',
    terminal: 'EP000000000025',
    receiptId: '121',
    qrUrl: 'https://ofd.soliq.uz/epi?t=EP000000000025&r=121',
  };
  expect(await read()).toMatchObject({ fiscal, refunds: [] });
  await send('CANCEL', { ...fiscal_data, fiscal_sign: '5', qr_code_url: 'javascript:alert(1)' });
  await payme.call('CancelTransaction', { id, reason: 5 });
  expect(await read()).toMatchObject({ fiscal, refunds: [{ amount: 100_000, fiscal: { sign: '5', qrUrl: '' } }] });
  const file = await fetch(`${shop.app.url}/api/Receipt?orderId=${orderId}`, {
    headers: { accept: 'application/pdf', authorization: `Bearer ${buyer.token}` },
  });
  const printed = (await pdfTexts(Buffer.from(await file.arrayBuffer()))).join(' ');
  for (const text of ['800031554082', 'ИКПУ 10305008002000002', 'НДС 0 %']) expect(printed).toContain(text);
  expect((await send('PERFORM', fiscal_data, 'unknown')).error?.code).toBe(-32_001);
  expect((await send('OTHER', fiscal_data)).error?.code).toBe(-32_600);
});

it('the payer learns that Payme has given up his attempt, until he tries again', async () => {
  const { orderId, transaction } = await ordered();
  const asked = async () => {
    // A payment is asked about once in two seconds: they are over.
    await shop.app.db.pool.query('update payment set asked_at = null');
    return dataOf(await shop.app.api('GET Order/Payment', { query: { orderId } }, bearer(buyer))).isRefused;
  };
  expect(await asked()).toBeUndefined();
  await payme.call('CreateTransaction', transaction);
  expect(await asked()).toBeUndefined();
  await payme.call('CancelTransaction', { id: transaction.id, reason: 2 });
  expect(await asked()).toBe(true);
  const again = { ...transaction, id: 'again' };
  await payme.call('CreateTransaction', again);
  expect(await asked()).toBeUndefined();
  await payme.call('PerformTransaction', { id: again.id });
  expect(await asked()).toBeUndefined();
  const { projectId } = await shop.person();
  const body = { projectId, amount: 10_000, system: 'payme' };
  const given = dataOf(await shop.app.api('POST ProjectPay/Create', { body }));
  const donated = newTransaction(String(given.paymentUrl), 1_000_000);
  await payme.call('CreateTransaction', donated);
  await payme.call('CancelTransaction', { id: donated.id, reason: 3 });
  const status = await shop.app.api('GET ProjectPay/Status', { query: { payId: String(given.payId) } });
  expect(dataOf(status)).toMatchObject({ status: 'Created', isRefused: true });
});

it('staff learn that an order is refunded in the cabinet of Payme, until it was', async () => {
  const { orderId, transaction } = await ordered();
  const { id } = transaction;
  await payme.call('CreateTransaction', transaction);
  await payme.call('PerformTransaction', { id });
  const order = async () => dataOf(await shop.app.api('GET Order/Order', { query: { orderId } }, bearer(shop.staff)));
  expect(await order()).toMatchObject({ payment: { status: 'Paid', system: 'payme' } });
  const cabinet = await shop.app.api('GET Payment/RefundCabinet', {}, bearer(shop.staff));
  expect(dataOf(cabinet)).toEqual({ address: `${shop.app.sandbox.url}/payme` });
  const refund = { body: { orderId, reason: 'Передумал' } };
  expect((await shop.app.api('POST Order/Refund', refund, bearer(shop.staff))).status).toBe(409);
  const listed = async () => {
    const query = { State: 'problem', Skip: 0, Take: 20 };
    return JSON.stringify(dataOf(await shop.app.api('GET Moderator/Payments', { query }, bearer(shop.staff))));
  };
  expect(await listed()).toContain(`"reference":"${orderId}"`);
  expect(await listed()).toContain('"system":"payme"');
  await payme.call('CancelTransaction', { id, reason: 5 });
  expect(await order()).toMatchObject({ payment: { status: 'Refunded' }, statusName: 'Refunded' });
  expect(await listed()).not.toContain(orderId);
});

it('a transaction does not end after 12 hours if it is performed at that very moment', async () => {
  const { transaction } = await ordered();
  const { id } = transaction;
  const { pool } = shop.app.db;
  await payme.call('CreateTransaction', transaction);
  await pool.query('update payme_transaction set time = time - 43200001 where id = $1', [id]);
  const performing = await pool.connect();
  await performing.query('begin');
  await performing.query('update payme_transaction set state = 2, perform_time = 1 where id = $1', [id]);
  const checking = payme.call('CheckTransaction', { id });
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(async () => (await pool.query(waiting)).rowCount).toBe(1);
  await performing.query('commit');
  performing.release();
  expect((await checking).result?.state).toBe(2);
});
