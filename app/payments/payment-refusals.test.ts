import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { minor } from '#base/money.ts';
import { openTestDatabase, type TestDatabase } from '#test/database.ts';
import { deskAmount as amount, PaymentDesk, said, silence, unexpected } from '#test/payment-desk.ts';

let database: TestDatabase;
let desk: PaymentDesk;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(() => {
  desk = new PaymentDesk(database);
});

describe('refused cards', () => {
  const [uzcard, humo] = [
    { system: 'uzcard', prefix: '860000' },
    { system: 'humo', prefix: '9860' },
  ];

  it('are told once each, however often and from how many sides the provider tells of them', async () => {
    const one = await desk.open();
    const tell = (...refusals: (typeof uzcard)[]) => desk.payments.settle(said(one, 'created', { refusals }));
    await Promise.all([tell(uzcard), tell(uzcard), tell(uzcard)]);
    await tell(uzcard, humo, humo);
    await tell(uzcard);
    await desk.payments.settle(said(one, 'failed', { refusals: [uzcard, humo, humo, uzcard] }));
    expect(desk.told.map(([what, { refusals }]) => [what, refusals])).toEqual([
      ['refused 860000', 1],
      ['refused 9860 9860', 3],
      ['refused 860000', 4],
      ['failed', 4],
    ]);
    await desk.payments.settle(said(one, 'failed', { amount: minor(1), refusals: Array(9).fill(uzcard) }));
    expect(desk.told).toHaveLength(4);
  });

  it('are asked for at a callback that tells of no money, one question at a time', async () => {
    const one = await desk.open();
    const asked: string[] = [];
    desk.provider.ask = async (id) => {
      asked.push(id);
      await new Promise((resolve) => setTimeout(resolve, 500));
      return said(one, 'created', { refusals: [uzcard] });
    };
    const { id, reference } = one;
    const called = { id, reference, status: 'created', amount } as const;
    expect(await Promise.all(Array.from({ length: 10 }, () => desk.payments.hear(called)))).toContain('known');
    expect(asked.length).toBeLessThanOrEqual(2);
    expect(desk.told.map(([what]) => what)).toEqual(['refused 860000']);
    desk.provider.ask = silence;
    await desk.payments.hear({ ...called, status: 'failed' });
    expect(desk.told.map(([what]) => what)).toEqual(['refused 860000', 'failed']);
  });

  it('are not asked for where a callback tells of money, or of what is not a payment of ours', async () => {
    const { id, reference } = await desk.open();
    const called = { id, reference, status: 'paid', amount } as const;
    desk.provider.ask = unexpected;
    for (const wrong of [{ id: randomUUID() }, { amount: minor(1) }, { reference: randomUUID() }]) {
      await desk.payments.hear({ ...called, ...wrong, status: 'created' });
    }
    await desk.payments.hear(called);
    expect(desk.told.map(([what]) => what)).toEqual(['paid']);
    expect(desk.logged.map(({ msg }) => msg)).not.toContain('the provider could not be asked');
    expect(await desk.payments.hear({ ...called, id: randomUUID() })).toBe('unknown');
  });
});
