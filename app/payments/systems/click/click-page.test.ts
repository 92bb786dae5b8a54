import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { callbackApp } from '#test/support/money/callback-app.ts';
import { billOf, clickCaller, clickEnv, completionOf, newAttempt, signed } from '#test/support/money/click-caller.ts';
import { fixtureAmount as amount, paymentFixture } from '#test/support/money/payment-fixture.ts';
import { createClick } from './click-page.server.ts';

const key = clickEnv.CLICK_SECRET_KEY;
const numbers = { serviceId: clickEnv.CLICK_SERVICE_ID, merchantId: '54321', userId: '777' };
const places = { payUrl: 'https://page.example/pay', apiUrl: 'http://127.0.0.1:9' };
const fixture = paymentFixture(({ db }) => [createClick({ db, ...numbers, ...places, key: `${key}, the next key` })]);

const app = callbackApp(fixture);

async function send(path: string, payload: string, type = 'application/x-www-form-urlencoded') {
  const sent = await app().inject({
    method: 'POST',
    url: `/Payment/Click/${path}`,
    payload,
    headers: { 'content-type': type },
  });
  if (sent.statusCode !== 200) throw new Error(`Click expects the status 200, not ${sent.statusCode}`);
  return sent.json();
}

const { call, codeOf, raw, pay } = clickCaller(send);

async function open(reference: string = randomUUID()) {
  const opened = await fixture().ask(reference, 'thing', 'click');
  return { ...opened, reference, attempt: newAttempt(opened.paymentUrl) };
}

const events = () => fixture().notices.map(([what]) => what);
const statusOf = async (paymentId: string) => (await fixture().rowOf(paymentId))?.status;
const formOf = (members: Readonly<Record<string, string>>) => new URLSearchParams(members).toString();

describe('opening', () => {
  it('leads to the page of Click with the sum in so’m and the way back', async () => {
    const { paymentUrl, payer, reference } = await open();
    expect(paymentUrl).toMatch(/^https:\/\/page\.example\/pay\?/);
    expect(Object.fromEntries(new URL(paymentUrl).searchParams)).toEqual({
      service_id: numbers.serviceId,
      merchant_id: numbers.merchantId,
      amount: '5000.00',
      transaction_param: billOf(paymentUrl).payment,
      return_url: `https://opora.example/things/${reference}`,
    });
    expect(payer).toEqual({ system: 'click', way: 'redirect', publicKey: null });
  });
});

describe('paying', () => {
  it('is prepared and completed once, however often Click repeats itself', async () => {
    const { attempt, paymentId } = await open();
    const prepared = await Promise.all(Array.from({ length: 4 }, () => call(attempt)));
    expect(new Set(prepared.map((one) => JSON.stringify(one))).size).toBe(1);
    const [first] = prepared;
    expect(first).toMatchObject({ error: 0, click_trans_id: Number(attempt.click_trans_id) });
    const completion = completionOf(attempt, first ?? { error: 0, error_note: '' });
    const codes = await Promise.all(Array.from({ length: 4 }, () => codeOf(completion)));
    expect(codes.toSorted()).toEqual([-4, -4, -4, 0].toSorted());
    expect(await statusOf(paymentId)).toBe('Paid');
    expect(events()).toEqual(['paid']);
    expect(await codeOf(attempt)).toBe(-4);
    expect(await codeOf({ ...completion, error: '-5017' }), 'a paid one cannot be given up').toBe(-4);
  });

  it('is refused for another sum, however it is written', async () => {
    const { attempt, paymentId } = await open();
    for (const sum of ['5e3', '+5000', '5000.001', '5000.01', '05000', '5000.00 ', '4999.99', '']) {
      expect(await codeOf({ ...attempt, amount: sum }), sum).toBe(-2);
    }
    expect(await codeOf({ ...attempt, amount: '5000' })).toBe(0);
    expect(await codeOf({ ...attempt, amount: '5000.5' })).toBe(-2);
    expect(await statusOf(paymentId)).toBe('Created');
  });

  it('is refused for unknown payments, those of other systems, closed and paid ones', async () => {
    const { attempt } = await open();
    expect(await codeOf({ ...attempt, merchant_trans_id: randomUUID() })).toBe(-5);
    expect(await codeOf({ ...attempt, merchant_trans_id: (await fixture().open()).id })).toBe(-5);
    const paid = await open();
    await pay(paid.paymentUrl);
    expect(await codeOf(newAttempt(paid.paymentUrl))).toBe(-4);
    const late = await open();
    await fixture().makeDue([late.paymentId], true);
    await fixture().payments.polling.sweep(20);
    expect(await statusOf(late.paymentId)).toBe('Expired');
    expect(await codeOf(late.attempt)).toBe(-9);
  });

  it('lets one attempt live, of any number that come at once', async () => {
    const { paymentUrl, paymentId } = await open();
    const rivals = Array.from({ length: 5 }, () => newAttempt(paymentUrl));
    const replies = await Promise.all(rivals.map(call));
    expect(replies.map(({ error }) => error).toSorted()).toEqual([-9, -9, -9, -9, 0].toSorted());
    await Promise.all(
      rivals.map((one, index) => call(completionOf(one, replies[index] ?? { error: 0, error_note: '' }))),
    );
    expect(await statusOf(paymentId)).toBe('Paid');
    expect(events()).toEqual(['paid']);
  });

  it('knows no attempt that was not prepared, and takes none for another payment', async () => {
    const one = await open();
    const other = await open();
    expect(await codeOf(completionOf(one.attempt, { error: 0, error_note: '', merchant_prepare_id: 1 }))).toBe(-6);
    const prepared = await call(one.attempt);
    const completion = completionOf(one.attempt, prepared);
    expect(await codeOf({ ...one.attempt, merchant_trans_id: billOf(other.paymentUrl).payment })).toBe(-8);
    expect(await codeOf({ ...completion, merchant_trans_id: billOf(other.paymentUrl).payment })).toBe(-6);
    expect(await codeOf({ ...completion, merchant_prepare_id: String(Number(prepared.merchant_prepare_id) + 1) })).toBe(
      -6,
    );
    expect(await statusOf(other.paymentId)).toBe('Created');
  });

  it('ends where Click gives the attempt up, and another one can be made', async () => {
    const { attempt, paymentUrl, paymentId } = await open();
    const completion = completionOf(attempt, await call(attempt), -5017);
    expect(await codeOf(completion)).toBe(-9);
    expect(await codeOf(completion)).toBe(-9);
    expect(await codeOf(attempt)).toBe(-9);
    expect(await codeOf({ ...completion, error: '0' }), 'the signature does not cover it').toBe(-9);
    expect(await statusOf(paymentId)).toBe('Created');
    expect((await pay(paymentUrl)).error).toBe(0);
    expect(await statusOf(paymentId)).toBe('Paid');
  });

  it('ends also where Click gives up an attempt that was refused, which has no number of ours', async () => {
    const { attempt } = await open();
    expect(await codeOf({ ...attempt, amount: '1.00' })).toBe(-2);
    for (const number of ['', '0', 'null']) {
      const givenUp = { ...attempt, merchant_prepare_id: number, action: '1', error: '-5017' };
      expect(await codeOf(givenUp), number).toBe(-9);
      expect(await codeOf({ ...givenUp, error: '0' }), number).toBe(-8);
    }
    expect(await codeOf({ ...attempt, error: '-1' }), 'a Prepare that says so').toBe(-9);
    expect(await codeOf({ ...attempt, merchant_prepare_id: '0' }), 'a member that Prepare needs not').toBe(0);
  });

  it('with another sum at the last step is never taken for the payment: an operator sees it', async () => {
    const { attempt, paymentId } = await open();
    const completion = completionOf(attempt, await call(attempt));
    expect(await codeOf({ ...completion, amount: '1.00' })).toBe(-2);
    expect(await fixture().rowOf(paymentId)).toMatchObject({
      status: 'Created',
      problem: `OtherAmount 100 ${amount}`,
    });
    expect(await codeOf(completion)).toBe(-9);
  });

  it('is settled by the next call if the process ended between the attempt and the payment', async () => {
    const { attempt, paymentId } = await open();
    const completion = completionOf(attempt, await call(attempt));
    await fixture().database.db.pool.query(`update click_attempt set state = 'Completed' where id = $1`, [
      attempt.click_trans_id,
    ]);
    expect(await codeOf(completion)).toBe(-4);
    expect(await statusOf(paymentId)).toBe('Paid');
  });
});

it('a call that the database cannot serve is answered -7, for Click to repeat it, and changes nothing', async () => {
  const { attempt, paymentId } = await open();
  const { pool } = fixture().database.db;
  await pool.query('alter table click_attempt rename to click_attempt_away');
  expect(await codeOf(attempt)).toBe(-7);
  await pool.query('alter table click_attempt_away rename to click_attempt');
  const completion = completionOf(attempt, await call(attempt));
  await pool.query('alter table click_attempt rename to click_attempt_away');
  expect(await raw('Complete', formOf(signed(completion)))).toMatchObject({
    error: -7,
    error_note: expect.any(String),
  });
  expect(await statusOf(paymentId)).toBe('Created');
  await pool.query('alter table click_attempt_away rename to click_attempt');
  expect(await codeOf(completion)).toBe(0);
  expect(await statusOf(paymentId)).toBe('Paid');
});

describe('a stranger', () => {
  it('learns nothing without the key, whatever the form is', async () => {
    const { attempt, paymentId } = await open();
    const good = signed(attempt);
    const forms = [
      formOf(attempt),
      formOf(signed(attempt, 'another key')),
      formOf({ ...good, amount: '1.00' }),
      formOf({ ...good, action: '1' }),
      formOf({ ...good, sign_string: '' }),
      '',
      'a',
      '%',
      '&&==',
      'sign_string=1',
    ];
    for (const form of forms) {
      expect(await raw('Prepare', form), form).toEqual({ error: -1, error_note: 'SIGN CHECK FAILED!' });
      expect((await raw('Complete', form)).error, form).toBe(-1);
    }
    expect((await send('Prepare', '{}', 'application/json')).error).toBe(-1);
    expect((await send('Prepare', '<a/>', 'text/xml')).error).toBe(-8);
    expect((await send('Prepare', `a=${'x'.repeat(20_000)}`)).error).toBe(-8);
    expect((await raw('Prepare', formOf(signed(attempt, 'the next key')))).error).toBe(0);
    expect(await statusOf(paymentId)).toBe('Created');
  });

  it('with the key gets the codes of the documentation', async () => {
    const { attempt } = await open();
    const good = signed(attempt);
    expect((await raw('Complete', formOf(good))).error, 'the other address').toBe(-3);
    expect((await raw('Prepare', formOf(signed({ ...attempt, action: '2' })))).error).toBe(-3);
    for (const name of ['click_trans_id', 'click_paydoc_id', 'error', 'sign_time', 'service_id']) {
      expect(await codeOf({ ...attempt, [name]: 'x' }), name).toBe(-8);
      expect(await codeOf({ ...attempt, [name]: '' }), name).toBe(-8);
    }
    expect(await codeOf({ ...attempt, service_id: '99999' })).toBe(-8);
    expect(await codeOf({ ...attempt, merchant_trans_id: `${attempt.merchant_trans_id}\0` })).toBe(-8);
    expect(await codeOf({ ...attempt, sign_time: '2026-02-30 12:00:00' })).toBe(-8);
    expect((await raw('Prepare', `${formOf(good)}&amount=1.00`)).error, 'twice').toBe(-8);
    expect((await raw('Prepare', `${formOf(good)}&error=-1`)).error, 'twice').toBe(-8);
    expect((await raw('Prepare', `${formOf(good)}&more=1&more=2`)).error, 'a member that is not known').toBe(0);
  });

  it('who repeats an old call changes nothing', async () => {
    const { paymentUrl, paymentId } = await open();
    const { attempt, completion } = await pay(paymentUrl);
    const before = await fixture().rowOf(paymentId);
    for (const old of [attempt, completion, { ...completion, error: '-1' }]) expect(await codeOf(old)).toBe(-4);
    expect(await fixture().rowOf(paymentId)).toEqual(before);
    expect(events()).toEqual(['paid']);
  });
});
