import { expect, test } from 'vitest';
import { cardOf, eventually, openMarket } from '../merchant/test-merchant.ts';

const pans = {
  code: '8600000000000106',
  noCode: '8600000000000205',
  timeout: '8600000000000601',
  humo: '9860000000000109',
};

test('a card with a code: the code is required, then the payment is paid and a callback is sent', async () => {
  await using market = await openMarket();
  const id = await market.open();
  const asked = await market.payByCard(id, pans.code);
  expect(asked).toMatchObject({
    http: 200,
    id,
    status: 'code_required',
    otp: { phoneMask: '+998 ** *** ** 06', expiresIn: 90 },
    card: { maskedPan: '8600 00** **** 0106', expiry: '1290' },
    error: null,
  });
  expect(asked.card?.token).toMatch(/^card_/);
  expect(market.receiver.received).toEqual([]);
  expect(await market.patch(id, { otp: '123456' })).toMatchObject({
    http: 200,
    status: 'paid',
    otp: null,
    error: null,
  });
  expect(await market.read(id)).toMatchObject({
    status: 'paid',
    amount: 500_000,
    card: { maskedPan: '8600 00** **** 0106' },
  });
  await eventually(() => expect(market.receiver.received).toMatchObject([{ id, status: 'paid', amount: 500_000 }]));
});

test('a card without a code is paid at once', async () => {
  await using market = await openMarket();
  const id = await market.open();
  expect(await market.payByCard(id, pans.noCode)).toMatchObject({ http: 200, status: 'paid', otp: null });
});

test.each([
  ['8600000000000304', 'InsufficientFunds'],
  ['8600000000000403', 'CardExpired'],
  ['8600000000000502', 'CardBlocked'],
])('card %s is refused with %s, and another card may be tried', async (pan, code) => {
  await using market = await openMarket();
  const id = await market.open();
  const refused = await market.payByCard(id, pan);
  expect(refused).toMatchObject({ http: 402, id, status: 'created', error: { code } });
  expect(refused.error?.message).toMatch(/[а-я]/);
  expect(await market.payByCard(id, pans.noCode)).toMatchObject({ http: 200, status: 'paid' });
});

test('the fifth refused card fails the payment', async () => {
  await using market = await openMarket();
  const id = await market.open();
  const answers = [];
  for (let n = 0; n < 5; n += 1) answers.push((await market.payByCard(id, '8600000000000304')).status);
  expect(answers).toEqual(['created', 'created', 'created', 'created', 'failed']);
  expect(await market.payByCard(id, pans.noCode)).toMatchObject({ http: 409, error: { code: 'PaymentFailed' } });
  const callback = (status: string) => ({ id, status, amount: 500_000, hasTrueSignature: true });
  const statuses = ['created', 'created', 'created', 'created', 'failed'];
  await eventually(() => expect(market.receiver.received).toMatchObject(statuses.map(callback)));
});

test('the server gets a callback about a refused card before the payer’s answer, and can read at most six digits of it', async () => {
  await using market = await openMarket({ timings: { refusalNewsMs: 5_000 } });
  const id = await market.open();
  expect(await market.read(id)).toMatchObject({ refusals: [] });
  await market.payByCard(id, '8600000000000304');
  expect(market.receiver.received).toMatchObject([{ id, status: 'created', amount: 500_000 }]);
  await market.payByCard(id, '9860000000000307');
  expect(await market.read(id)).toMatchObject({
    status: 'created',
    refusals: [
      { payment_system: 'uzcard', prefix: '860000' },
      { payment_system: 'humo', prefix: '986000' },
    ],
  });
});

test('the answer about a refused card does not wait long for a silent server', async () => {
  await using market = await openMarket({ timings: { refusalNewsMs: 100 } });
  market.receiver.behaviour.answer = 'silence';
  const started = performance.now();
  expect(await market.payByCard(await market.open(), '8600000000000304')).toMatchObject({ http: 402 });
  expect(performance.now() - started).toBeLessThan(3_000);
});

test('the timeout card answers 504 after its time and the payment stays open', async () => {
  await using market = await openMarket({ timings: { providerTimeoutMs: 150 } });
  const id = await market.open();
  const started = performance.now();
  const answer = await market.payByCard(id, pans.timeout);
  expect(answer).toMatchObject({ http: 504, id, status: 'created', error: { code: 'ProviderTimeout' } });
  expect(performance.now() - started).toBeGreaterThan(140);
  expect(await market.payByCard(id, pans.noCode)).toMatchObject({ status: 'paid' });
});

test.each([
  ['a wrong check digit', cardOf('8600000000000107')],
  ['a foreign system', { card: { pan: '4111111111111111', expiry: '1290' }, payment_system: 'uzcard' }],
  ['a system that is not the card’s', { card: { pan: pans.code, expiry: '1290' }, payment_system: 'humo' }],
  ['a past expiry', cardOf(pans.code, '0120')],
  ['month 13', cardOf(pans.code, '1390')],
  ['spaces left in', cardOf('8600 0000 0000 0106')],
  ['an unknown token', { card: { token: 'card_nobody' } }],
])('%s is BadCard', async (_what, body) => {
  await using market = await openMarket();
  const id = await market.open();
  expect(await market.patch(id, body)).toMatchObject({ http: 400, id, status: 'created', error: { code: 'BadCard' } });
});

test.each([
  [{}],
  [[]],
  [null],
  [{ otp: 123456 }],
  [{ otp: '123456', payment_system: 'uzcard' }],
  [{ card: { pan: pans.code, expiry: '1290' } }],
  [{ card: { pan: pans.code, expiry: '1290', cvv: '123' }, payment_system: 'uzcard' }],
])('a body of another shape is BadRequest and changes nothing: %j', async (body) => {
  await using market = await openMarket();
  const id = await market.open();
  expect(await market.patch(id, body)).toMatchObject({
    http: 400,
    id,
    status: 'created',
    error: { code: 'BadRequest' },
  });
});

test('a wrong code reports the attempts left, the third one fails the payment', async () => {
  await using market = await openMarket();
  const id = await market.open();
  expect(await market.patch(id, { otp: '123456' })).toMatchObject({ http: 409, error: { code: 'CodeNotRequested' } });
  await market.payByCard(id, pans.code);
  const wrong = (attemptsLeft: number, status: string) => ({
    http: 422,
    status,
    error: { code: 'WrongCode', attemptsLeft },
  });
  expect(await market.patch(id, { otp: '000000' })).toMatchObject(wrong(2, 'code_required'));
  await market.payByCard(id, pans.code);
  expect(await market.patch(id, { otp: '000000' })).toMatchObject(wrong(1, 'code_required'));
  expect(await market.patch(id, { otp: '000000' })).toMatchObject(wrong(0, 'failed'));
  expect(await market.patch(id, { otp: '123456' })).toMatchObject({ http: 409, status: 'failed' });
  await eventually(() => expect(market.receiver.received).toMatchObject([{ status: 'failed' }]));
});

test('a code is valid for 90 seconds; sending the card again sends a new one', async () => {
  const clock = { now: Date.now() };
  await using market = await openMarket({ now: () => clock.now });
  const id = await market.open();
  await market.payByCard(id, pans.code);
  clock.now += 90_000;
  expect(await market.patch(id, { otp: '123456' })).toMatchObject({
    http: 410,
    status: 'code_required',
    error: { code: 'CodeExpired' },
  });
  expect(await market.payByCard(id, pans.code)).toMatchObject({ status: 'code_required', otp: { expiresIn: 90 } });
  clock.now += 89_000;
  expect(await market.patch(id, { otp: '123456' })).toMatchObject({ http: 200, status: 'paid' });
});

test('an unpaid payment expires by itself after 15 minutes and a callback is sent', async () => {
  const clock = { now: Date.now() };
  await using market = await openMarket({ now: () => clock.now, timings: { sweepMs: 20 } });
  const id = await market.open();
  const paid = await market.open();
  await market.payByCard(paid, pans.noCode);
  clock.now += 15 * 60_000;
  await eventually(() =>
    expect(market.receiver.received).toContainEqual(expect.objectContaining({ id, status: 'expired' })),
  );
  expect(await market.payByCard(id, pans.noCode)).toMatchObject({
    http: 410,
    status: 'expired',
    error: { code: 'PaymentExpired' },
  });
  expect(await market.read(paid)).toMatchObject({ status: 'paid' });
});

test('a saved card behaves as the typed card, and its token is always the same', async () => {
  await using market = await openMarket();
  const first = await market.open();
  const token = (await market.payByCard(first, pans.humo)).card?.token;
  await market.patch(first, { otp: '123456' });
  const second = await market.open();
  const again = await market.patch(second, { card: { token } });
  expect(again).toMatchObject({ status: 'code_required', card: { token, maskedPan: '9860 00** **** 0109' } });
  const third = await market.open();
  expect((await market.payByCard(third, pans.humo)).card?.token).toBe(token);
  const noCodeToken = (await market.payByCard(await market.open(), pans.noCode)).card?.token;
  expect(await market.patch(await market.open(), { card: { token: noCodeToken } })).toMatchObject({ status: 'paid' });
});

test('twenty right codes at once charge the card once', async () => {
  await using market = await openMarket();
  const id = await market.open();
  await market.payByCard(id, pans.code);
  const answers = await Promise.all(Array.from({ length: 20 }, () => market.patch(id, { otp: '123456' })));
  expect(answers.filter(({ http }) => http === 200)).toHaveLength(1);
  expect(answers.filter(({ http, error }) => http === 409 && error?.code === 'AlreadyPaid')).toHaveLength(19);
  const [entry] = await market.books();
  expect(entry?.history.filter(({ status }) => status === 'paid')).toHaveLength(1);
  expect(await market.payByCard(id, pans.noCode)).toMatchObject({
    http: 409,
    status: 'paid',
    error: { code: 'AlreadyPaid' },
  });
});

test('a card, a code and a wallet racing for one payment charge once', async () => {
  await using market = await openMarket();
  const id = await market.open();
  const wallet = await market.patch(id, { payment_system: 'payme' });
  await market.payByCard(id, pans.code);
  await Promise.all([
    market.payByCard(id, pans.noCode),
    market.patch(id, { otp: '123456' }),
    fetch(`${wallet.redirectUrl}/approve`, { method: 'POST', redirect: 'manual' }),
  ]);
  const [entry] = await market.books();
  expect(entry?.history.filter(({ status }) => status === 'paid')).toHaveLength(1);
  await eventually(() => expect(market.receiver.received).toHaveLength(1));
});
