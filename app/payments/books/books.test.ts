import { afterAll, describe, expect, it } from 'vitest';
import { toMain } from '#base/money/money.ts';
import { membersOf } from '#base/text/stored-value.ts';
import { newTransaction, paymeCaller, paymeEnv } from '#test/support/money/payme-caller.ts';
import { openedOf, openShop } from '#test/support/shop-fixture.ts';
import { dataOf } from '#test/support/start-app.ts';

const shop = await openShop({ env: paymeEnv });
const admin = await shop.person('admin');
const payme = paymeCaller(shop.app.url);
const productId = await shop.product({ stock: null });
const buyer = await shop.person();
const { orderId, total } = await shop.ready(buyer, [{ productId }]);
const asked = { orderId, expectedTotal: toMain(total), system: 'payme' };
const { paymentUrl } = openedOf(await shop.askToPay(buyer, asked));
const transaction = newTransaction(paymentUrl, total);
await payme.call('CreateTransaction', transaction);
await payme.call('PerformTransaction', { id: transaction.id });
/** What Payme calls the payment of an order, and its sum in main units. */
const known = { orderId, id: transaction.id, sum: toMain(total) };
afterAll(() => shop.app.close());

async function upload(
  text: string | Uint8Array<ArrayBuffer>,
  fields: Readonly<Record<string, string>> = { system: 'payme' },
  who = admin,
) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('name', 'payme.csv');
  form.set('file', new Blob([text]), 'payme.csv');
  const headers = { authorization: `Bearer ${who.token}` };
  const answer = await fetch(`${shop.app.url}/api/Payment/Statement`, { method: 'POST', headers, body: form });
  const body: unknown = await answer.json();
  return { status: answer.status, data: membersOf(membersOf(body).data), error: membersOf(membersOf(body).error) };
}

const linesOf = (...lines: readonly string[]) => ['id,amount,state,time', ...lines].join('\n');
const moment = (ahead: number) => new Date(Date.now() + ahead).toISOString();

describe('a saved list of a system', () => {
  it('is compared with our payments between its first and last line', async () => {
    const { data, status } = await upload(
      linesOf(
        `unknown,5000.50,paid,${moment(-60_000)}`,
        `${known.id},${known.sum - 1},paid,${moment(0)}`,
        `nothing,1,unpaid,${moment(1_000)}`,
      ),
    );
    expect(status).toBe(200);
    expect(data.result).toMatchObject({ system: 'payme', compared: 1, notCompared: 0, why: null, differing: 2 });
    expect(membersOf(data.result).differences).toEqual([
      {
        kind: 'otherAmount',
        payment: { id: expect.any(String), reference: known.orderId, paidFor: 'order' },
        theirIds: [known.id],
        ours: { state: 'paid', amount: known.sum, currency: 'UZS', refunded: 0 },
        theirs: [{ state: 'paid', amount: known.sum - 1, currency: null, refunded: null }],
      },
      {
        kind: 'unknownHere',
        payment: null,
        theirIds: ['unknown'],
        ours: null,
        theirs: [{ state: 'paid', amount: 5_000.5, currency: null, refunded: null }],
      },
    ]);
    for (const id of [known.id, known.orderId, known.orderId.toUpperCase()]) {
      const equal = await upload(linesOf(`${id},${known.sum},paid,${moment(0)}`));
      expect(equal.data.result).toMatchObject({ compared: 1, differing: 0 });
    }
    const { rows } = await shop.app.db.pool.query(
      `select details from audit where call = 'POST Payment/Statement' and actor_id = $1`,
      [admin.userId],
    );
    expect(rows).toContainEqual({ details: { fileName: 'payme.csv', system: 'payme' } });
  });

  it.each([
    ['no column', 'id;amount\nx;1', 'В первой строке нужны названия столбцов: id, amount, state, time'],
    ['no line', linesOf(), 'В файле нет ни одной строки'],
    ['an empty file', '', 'В файле нет ни одной строки'],
    [
      'a sum in words',
      linesOf('x,1 000,paid,2026-11-01T00:00:00Z'),
      'Строка 2: amount — сумма, как 15000 или 15000.50',
    ],
    ['a sum with three decimals', linesOf('x,1.005,paid,2026-11-01T00:00:00Z'), 'Строка 2: amount'],
    ['a state in Russian', linesOf('x,1,оплачен,2026-11-01T00:00:00Z'), 'Строка 2: state — paid, refunded или unpaid'],
    ['a day', linesOf(`x,1,paid,${'2026-11-01T00:00:00Z'}`, 'y,1,paid,01.11.2026'), 'Строка 3: time'],
    [
      'years between its lines',
      linesOf('x,1,paid,2015-01-01T00:00:00Z', 'y,1,paid,2026-01-01T00:00:00Z'),
      'От первой до последней строки больше 100 дней: разделите файл',
    ],
    ['a time beyond what an answer can say', linesOf('x,5,paid,9999-12-31T23:59:59-05:00'), 'Строка 2: time'],
    ['a time before all payments', linesOf('x,5,paid,0000-01-01T00:00:00+05:00'), 'Строка 2: time'],
    ['an id with a sign that no text has', linesOf('a\0b,1,paid,2026-11-01T00:00:00Z'), 'Строка 2: id'],
    ['no id', linesOf(' ,1,paid,2026-11-01T00:00:00Z'), 'Строка 2: id'],
    ['a line without its cells', linesOf('x'), 'Строка 2: amount'],
    [
      'two states of one id',
      linesOf('x,1,paid,2026-11-01T00:00:00Z', 'y,1,paid,2026-11-01T00:00:00Z', 'x,1,refunded,2026-11-01T00:00:00Z'),
      'Строка 4: тот же id, что в строке 2, а остальное другое: оставьте строку с последним состоянием',
    ],
  ])('with %s is refused at the file', async (_, text, fault) => {
    const { status, error } = await upload(text);
    expect(status).toBe(400);
    expect(membersOf(error.fields).file).toContain(fault);
  });

  it('that repeats a line says it once, and is refused if it says of a payment both that it was paid and refunded', async () => {
    const at = moment(0);
    const said = (id: string, state: string) => `${id},${known.sum},${state},${at}`;
    const once = await upload(linesOf(said(known.id, 'paid')));
    const often = await upload(linesOf(...Array.from({ length: 3 }, () => said(known.id, 'paid'))));
    expect(often.data).toEqual(once.data);
    const strangers = await upload(linesOf(said('stranger', 'paid'), said('stranger', 'paid')));
    expect(membersOf(strangers.data.result)).toMatchObject({ differing: 1 });
    for (const [one, other] of [
      ['paid', 'refunded'],
      ['refunded', 'paid'],
    ] as const) {
      const { status, error } = await upload(
        linesOf(said(known.orderId, one), said(known.orderId.toUpperCase(), other)),
      );
      expect([status, membersOf(error.fields).file]).toEqual([
        400,
        expect.stringContaining('Строка 3: тот же id, что в строке 2'),
      ]);
    }
  });

  it('names a system that there is, and is no picture', async () => {
    const other = await upload(linesOf(), { system: 'paypal' });
    expect([other.status, Object.keys(membersOf(other.error.fields))]).toEqual([400, ['system']]);
    const none = await upload(linesOf(), {});
    expect([none.status, Object.keys(membersOf(none.error.fields))]).toEqual([400, ['system']]);
    const bytes = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13, 0xff, 0xd8, 0xff, 0]);
    expect((await upload(bytes)).status).toBe(400);
  });

  it('is for admins alone', async () => {
    expect((await upload(linesOf(), { system: 'payme' }, shop.staff)).status).toBe(403);
    const answer = await fetch(`${shop.app.url}/api/Payment/Statement`, { method: 'POST', body: new FormData() });
    expect(answer.status).toBe(401);
  });
});

describe('the comparison of a night', () => {
  const read = (query: Readonly<Record<string, string>> = {}, token: string | undefined = admin.token) =>
    shop.app.api('GET Payment/Comparison', { query }, token === '' ? {} : { token });

  it('is shown to admins, the last one or a named one, beside the nights before', async () => {
    expect(dataOf(await read())).toEqual({ nights: [], shown: null });
    await shop.app.db.pool.query(`
      insert into book_comparison (night, since, ended_at, is_whole, differing, results) values
        ('2026-11-26', '2026-11-23T00:00:00Z', '2026-11-26T00:00:00Z', true, 0, '[]'),
        ('2026-11-27', '2026-11-24T00:00:00Z', null, false, 0, '[]')`);
    const nights = [
      { night: '2026-11-27', isWhole: false, differing: 0, endedAt: null, isUnderWay: true },
      { night: '2026-11-26', isWhole: true, differing: 0, endedAt: '2026-11-26T00:00:00.000Z', isUnderWay: false },
    ];
    expect(dataOf(await read())).toEqual({
      nights,
      shown: { night: '2026-11-27', since: '2026-11-24T00:00:00.000Z', endedAt: null, isUnderWay: true, results: [] },
    });
    expect(dataOf(await read({ Night: '2026-11-26' }))).toMatchObject({ nights, shown: { night: '2026-11-26' } });
    expect(dataOf(await read({ Night: '2026-11-25' }))).toEqual({ nights, shown: null });
    expect((await read({ Night: '2026-02-30' })).status).toBe(400);
    expect((await read({}, shop.staff.token)).status).toBe(403);
    expect((await read({}, '')).status).toBe(401);
  });
});
