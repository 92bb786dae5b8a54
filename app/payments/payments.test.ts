import { randomUUID } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { minor } from '#base/money/money.ts';
import { fixtureAmount as amount, paymentFixture, said, silence } from '#test/support/money/payment-fixture.ts';
import type { ProviderPayment } from './payment-system.server.ts';

const fixture = paymentFixture();

const warned = (...messages: string[]) => messages.map((msg) => expect.objectContaining({ level: 40, msg }));

describe('an update of the provider', () => {
  it('reaches the payment’s owner once, with the card if it is known', async () => {
    const one = await fixture().open();
    const words = ['code_required', 'failed', 'failed', 'paid', 'paid', 'failed', 'refunded', 'refunded'] as const;
    for (const word of words) expect(await fixture().payments.settle(said(one, word))).toBe('known');
    const { paymentId, reference } = one;
    const news = { paymentId, reference, amount, cardPrefix: '8600', refusals: 0 };
    expect(fixture().notices).toEqual(['failed', 'paid', 'refunded'].map((what) => [what, news]));
    const other = await fixture().open();
    await fixture().payments.settle(said(other, 'expired', { cardPrefix: null }));
    const otherNews = { paymentId: other.paymentId, reference: other.reference, amount, cardPrefix: null, refusals: 0 };
    expect(fixture().notices.at(-1)).toEqual(['expired', otherNews]);
  });

  it('about a payment that is not ours is unknown', async () => {
    expect(await fixture().payments.settle(said({ id: randomUUID(), reference: randomUUID() }, 'paid'))).toBe(
      'unknown',
    );
  });

  it('that contradicts the payment moves nothing, and is flagged for an operator once', async () => {
    const one = await fixture().open();
    const wrong: [Partial<ProviderPayment>, string][] = [
      [{ amount: minor(500_001) }, 'OtherAmount 500001 500000'],
      [{ reference: randomUUID() }, 'OtherReference'],
      [{ currency: 'KZT' }, 'OtherCurrency'],
    ];
    for (const [more, problem] of wrong) {
      for (let time = 0; time < 2; time += 1)
        expect(await fixture().payments.settle(said(one, 'paid', more))).toBe('known');
      expect(await fixture().rowOf(one.paymentId)).toEqual({ status: 'Created', problem, isAsked: true });
    }
    expect(fixture().notices).toEqual([]);
    expect(fixture().logged).toEqual(
      wrong.map(([{ amount: reportedAmount = amount }, problem]) =>
        expect.objectContaining({ level: 50, paymentId: one.paymentId, problem, reportedAmount }),
      ),
    );
    await fixture().payments.settle(said(one, 'paid'));
    expect(await fixture().rowOf(one.paymentId)).toMatchObject({ status: 'Paid', problem: null });
  });

  it('ends the questions once its status is final', async () => {
    const one = await fixture().open();
    await fixture().database.db.pool.query(`update payment set status = 'Expired' where id = $1`, [one.paymentId]);
    for (const word of ['created', 'code_required'] as const) {
      await fixture().payments.settle(said(one, word));
      expect(await fixture().rowOf(one.paymentId)).toMatchObject({ status: 'Expired', isAsked: true });
    }
    await fixture().payments.settle(said(one, 'expired'));
    expect(await fixture().rowOf(one.paymentId)).toMatchObject({ status: 'Expired', isAsked: false });
  });

  it('does not end the questions about a payment that can still be paid', async () => {
    const one = await fixture().open();
    await fixture().payments.settle(said(one, 'created'));
    expect(await fixture().rowOf(one.paymentId)).toMatchObject({ status: 'Created', isAsked: true });
  });

  it('reaches at once whoever waits for an answer that is lost', async () => {
    const one = await fixture().open();
    const asking = Promise.withResolvers<void>();
    const lost = Promise.withResolvers<never>();
    const passed = Promise.withResolvers<void>();
    const waits: number[] = [];
    const pause = (milliseconds: number) => {
      waits.push(milliseconds);
      return passed.promise;
    };
    fixture().clock = { now: () => Date.now(), pause };
    fixture().provider.ask = () => {
      asking.resolve();
      return lost.promise;
    };
    const checked = fixture().payments.checkPayment(one.reference);
    await asking.promise;
    await fixture().payments.settle(said(one, 'paid'));
    expect(waits).toHaveLength(1);
    passed.resolve();
    expect(await checked).toMatchObject({ status: 'Paid', isChecked: true });
    lost.reject(new TypeError('our own fault, after the payment was known to be paid'));
    await vi.waitFor(() =>
      expect(fixture().logged).toEqual([
        expect.objectContaining({ level: 50, msg: 'a question about a payment failed' }),
      ]),
    );
  });

  it('about a payment of a kind without an owner moves nothing', async () => {
    const one = await fixture().open({ kind: 'orphan' });
    await expect(fixture().payments.settle(said(one, 'paid'))).rejects.toThrow(
      'no owner for payments of the kind orphan',
    );
    expect(await fixture().rowOf(one.paymentId)).toMatchObject({ status: 'Created' });
  });
});

describe('a refund of a payment', () => {
  it('is made for a paid payment only, at the provider first, with one idempotency key', async () => {
    const one = await fixture().open();
    const asked: string[] = [];
    fixture().provider.refund = async (id, key) => {
      asked.push(`${id} ${key}`);
      return said({ id, reference: one.reference }, 'refunded');
    };
    const notPaid = { code: 'NotPaid' };
    await expect(fixture().payments.refundPayment(one.reference)).rejects.toMatchObject(notPaid);
    await expect(fixture().payments.refundPayment(randomUUID())).rejects.toMatchObject(notPaid);
    await expect(fixture().payments.refundPayment(one.reference, randomUUID())).rejects.toMatchObject(notPaid);
    expect(asked).toEqual([]);
    await fixture().payments.settle(said(one, 'paid'));
    await expect(fixture().payments.refundPayment(one.reference, randomUUID())).rejects.toMatchObject(notPaid);
    await fixture().payments.refundPayment(one.reference, one.paymentId);
    await fixture().payments.refundPayment(one.reference);
    expect(asked).toEqual([`${one.id} refund-${one.paymentId}`]);
    expect(fixture().notices.map(([what]) => what)).toEqual(['paid', 'refunded']);
  });

  it('leaves the payment paid if the provider does not answer', async () => {
    const one = await fixture().open();
    await fixture().payments.settle(said(one, 'paid'));
    fixture().provider.refund = silence;
    const unavailable = { code: 'PaymentProviderUnavailable', retryAfter: 10 };
    await expect(fixture().payments.refundPayment(one.reference)).rejects.toMatchObject(unavailable);
    expect(fixture().logged).toEqual(warned('a payment could not be given back'));
    expect(await fixture().rowOf(one.paymentId)).toMatchObject({ status: 'Paid' });
  });
});

const ignore = async () => undefined;

const ownerOf = (kind: string) => ({
  kind,
  accepts: async () => true,
  whenPaid: ignore,
  whenFailed: ignore,
  whenRefused: ignore,
  whenExpired: ignore,
  whenRefunded: ignore,
  whenProviderRefunded: ignore,
});

describe('owners of payments', () => {
  it('are missed before the server starts, not at the first payment', () => {
    const { payments } = fixture();
    const donations = ownerOf('donation');
    expect(() => payments.check()).toThrow('no owner for payments of the kind donation');
    payments.addOwner(donations);
    expect(() => payments.check()).toThrow('no owner for payments of the kind order');
    expect(() => payments.addOwner(donations)).toThrow('a second owner for payments of the kind donation');
    payments.addOwner(ownerOf('order'));
    expect(() => payments.check()).not.toThrow();
  });
});
