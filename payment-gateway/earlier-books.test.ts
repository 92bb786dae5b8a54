import { expect, test } from 'vitest';
import { z } from 'zod';
import { startPaymentSandbox } from './server.ts';

const secret = 'merchant-secret-for-tests';
const nowhere = () => 'http://127.0.0.1:9';
const click = { serviceId: '1', merchantId: '2', userId: '3', key: 'key', endpoint: nowhere };

/** Two that were paid, of which the second was given back, and one that never was. */
const payments = [null, '2026-01-02T10:00:00Z', undefined].map((refundedAt, place) => ({
  id: `${place + 1}`,
  reference: `order-${place + 1}`,
  amount: 90_000,
  currency: 'UZS',
  description: 'Заказ',
  callbackUrl: 'https://shop.example/callback',
  createdAt: '2026-01-01T10:00:00Z',
  paidAt: refundedAt === undefined ? null : '2026-01-01T10:01:00Z',
  refundedAt: refundedAt ?? null,
  unpaid: refundedAt === undefined ? { status: 'failed', at: '2026-01-01T10:01:00Z' } : null,
}));

const booked = z.object({ id: z.string(), amount: z.number() });
const answers = {
  payme: z.object({ transactions: z.array(booked.extend({ state: z.string() })) }),
  click: z.object({ transactions: z.array(booked.extend({ state: z.string() })) }),
  stripe: z.object({ sessions: z.array(booked.extend({ refunds: z.array(z.object({ amount: z.number() })) })) }),
};

test('each system with a page takes paid payments that are older than its books, once and for the tester only', async () => {
  const sandbox = await startPaymentSandbox({
    secret,
    payme: { id: 'register', key: 'key', endpoint: nowhere },
    click,
    stripe: { key: 'key', webhookSecret: 'whsec', endpoint: nowhere },
  });
  const ask = (system: string, method: string, body: unknown, bearer = secret) =>
    fetch(`${sandbox.url}/${system}/control/books`, {
      method,
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      ...(method === 'POST' && { body: JSON.stringify(body) }),
    });
  const read = async (system: string): Promise<unknown> => (await ask(system, 'GET', null)).json();
  try {
    for (const system of ['payme', 'click', 'stripe']) {
      expect((await ask(system, 'POST', { payments }, 'another')).status, system).toBe(401);
      expect((await ask(system, 'POST', { payments: [{ id: '4' }] })).status, system).toBe(400);
      for (const _time of [1, 2])
        expect(await (await ask(system, 'POST', { payments })).json()).toEqual({ payments: 3 });
    }
    const states = [
      { id: '1', amount: 90_000, state: 'paid' },
      { id: '2', amount: 90_000, state: 'refunded' },
    ];
    expect(answers.payme.parse(await read('payme')).transactions).toEqual(states);
    expect(answers.click.parse(await read('click')).transactions).toEqual(states);
    expect(answers.stripe.parse(await read('stripe')).sessions).toEqual([
      { id: '1', amount: 90_000, refunds: [] },
      { id: '2', amount: 90_000, refunds: [{ amount: 90_000 }] },
    ]);
  } finally {
    await sandbox.close();
  }
});
