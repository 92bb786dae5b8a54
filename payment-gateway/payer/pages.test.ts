import { expect, test } from 'vitest';
import { eventually, openMarket } from '../merchant/test-merchant.ts';

function submit(
  url: string,
  fields: Record<string, string> = {},
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual', headers });
}

async function read(url: string): Promise<string> {
  return (await fetch(url)).text();
}

test('a wallet payment is approved on the gateway’s page', async () => {
  await using market = await openMarket();
  const id = await market.open({ description: 'Донат для Дильнозы' });
  const started = await market.patch(id, { payment_system: 'payme' });
  expect(started).toMatchObject({
    http: 200,
    status: 'created',
    otp: null,
    card: null,
    redirectUrl: `${market.url}/wallet/${id}`,
  });
  const wallet = started.redirectUrl ?? '';
  const page = await read(wallet);
  expect(page).toContain('Донат для Дильнозы');
  expect(page).toMatch(/5\s000 узбекских сумов/);
  expect(page).toContain(`action="/wallet/${id}/approve"`);
  expect((await submit(`${wallet}/approve`)).status).toBe(303);
  expect(await read(wallet)).toContain('Можно вернуться на сайт');
  expect(await market.read(id)).toMatchObject({ status: 'paid', card: null });
  await eventually(() => expect(market.receiver.received).toMatchObject([{ id, status: 'paid' }]));
  expect((await submit(`${wallet}/approve`)).status).toBe(409);
});

test('another country has its own currency and phone prefix', async () => {
  await using market = await openMarket({ phonePrefix: '+7' });
  const id = await market.open({ currency: 'KZT', amount: 123_450 });
  expect(await market.payByCard(id, '8600000000000106')).toMatchObject({ otp: { phoneMask: '+7 ** *** ** 06' } });
  expect(await read(market.url)).toMatch(/1\s234,50 казахского тенге/);
});

test('a declined wallet fails the payment; without a chosen wallet there is nothing to approve', async () => {
  await using market = await openMarket();
  const id = await market.open();
  expect((await submit(`${market.url}/wallet/${id}/approve`)).status).toBe(409);
  expect((await submit(`${market.url}/wallet/${id}/decline`)).status).toBe(409);
  await market.patch(id, { payment_system: 'click' });
  expect((await submit(`${market.url}/wallet/${id}/decline`)).status).toBe(303);
  expect(await market.read(id)).toMatchObject({ status: 'failed' });
  expect((await fetch(`${market.url}/wallet/unknown`)).status).toBe(404);
});

test('a wallet approved after a card with a lost callback sends its callback', async () => {
  await using market = await openMarket();
  const id = await market.open();
  await market.payByCard(id, '8600000000000700');
  await market.patch(id, { payment_system: 'payme' });
  await submit(`${market.url}/wallet/${id}/approve`);
  await eventually(() => expect(market.receiver.received).toMatchObject([{ id, status: 'paid' }]));
});

test('the list shows payments, newest first, with a search and actions', async () => {
  await using market = await openMarket();
  expect(await read(market.url)).toContain('Платежей пока нет');
  const first = await market.open({ reference: 'donation-aaa' });
  const second = await market.open({ reference: 'donation-bbb' });
  await market.payByCard(first, '8600000000000106');
  const list = await read(market.url);
  expect(list.indexOf('donation-bbb')).toBeLessThan(list.indexOf('donation-aaa'));
  expect(list).toContain('8600 00** **** 0106');
  expect(list).toContain('Ждёт кода');
  const found = await read(`${market.url}/?search=donation-aaa`);
  expect(found).toContain(first);
  expect(found).not.toContain(second);
  expect(await read(`${market.url}/?search=nothing-such`)).toContain('ничего не нашлось');
  await market.patch(first, { otp: '123456' });
  expect((await submit(`${market.url}/list/${first}/refund`)).status).toBe(303);
  expect((await submit(`${market.url}/list/${second}/decline`)).headers.get('location')).toBe(`/#p-${second}`);
  expect(await market.read(first)).toMatchObject({ status: 'refunded' });
  expect(await market.read(second)).toMatchObject({ status: 'failed' });
  const refused = await submit(`${market.url}/list/${second}/refund`);
  expect([refused.status, (await refused.text()).includes('платёж не оплачен')]).toEqual([409, true]);
});

test('faults are switched on the page', async () => {
  await using market = await openMarket();
  await submit(`${market.url}/faults`, { mode: 'error500', callbacks: 'drop' });
  expect(await read(market.url)).toContain('Сбои включены: провайдер отвечает 500, уведомления теряются');
  expect(await market.create()).toMatchObject({ http: 500 });
  await submit(`${market.url}/faults`, { mode: 'ok', callbacks: 'ok' });
  expect(await market.create()).toMatchObject({ http: 201 });
});

test('a form on a foreign page does nothing', async () => {
  await using market = await openMarket();
  const id = await market.open();
  await market.patch(id, { payment_system: 'payme' });
  const foreign: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ];
  for (const headers of foreign)
    expect((await submit(`${market.url}/wallet/${id}/approve`, {}, headers)).status).toBe(403);
  expect(await market.read(id)).toMatchObject({ status: 'created' });
  expect((await submit(`${market.url}/wallet/${id}/approve`, {}, { origin: market.url })).status).toBe(303);
});

test('foreign text is escaped, and the policy allows no script', async () => {
  await using market = await openMarket();
  await market.open({ reference: '"><script>alert(1)</script>', description: "<img src=x onerror='alert(1)'>" });
  const response = await fetch(`${market.url}/?search=${encodeURIComponent('"><script>')}`);
  const page = await response.text();
  expect(page).not.toMatch(/<script|<img/);
  expect(page).toContain('&quot;&gt;&lt;script&gt;');
  expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none';style-src 'self'/);
  expect(response.headers.get('content-security-policy')).not.toContain('unsafe');
});
