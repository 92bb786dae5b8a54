import { readFile } from 'node:fs/promises';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { membersOf } from '#base/text/stored-value.ts';
import { until } from '#test/support/money/money-fixture.ts';
import { newTransaction, paymeCaller, paymeEnv } from '#test/support/money/payme-caller.ts';
import { openShop } from '#test/support/shop-fixture.ts';
import { signIn } from '#test/support/sign-in.ts';
import { dataOf, startApp, type TestApp, testSecrets } from '#test/support/start-app.ts';
import { readOperationFigures } from '../../monitoring/figures-store.server.ts';
import { nameMissingReceipts } from './missing-receipts.server.ts';

const shop = await openShop({ env: paymeEnv });
const admin = await shop.person('admin');
const payme = paymeCaller(shop.app.url);
afterAll(() => shop.app.close());

const item = (end: number) => ({
  code: `1030500800200000${end}`,
  packageCode: `150${end}`,
  unit: '796',
  vat: 12,
});

const failed = ({ status, body }: { status: number; body: unknown }) => {
  const error = membersOf(membersOf(body).error);
  return { status, code: error.code, message: error.message, fields: membersOf(error.fields), details: error.details };
};

async function upload(text: string, who = admin) {
  const form = new FormData();
  form.set('name', 'коды.csv');
  form.set('file', new Blob([text]), 'codes.csv');
  const headers = { authorization: `Bearer ${who.token}` };
  const answer = await fetch(`${shop.app.url}/api/Receipt/TaxCodes`, { method: 'POST', headers, body: form });
  return { status: answer.status, body: await answer.json() };
}

const found = async (Search: string) => {
  const answer = await shop.app.api('GET Receipt/TaxCodes', { query: { Search } }, { token: shop.staff.token });
  return dataOf(answer).items;
};

const listNow = async () => dataOf(await shop.app.api('GET Receipt/TaxCodeList', {}, { token: shop.staff.token })).list;

const audited = async (call: string) => {
  const { rows } = await shop.app.db.pool.query(
    'select input, details from audit where call = $1 and actor_id = $2 order by created_at desc',
    [call, admin.userId],
  );
  return rows;
};

describe('the codes of the site', () => {
  const read = async () => dataOf(await shop.app.api('GET Receipt/TaxDefaults', {}, { token: admin.token }));
  const write = async (body: object, who = admin) => {
    const { version } = await read();
    const written = { donation: null, delivery: null, product: null, version, ...body };
    return shop.app.request('PUT Receipt/TaxDefaults', { body: written }, who);
  };

  it('are written by admins only, with each fault at its field, and not over those of a colleague', async () => {
    expect((await write({}, shop.staff)).status).toBe(403);
    const wrong: [object, string][] = [
      [{ donation: { ...item(1), code: '1030500800200000' } }, 'donation.code'],
      [{ delivery: { ...item(1), packageCode: '15x' } }, 'delivery.packageCode'],
      [{ product: { ...item(1), unit: 'шт' } }, 'product.unit'],
      [{ product: { ...item(1), vat: 101 } }, 'product.vat'],
      [{ product: { ...item(1), vat: 7.5 } }, 'product.vat'],
    ];
    for (const [body, field] of wrong) {
      const { status, fields } = failed(await write(body));
      expect([status, Object.keys(fields)]).toEqual([400, [field]]);
    }
    const { version, ...rest } = await read();
    expect(rest).toEqual({ donation: null, delivery: null, product: null, configured: null });
    expect((await write({ donation: item(1), delivery: item(2), product: item(3), version })).status).toBe(200);
    expect(await read()).toMatchObject({ donation: item(1), delivery: item(2), product: item(3) });
    expect(failed(await write({ version }))).toMatchObject({ status: 409, code: 'TaxDefaultsChanged' });
    const blind = failed(await write({ version: undefined }));
    expect([blind.status, Object.keys(blind.fields)]).toEqual([400, ['version']]);
    expect(await read()).toMatchObject({ donation: item(1) });
    expect((await audited('PUT Receipt/TaxDefaults'))[0]?.input).toMatchObject({ donation: item(1) });
  });

  it('come with those of the configuration, which hold for the rest', async () => {
    const codes = { PAYME_ITEM_CODE: '10305008002000009', PAYME_PACKAGE_CODE: '1509', PAYME_VAT: '7' };
    const app = await startApp({ env: { ...paymeEnv, ...codes } });
    onTestFinished(() => app.close());
    const { token } = await signIn(app.db, testSecrets.jwt, { role: 'admin' });
    expect(dataOf(await app.api('GET Receipt/TaxDefaults', {}, { token }))).toMatchObject({
      product: null,
      configured: { code: '10305008002000009', packageCode: '1509', unit: '', vat: 7 },
    });
  });

  it('are on the fiscal receipts of payments from then on, until they are taken back', async () => {
    const buyer = await shop.person();
    const productId = await shop.product({ stock: null });
    const codesOf = async () => {
      const { paymentUrl, total } = await shop.placed(buyer, [{ productId }], { system: 'payme' });
      const { amount, account } = newTransaction(paymentUrl, total);
      return JSON.stringify((await payme.call('CheckPerformTransaction', { amount, account })).result);
    };
    expect(await codesOf()).toContain(item(3).code);
    expect((await write({})).status).toBe(200);
    expect(await codesOf()).not.toContain(item(3).code);
  });
});

describe('the list of codes', () => {
  const head = 'ИКПУ;Наименование;Код упаковки;Единица;НДС';

  it('is uploaded by admins, replaced whole, and found by name and by the beginning of a code', async () => {
    expect(await listNow()).toBeNull();
    const lines = [
      '10305008002000001;Футболка хлопковая;1501;796;12',
      '10305008002000001;"Футболка; упаковка 10 шт.";1502;;12%',
      '10999000000000001;Услуга, безвозмездная;;;0',
    ];
    expect((await upload(lines.join('\n'), shop.staff)).status).toBe(403);
    expect(await upload([head, ...lines].join('\r\n'))).toMatchObject({ status: 200, body: { data: { count: 3 } } });
    expect(await listNow()).toMatchObject({ fileName: 'коды.csv', count: 3 });
    expect(await found('10305')).toMatchObject([
      { packageCode: '1501', unit: '796', vat: 12 },
      { packageCode: '1502' },
    ]);
    expect(await found('хлопк ФУТБ')).toMatchObject([{ name: 'Футболка хлопковая' }]);
    expect(await found('100%_')).toEqual([]);
    expect(await upload('10305008002000009,"Кружка, белая",1600,796,12')).toMatchObject({ status: 200 });
    expect(await found('футболка')).toEqual([]);
    expect(await found('кружка')).toMatchObject([{ code: '10305008002000009' }]);
    expect((await audited('POST Receipt/TaxCodes'))[0]?.details).toEqual({ fileName: 'коды.csv', count: 1 });
  });

  it('stays as it was where a line is wrong, and the lines are named', async () => {
    const text = [
      head,
      '10305008002000001;Футболка;1501;796;12',
      '1030500800200000;Носки;1501;796;12',
      '10305008002000003;;1501;796;12',
      '10305008002000004;Шарф;1501;796;120',
      '10305008002000001;Футболка ещё раз;1501;796;12',
    ].join('\n');
    const { status, code, fields, details } = failed(await upload(text));
    expect([status, code, fields]).toEqual([400, 'WrongTaxCodes', { file: 'Строка 3: ИКПУ состоит из 17 цифр' }]);
    expect(details).toEqual({
      count: 4,
      lines: [
        'Строка 3: ИКПУ состоит из 17 цифр',
        'Строка 4: Название: заполните поле',
        'Строка 5: НДС — целое число от 0 до 100',
        'Строка 6: То же, что в строке 2',
      ],
    });
    const nameless = failed(await upload('10305008002000001;Футболка;1501;796;\n;Носки;;;'));
    expect(nameless.details).toMatchObject({
      lines: ['Строка 1: НДС: заполните поле', 'Строка 2: Код: заполните поле'],
    });
    const cell = `1${' '.repeat(19_800)}x`;
    const blanks = Array.from({ length: 20 }, (_, at) => `1030500800200000${at % 10};Шарф;150${at};796;${cell}`);
    expect(failed(await upload(blanks.join('\n')))).toMatchObject({ status: 400, details: { count: 20 } });
    for (const nothing of ['', head]) {
      expect(failed(await upload(nothing))).toMatchObject({ status: 400, fields: { file: expect.any(String) } });
    }
    expect(await listNow()).toMatchObject({ count: 1 });
  });
});

describe('a fiscal receipt that has not come', () => {
  const missing = async (query: Readonly<Record<string, unknown>> = {}) =>
    dataOf(await shop.app.api('GET Receipt/Missing', { query }, { token: shop.staff.token }));
  const age = (hours: number) =>
    shop.app.db.pool.query(`update receipt_due set since = since - interval '1 hour' * $1`, [hours]);
  const opened = async () => {
    const order = await shop.placed(await shop.person(), [{ productId: await shop.product({ stock: null }) }], {
      system: 'payme',
    });
    const transaction = newTransaction(order.paymentUrl, order.total);
    await payme.call('CreateTransaction', transaction);
    return { ...order, id: transaction.id };
  };
  const paid = async () => {
    const order = await opened();
    await payme.call('PerformTransaction', { id: order.id });
    return order;
  };
  const registered = (id: string, type = 'PERFORM') =>
    payme.call('SetFiscalData', {
      id,
      type,
      fiscal_data: { receipt_id: 1, status_code: 0, fiscal_sign: '800031554082', terminal_id: 'EP1' },
    });

  it('is missing after a day, in pages, named once whoever looks, until it comes', async () => {
    const first = await paid();
    const second = await paid();
    const third = await paid();
    expect(await missing()).toMatchObject({ items: [], count: 0 });
    await registered(third.id);
    await age(25);
    const page = await missing({ Take: 1 });
    expect(page).toMatchObject({
      count: 2,
      hours: 24,
      items: [{ reference: second.orderId, kind: 'Paid', paidFor: 'order', system: 'payme', isNamed: false }],
    });
    expect(await missing({ Take: 1, After: page.next })).toMatchObject({
      items: [{ reference: first.orderId }],
      next: null,
    });
    const { db } = shop.app;
    const lines: object[] = [];
    const log = { warn: (line: object) => void lines.push(line) };
    const counts = await Promise.all(
      Array.from({ length: 4 }, () => nameMissingReceipts({ db, receiptHours: 24, log })),
    );
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(2);
    expect(lines).toHaveLength(2);
    await Promise.all([registered(first.id), registered(first.id)]);
    expect(await missing()).toMatchObject({ count: 1, items: [{ reference: second.orderId }] });
    const { rows } = await db.pool.query('select from payment_fiscal_receipt where payment_id = $1', [first.paymentId]);
    expect(rows).toHaveLength(1);
  });

  it('is stored by hand once, by an admin, and is on the receipt of the payer', async () => {
    const { paymentId, orderId } = await paid();
    const body = { paymentId, kind: 'Paid', sign: '800031554099', qrUrl: 'https://ofd.soliq.uz/check?r=9' } as const;
    const store = (change: object, who = admin) =>
      shop.app.request('PUT Receipt/Registered', { body: { ...body, ...change } }, who);
    expect((await store({}, shop.staff)).status).toBe(403);
    expect(failed(await store({ sign: 'нет' }))).toMatchObject({ status: 400, fields: { sign: expect.any(String) } });
    for (const qrUrl of [
      'javascript:1',
      'http://ofd.soliq.uz/',
      'https://ofd.soliq.uz@evil.uz/',
      'https://10.0.0.1/',
    ]) {
      const refused = { status: 400, fields: { qrUrl: expect.stringMatching(/^Нужен адрес/) } };
      expect(failed(await store({ qrUrl })), qrUrl).toMatchObject(refused);
    }
    const notDue = { status: 404, message: expect.stringMatching(/^Чека этого платежа мы не ждём/) };
    expect(failed(await store({ kind: 'Refunded' }))).toMatchObject(notDue);
    const answers = await Promise.all([store({}), store({ sign: '1' }), store({ sign: '2' })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
    const stored = { status: 404, message: expect.stringMatching(/^Чек этого платежа уже есть/) };
    expect(failed(await store({}))).toMatchObject(stored);
    const unknown = { status: 404, message: 'Такого платежа нет' };
    expect(failed(await store({ paymentId: crypto.randomUUID() }))).toMatchObject(unknown);
    const receipt = await shop.app.api('GET Receipt', { query: { orderId } }, { token: shop.staff.token });
    expect(dataOf(receipt)).toMatchObject({ fiscal: { terminal: '', qrUrl: body.qrUrl } });
  });

  it('is missing for a refund as well', async () => {
    const { id, orderId } = await paid();
    await registered(id);
    await payme.call('CancelTransaction', { id, reason: 5 });
    await age(25);
    const { items } = await missing();
    expect(items).toContainEqual(expect.objectContaining({ reference: orderId, kind: 'Refunded' }));
    await registered(id, 'CANCEL');
    expect(JSON.stringify((await missing()).items)).not.toContain(orderId);
  });

  const due = async (paymentId: string) =>
    (
      await shop.app.db.pool.query('select kind, is_reported as reported from receipt_due where payment_id = $1', [
        paymentId,
      ])
    ).rows;
  const signs = async (paymentId: string) =>
    (await shop.app.db.pool.query('select sign from payment_fiscal_receipt where payment_id = $1', [paymentId])).rows;
  const settle = `update payment set status = 'Paid', paid_at = now() where id = $1`;
  const write = `insert into payment_fiscal_receipt (payment_id, kind, sign, terminal, receipt_id, qr_url) values ($1, 'Paid', '7', '', '', '')`;

  /** Begins other work while a transaction is open, which ends when the other waits for it or is done. */
  const during = async (statement: string, paymentId: string, other: () => Promise<unknown>) => {
    const client = await shop.app.db.pool.connect();
    try {
      await client.query('begin');
      await client.query(statement, [paymentId]);
      let isDone = false;
      const work = other().finally(() => {
        isDone = true;
      });
      const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      await until(async () => isDone || (await shop.app.db.pool.query(waiting)).rowCount !== 0);
      await client.query('commit');
      await work;
    } catch (error) {
      await client.query('rollback');
      throw error;
    } finally {
      client.release();
    }
  };

  it('is awaited no more when it comes while the payment is settled, whichever is first', async () => {
    const late = await opened();
    await during(settle, late.paymentId, () => registered(late.id));
    expect([await signs(late.paymentId), await due(late.paymentId)]).toEqual([[{ sign: '800031554082' }], []]);
    const early = await opened();
    await during(write, early.paymentId, () => shop.app.db.pool.query(settle, [early.paymentId]));
    expect([await signs(early.paymentId), await due(early.paymentId)]).toEqual([[{ sign: '7' }], []]);
  });

  it('is not replaced by hand once the system has reported it, and is awaited no more when it is reported again', async () => {
    const { paymentId, id } = await paid();
    await registered(id);
    await shop.app.db.pool.query(`insert into receipt_due (payment_id, kind, is_reported) values ($1, 'Paid', true)`, [
      paymentId,
    ]);
    const body = { paymentId, kind: 'Paid', sign: '1', qrUrl: null } as const;
    expect((await shop.app.request('PUT Receipt/Registered', { body }, admin)).status).toBe(404);
    expect(await signs(paymentId)).toEqual([{ sign: '800031554082' }]);
    await registered(id);
    expect(await due(paymentId)).toEqual([]);
  });

  it('is missing after `RECEIPT_HOURS` in the list, in the log and in the figures', async () => {
    const { db, databaseUrl } = shop.app;
    const env = { ...paymeEnv, RECEIPT_HOURS: '2' };
    const sooner = await startApp({ databaseUrl, env, heldJobs: ['fiscal receipts that have not come'] });
    onTestFinished(() => sooner.close());
    const { paymentId, orderId } = await paid();
    const seen = async (app: TestApp, receiptHours: number) => {
      const { hours, count, items } = dataOf(await app.api('GET Receipt/Missing', {}, { token: shop.staff.token }));
      const named = await nameMissingReceipts({ db, receiptHours, log: { warn: () => undefined } });
      const { receiptsMissing = 0 } = (await readOperationFigures(db, receiptHours)) ?? {};
      return { hours, count: Number(count), isListed: JSON.stringify(items).includes(orderId), named, receiptsMissing };
    };
    const before = await seen(sooner, 2);
    expect(before).toMatchObject({ hours: 2, isListed: false });
    await db.pool.query(`update receipt_due set since = now() - interval '3 hours' where payment_id = $1`, [paymentId]);
    expect(await seen(shop.app, 24)).toMatchObject({ hours: 24, isListed: false, named: 0 });
    expect(await seen(sooner, 2)).toEqual({
      hours: 2,
      count: before.count + 1,
      isListed: true,
      named: 1,
      receiptsMissing: before.receiptsMissing + 1,
    });
  });

  it('of a system that reports none alarms nobody, and is counted apart and named once', async () => {
    const { db } = shop.app;
    const { paymentId, orderId } = await opened();
    await db.pool.query(`update payment set system = 'click' where id = $1`, [paymentId]);
    const figures = async () => {
      const { receiptsMissing = 0, receiptsByHand = 0 } = (await readOperationFigures(db, 24)) ?? {};
      return { receiptsMissing, receiptsByHand };
    };
    const before = await figures();
    await nameMissingReceipts({ db, receiptHours: 24, log: { warn: () => undefined } });
    await db.pool.query(settle, [paymentId]);
    expect(await due(paymentId)).toEqual([{ kind: 'Paid', reported: false }]);
    await db.pool.query(`update receipt_due set since = since - interval '2 days' where payment_id = $1`, [paymentId]);
    expect((await missing()).items).toContainEqual(expect.objectContaining({ reference: orderId, system: 'click' }));
    expect(await figures()).toEqual({ ...before, receiptsByHand: before.receiptsByHand + 1 });
    const named: unknown[] = [];
    for (const times of [1, 0]) {
      expect(
        await nameMissingReceipts({ db, receiptHours: 24, log: { warn: (said: unknown) => void named.push(said) } }),
      ).toBe(times);
    }
    expect(named).toEqual([{ payment: paymentId, kind: 'Paid', isReported: false }]);
    const body = { paymentId, kind: 'Paid', reason: 'Пробный платёж' } as const;
    expect((await shop.app.request('PUT Receipt/Waived', { body }, admin)).status).toBe(200);
    expect(await figures()).toEqual(before);
  });

  it('is awaited for what was paid on Payme in the week before the list was kept', async () => {
    const file = new URL('../../../migrations/0061_tax_codes_and_missing_receipts.sql', import.meta.url);
    const text = await readFile(file, 'utf8');
    const fill = text.slice(text.lastIndexOf('insert into receipt_due')).trim();
    const payments = [await paid(), await paid(), await paid()];
    const [recent, old, reported] = payments.map(({ paymentId }) => paymentId);
    await registered(payments[2]?.id ?? '');
    const client = await shop.app.db.pool.connect();
    try {
      await client.query('begin');
      await client.query('delete from receipt_due');
      await client.query(`update payment set paid_at = now() - interval '8 days' where id = $1`, [old]);
      await client.query(fill);
      const { rows } = await client.query('select payment_id as id from receipt_due where is_reported');
      const ids = rows.map(({ id }) => id);
      expect(ids).toContain(recent);
      expect(ids).not.toContain(old);
      expect(ids).not.toContain(reported);
    } finally {
      await client.query('rollback');
      client.release();
    }
  });
});
