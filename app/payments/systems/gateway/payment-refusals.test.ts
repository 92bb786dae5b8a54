import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { minor } from '#base/money/money.ts';
import {
  fixtureAmount as amount,
  paymentFixture,
  said,
  silence,
  unexpected,
} from '#test/support/money/payment-fixture.ts';

const fixture = paymentFixture();

describe('refused cards', () => {
  const uzcard = { system: 'uzcard', prefix: '860000' };
  const humo = { system: 'humo', prefix: '9860' };

  it('are passed to the owner once each, however often the provider reports them', async () => {
    const one = await fixture().open();
    const report = (...refusals: (typeof uzcard)[]) => fixture().payments.settle(said(one, 'created', { refusals }));
    await Promise.all([report(uzcard), report(uzcard), report(uzcard)]);
    await report(uzcard, humo, humo);
    await report(uzcard);
    await fixture().payments.settle(said(one, 'failed', { refusals: [uzcard, humo, humo, uzcard] }));
    expect(fixture().notices.map(([what, { refusals }]) => [what, refusals])).toEqual([
      ['refused 860000', 1],
      ['refused 9860 9860', 3],
      ['refused 860000', 4],
      ['failed', 4],
    ]);
    await fixture().payments.settle(said(one, 'failed', { amount: minor(1), refusals: Array(9).fill(uzcard) }));
    expect(fixture().notices).toHaveLength(4);
  });

  it('are asked for after a callback that reports no money, one question at a time', async () => {
    const one = await fixture().open();
    const asked: string[] = [];
    const { promise: gate, resolve: answer } = Promise.withResolvers<void>();
    fixture().provider.ask = async (id) => {
      asked.push(id);
      await gate;
      return said(one, 'created', { refusals: [uzcard] });
    };
    const { id, reference } = one;
    const called = { id, reference, status: 'created', amount } as const;
    const callbacks = Array.from({ length: 10 }, () => fixture().payments.polling.receiveCallback(called));
    // All of them have read the payment before the first question is answered.
    const { pool } = fixture().database.db;
    await expect.poll(() => [pool.waitingCount, pool.totalCount - pool.idleCount]).toEqual([0, 0]);
    answer();
    expect(await Promise.all(callbacks)).toContain('known');
    expect(asked.length).toBeLessThanOrEqual(2);
    expect(fixture().notices.map(([what]) => what)).toEqual(['refused 860000']);
    fixture().provider.ask = silence;
    await fixture().payments.polling.receiveCallback({ ...called, status: 'failed' });
    expect(fixture().notices.map(([what]) => what)).toEqual(['refused 860000', 'failed']);
  });

  it('are not asked for after a callback that reports money or does not fit a payment of ours', async () => {
    const { id, reference } = await fixture().open();
    const called = { id, reference, status: 'paid', amount } as const;
    fixture().provider.ask = unexpected;
    for (const wrong of [{ id: randomUUID() }, { amount: minor(1) }, { reference: randomUUID() }]) {
      await fixture().payments.polling.receiveCallback({ ...called, ...wrong, status: 'created' });
    }
    await fixture().payments.polling.receiveCallback(called);
    expect(fixture().notices.map(([what]) => what)).toEqual(['paid']);
    expect(fixture().logged.map(({ msg }) => msg)).not.toContain('the provider could not be asked');
    expect(await fixture().payments.polling.receiveCallback({ ...called, id: randomUUID() })).toBe('unknown');
  });
});
