import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { eventually, openMarket } from './test-merchant.ts';

type Market = Awaited<ReturnType<typeof openMarket>>;

const Charge = z.looseObject({ charge: z.object({ token: z.string(), maskedPan: z.string(), expiry: z.string() }) });

async function saveCard(market: Market, pan: string, amount = 500_000): Promise<string> {
  const id = await market.open({ amount, recurring: true });
  await market.payByCard(id, pan);
  await market.patch(id, { otp: '123456' });
  return Charge.parse(await market.read(id)).charge.token;
}

describe('charges without the payer', () => {
  test('a card that was saved is charged once, and the browser never gets its token', async () => {
    await using market = await openMarket();
    const id = await market.open({ recurring: true });
    const shown = await market.payByCard(id, '8600000000000205');
    expect(shown).toMatchObject({ status: 'paid' });
    const { charge } = Charge.parse(await market.read(id));
    expect(charge).toMatchObject({ maskedPan: '8600 00** **** 0205', expiry: '1290' });
    expect(JSON.stringify(shown)).not.toContain(charge.token);
    const next = await market.open();
    expect(await market.charge(next, charge.token)).toMatchObject({ http: 200, status: 'paid', failure: null });
    expect(await market.charge(next, charge.token)).toMatchObject({ http: 200, status: 'paid' });
    const [, book] = await market.books();
    expect(book?.history.map(({ status }) => status)).toEqual(['created', 'paid']);
  });

  test('a payment of 0 saves a card, charges nothing and causes no callback', async () => {
    await using market = await openMarket();
    expect(await market.create({ amount: 0 })).toMatchObject({ http: 400 });
    const token = await saveCard(market, '8600000000000106', 0);
    const next = await market.open();
    await market.charge(next, token);
    await eventually(() => expect(market.receiver.received.map(({ id }) => id)).toEqual([next]));
  });

  test('a card that was not saved for it has no token', async () => {
    await using market = await openMarket();
    const id = await market.open();
    await market.payByCard(id, '8600000000000205');
    expect(await market.read(id)).toMatchObject({ status: 'paid', charge: null });
    expect(await market.charge(await market.open(), 'charge_unknown')).toMatchObject({
      status: 'failed',
      failure: 'CardBlocked',
    });
  });

  test('a wallet cannot be saved', async () => {
    await using market = await openMarket();
    const id = await market.open({ recurring: true });
    expect(await market.patch(id, { payment_system: 'click' })).toMatchObject({ error: { code: 'CardNeeded' } });
  });

  test.each([
    ['8600000000001104', ['InsufficientFunds', 'InsufficientFunds', 'InsufficientFunds']],
    ['8600000000001203', ['InsufficientFunds', 'InsufficientFunds', null]],
    ['8600000000001302', ['CardExpired', 'CardExpired', 'CardExpired']],
  ])('the test card %s', async (pan, failures) => {
    await using market = await openMarket();
    const token = await saveCard(market, pan);
    for (const failure of failures) {
      const id = await market.open({ reference: 'month-2' });
      const status = failure === null ? 'paid' : 'failed';
      expect(await market.charge(id, token)).toMatchObject({ status, failure });
    }
  });

  test('the answer to a charge is lost, and asking finds it paid', async () => {
    await using market = await openMarket();
    const token = await saveCard(market, '8600000000001401');
    const id = await market.open();
    await expect(market.charge(id, token)).rejects.toThrow('fetch failed');
    expect(await market.read(id)).toMatchObject({ status: 'paid' });
  });

  test('a card whose time is over is refused', async () => {
    let now = Date.parse('2026-01-31T10:00:00Z');
    await using market = await openMarket({ now: () => now });
    const first = await market.open({ recurring: true });
    await market.payByCard(first, '8600000000000205', '0226');
    const { charge } = Charge.parse(await market.read(first));
    now = Date.parse('2026-02-28T10:00:00Z');
    expect(await market.charge(await market.open(), charge.token)).toMatchObject({ status: 'paid' });
    now = Date.parse('2026-03-31T10:00:00Z');
    expect(await market.charge(await market.open(), charge.token)).toMatchObject({ failure: 'CardExpired' });
  });
});
