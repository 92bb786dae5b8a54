import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { eventually, openMarket, testSecret } from './test-merchant.ts';

const bearer = { authorization: `Bearer ${testSecret}` };

test('a payment is made once per reference', async () => {
  await using market = await openMarket();
  const first = await market.create({ reference: 'order-1' });
  expect(first).toMatchObject({ http: 201, status: 'created' });
  expect(Date.parse(first.expiresAt ?? '') - Date.now()).toBeGreaterThan(14 * 60_000);
  const again = await Promise.all(Array.from({ length: 20 }, () => market.create({ reference: 'order-1' })));
  expect(again.every((answer) => answer.http === 201 && answer.id === first.id)).toBe(true);
  expect(await market.create({ reference: 'order-1', amount: 500_001 })).toMatchObject({
    http: 409,
    error: { code: 'ReferenceInUse' },
  });
  expect(await market.create({ reference: 'order-1', currency: 'RUB' })).toMatchObject({ http: 409 });
  await market.payByCard(first.id ?? '', '8600000000000205');
  expect(await market.create({ reference: 'order-1' })).toMatchObject({ http: 409, error: { code: 'AlreadyPaid' } });
  expect(await market.books()).toHaveLength(1);
});

test('after a failed payment the same reference gets a new one', async () => {
  await using market = await openMarket();
  const first = await market.open({ reference: 'order-2' });
  await fetch(`${market.url}/list/${first}/decline`, { method: 'POST' });
  const second = await market.create({ reference: 'order-2', amount: 700_000 });
  expect(second).toMatchObject({ http: 201, status: 'created' });
  expect(second.id).not.toBe(first);
});

test('a payment that is opened again sends its callbacks to the newest address', async () => {
  await using market = await openMarket();
  await market.open({ reference: 'moved', callbackUrl: 'http://127.0.0.1:9/gone' });
  const id = await market.open({ reference: 'moved' });
  await market.payByCard(id, '8600000000000205');
  await eventually(() => expect(market.receiver.received).toMatchObject([{ id, status: 'paid' }]));
});

test.each([
  [{ amount: 0 }],
  [{ amount: -1 }],
  [{ amount: 10.5 }],
  [{ amount: '500000' }],
  [{ amount: 2 ** 53 }],
  [{ currency: 'сум' }],
  [{ reference: '' }],
  [{ callbackUrl: 'javascript:alert(1)' }],
  [{ callbackUrl: 'file:///etc/passwd' }],
  [{ status: 'paid' }],
])('a payment with %j is refused', async (over) => {
  await using market = await openMarket();
  expect(await market.create(over)).toMatchObject({ http: 400, error: { code: 'BadRequest' } });
  expect(await market.books()).toEqual([]);
});

test('the calls of the server and of the tester need the secret', async () => {
  await using market = await openMarket();
  const id = await market.open();
  const calls = [
    ['POST', '/payment'],
    ['GET', `/payment/${id}`],
    ['POST', `/payment/${id}/refund`],
    ['GET', '/control/books'],
    ['POST', '/control/faults'],
  ] as const;
  for (const [method, path] of calls) {
    for (const authorization of ['', 'Bearer wrong', `Basic ${testSecret}`, testSecret]) {
      const answer = await market.ask(method, path, undefined, { authorization });
      expect(answer, `${method} ${path} ${authorization}`).toMatchObject({
        http: 401,
        id: null,
        status: null,
        error: { code: 'Unauthorized' },
      });
    }
  }
});

test('unknown payments and pages are 404, other kinds of bodies 415 and 413', async () => {
  await using market = await openMarket();
  const id = await market.open();
  expect(await market.read('unknown')).toMatchObject({
    http: 404,
    id: null,
    status: null,
    error: { code: 'NotFound' },
  });
  expect(await market.patch('unknown', { otp: '1' })).toMatchObject({ http: 404 });
  expect(await market.refund('unknown')).toMatchObject({ http: 404 });
  expect(await market.ask('GET', '/nowhere')).toMatchObject({ http: 404 });
  const text = await fetch(`${market.url}/payment/${id}`, { method: 'PATCH', body: 'otp=123456' });
  expect(text.status).toBe(415);
  expect(await market.patch(id, { otp: '1'.repeat(20_000) })).toMatchObject({
    http: 413,
    error: { code: 'PayloadTooLarge' },
  });
  expect(await market.ask('GET', '/health')).toMatchObject({ http: 200, status: 'ok' });
});

test('a page of the site may pay, a page of another site may not', async () => {
  await using open = await openMarket();
  await using listed = await openMarket({ siteOrigins: ['https://opora.example'] });
  const preflight = async (url: string, origin: string) => {
    const response = await fetch(`${url}/payment/some`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'PATCH', 'access-control-request-headers': 'content-type' },
    });
    return [response.headers.get('access-control-allow-origin'), response.headers.get('access-control-allow-methods')];
  };
  expect(await preflight(open.url, 'http://localhost:5173')).toEqual(['http://localhost:5173', 'PATCH']);
  expect(await preflight(open.url, 'http://127.0.0.1:3000')).toEqual(['http://127.0.0.1:3000', 'PATCH']);
  expect((await preflight(open.url, 'http://127.0.0.1.evil.example'))[0]).toBeNull();
  expect((await preflight(open.url, 'https://opora.example'))[0]).toBeNull();
  expect(await preflight(listed.url, 'https://opora.example')).toEqual(['https://opora.example', 'PATCH']);
  expect((await preflight(listed.url, 'http://localhost:5173'))[0]).toBeNull();
  const refused = await fetch(`${open.url}/payment/some`, {
    method: 'PATCH',
    headers: { origin: 'http://localhost:3000', 'content-type': 'application/json' },
    body: '{"otp":"1"}',
  });
  expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([404, 'http://localhost:3000']);
  const books = await fetch(`${open.url}/control/books`, { headers: { ...bearer, origin: 'http://localhost:3000' } });
  expect(books.headers.get('access-control-allow-origin')).toBeNull();
});

test('faults that name payments affect only calls about these', async () => {
  await using market = await openMarket();
  const id = await market.open({ reference: 'touched' });
  const other = await market.open({ reference: 'other' });
  await market.setFaults({ mode: 'down', payments: [id] });
  await expect(market.read(id)).rejects.toThrow();
  expect(await market.payByCard(other, '8600000000000205')).toMatchObject({ http: 200, status: 'paid' });
  await eventually(() => expect(market.receiver.received).toMatchObject([{ id: other, status: 'paid' }]));
  expect(await market.create({ reference: 'new' })).toMatchObject({ http: 201 });
});

test('faults: down, hang, 500 and a lost answer affect payments only, and end', async () => {
  await using market = await openMarket();
  const id = await market.open();
  await market.setFaults({ mode: 'down' });
  await expect(market.read(id)).rejects.toThrow();
  expect(await market.ask('GET', '/health')).toMatchObject({ http: 200 });
  await market.setFaults({ mode: 'error500' });
  expect(await market.payByCard(id, '8600000000000205')).toMatchObject({ http: 500, error: { code: 'InternalError' } });
  await market.setFaults({ mode: 'hang' });
  const hanging = market.payByCard(id, '8600000000000205');
  expect(await Promise.race([hanging, new Promise((resolve) => setTimeout(resolve, 200, 'silent'))])).toBe('silent');
  const cut = expect(hanging).rejects.toThrow();
  await market.setFaults({ mode: 'lost-answer' });
  await cut;
  expect((await market.books())[0]?.status).toBe('created');
  await expect(market.payByCard(id, '8600000000000205')).rejects.toThrow();
  expect((await market.books())[0]?.status).toBe('paid');
  await market.setFaults({});
  expect(await market.read(id)).toMatchObject({ http: 200, status: 'paid' });
  expect(await market.setFaults({ mode: 'sleepy' })).toMatchObject({ http: 400 });
});

test('a gateway in the mode «down» sends no callback until the mode ends', async () => {
  await using market = await openMarket();
  const id = await market.open();
  await market.patch(id, { payment_system: 'payme' });
  await market.setFaults({ mode: 'down' });
  await fetch(`${market.url}/wallet/${id}/approve`, { method: 'POST' });
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(market.receiver.received).toEqual([]);
  await market.setFaults({});
  await eventually(() => expect(market.receiver.received).toMatchObject([{ id, status: 'paid' }]));
});

test('it stops at once although payers wait for the timeout card and connections are open', async () => {
  const market = await openMarket();
  const id = await market.open();
  const idle = connect(market.port, '127.0.0.1');
  idle.on('error', () => {});
  const silent = market.payByCard(id, '8600000000000601').catch(() => 'cut');
  await new Promise((resolve) => setTimeout(resolve, 100));
  const started = performance.now();
  await market[Symbol.asyncDispose]();
  expect(performance.now() - started).toBeLessThan(5_000);
  await silent;
});
