import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { minor } from '#base/money/money.ts';
import {
  fixtureAmount as amount,
  inAnHour,
  paymentFixture,
  said,
  silence,
  unexpected,
} from '#test/support/money/payment-fixture.ts';
import { type PaymentSystem, ProviderRefusal } from '../payment-system.server.ts';
import { claimPaymentQuestion } from './payments-store.server.ts';

/** Its questions are answered from our own tables, which do not know the payment. */
const local: PaymentSystem = {
  name: 'click',
  way: 'redirect',
  browserOrigins: [],
  asksFirst: true,
  refundsParts: false,
  open: async ({ reference }) => ({ id: reference, expiresAt: inAnHour(), payerUrl: 'https://click.example' }),
  ask: () => Promise.reject(new ProviderRefusal('NotFound', 404, 'no')),
  refund: unexpected,
};

const fixture = paymentFixture(() => [local]);

describe('a round of the sweeper', () => {
  it('counts a payment that the provider does not know as answered', async () => {
    const one = await fixture().open();
    const silent = await fixture().open();
    const isUnknown = () => Promise.reject(new ProviderRefusal('NotFound', 404, 'no'));
    fixture().provider.ask = isUnknown;
    await fixture().makeDue([one.paymentId]);
    expect(await fixture().payments.polling.sweep(10)).toEqual({ due: 1, isProviderUp: true });
    fixture().provider.ask = (id) => (id === one.id ? isUnknown() : silence());
    await fixture().makeDue([one.paymentId, silent.paymentId]);
    expect(await fixture().payments.polling.sweep(10)).toEqual({ due: 2, isProviderUp: true });
    await fixture().makeDue([one.paymentId], true);
    await fixture().payments.polling.sweep(10);
    expect(await fixture().rowOf(one.paymentId)).toMatchObject({ status: 'Expired' });
  });

  it('says of one system whether it answers, whatever another one answers', async () => {
    const silent = await fixture().open();
    const own = await fixture().ask(randomUUID(), 'thing', 'click');
    fixture().provider.ask = silence;
    await fixture().makeDue([silent.paymentId, own.paymentId]);
    expect(await fixture().payments.polling.sweep(10, 'gateway')).toEqual({ due: 1, isProviderUp: false });
    expect(await fixture().payments.polling.sweep(10, 'click')).toEqual({ due: 1, isProviderUp: true });
  });

  it('throws an error of our own, wherever in the round it happened, and expires nothing for it', async () => {
    const one = await fixture().open();
    const orphan = await fixture().open({ kind: 'orphan' });
    const last = await fixture().open();
    await fixture().makeDue([one.paymentId, orphan.paymentId, last.paymentId], true);
    await fixture().database.db.pool.query(
      `update payment set next_check_at = now() - interval '1 hour' where id = $1`,
      [one.paymentId],
    );
    fixture().provider.ask = async (id) => said([one, orphan, last].find((each) => each.id === id) ?? one, 'paid');
    await expect(fixture().payments.polling.sweep(10)).rejects.toThrow('no owner for payments of the kind orphan');
    expect(await fixture().rowOf(orphan.paymentId)).toMatchObject({ status: 'Created', isAsked: true });
    expect(fixture().notices.map(([what]) => what)).toEqual(['paid', 'paid']);
  });

  it('returns how many payments were due and whether the provider answered', async () => {
    await fixture().makeDue([]);
    expect(await fixture().payments.polling.sweep(10)).toEqual({ due: 0, isProviderUp: true });
    const one = await fixture().open();
    const two = await fixture().open();
    await fixture().makeDue([one.paymentId, two.paymentId]);
    fixture().provider.ask = async (id) => (id === one.id ? silence() : said(two, 'paid'));
    expect(await fixture().payments.polling.sweep(10)).toEqual({ due: 2, isProviderUp: true });
    expect(fixture().notices).toEqual([['paid', expect.objectContaining({ reference: two.reference })]]);
    await fixture().makeDue([one.paymentId]);
    expect(await fixture().payments.polling.sweep(10)).toEqual({ due: 1, isProviderUp: false });
    expect(fixture().logged.at(-1)).toMatchObject({ level: 40, msg: 'the provider could not be asked', payments: 1 });
    expect(await fixture().rowOf(one.paymentId)).toMatchObject({ status: 'Created' });
  });

  it('logs a silent provider once, and expires payments by our clock', async () => {
    const some = [await fixture().open(), await fixture().open(), await fixture().open()];
    await fixture().makeDue(
      some.map(({ paymentId }) => paymentId),
      true,
    );
    fixture().provider.ask = silence;
    expect(await fixture().payments.polling.sweep(10)).toEqual({ due: 3, isProviderUp: false });
    expect(fixture().logged).toEqual([expect.objectContaining({ level: 40, payments: 3 })]);
    expect(fixture().notices.map(([what]) => what)).toEqual(['expired', 'expired', 'expired']);
    expect(fixture().notices[0]?.[1]).toMatchObject({ cardPrefix: null });
  });

  it('does not expire a payment that is still open at the provider, though its time is over by our clock', async () => {
    const one = await fixture().open();
    const silent = await fixture().open();
    await fixture().makeDue([one.paymentId, silent.paymentId], true);
    fixture().provider.ask = async (id) => (id === silent.id ? silence() : said(one, 'created'));
    expect(await fixture().payments.polling.sweep(10)).toEqual({ due: 2, isProviderUp: true });
    expect(await fixture().rowOf(one.paymentId)).toMatchObject({ status: 'Created' });
    expect(await fixture().rowOf(silent.paymentId)).toMatchObject({ status: 'Expired' });
  });
});

describe('checking a payment', () => {
  it('asks the provider at most once in two seconds, and returns the stored state if the provider is silent', async () => {
    const one = await fixture().open();
    const asked: string[] = [];
    fixture().provider.ask = (id) => {
      asked.push(id);
      return silence();
    };
    const stored = { paymentId: one.paymentId, status: 'Created', amount, isChecked: false };
    expect(await fixture().payments.checkPayment(one.reference)).toEqual(stored);
    expect(asked).toEqual([one.id]);
    const { db } = fixture().database;
    expect(await claimPaymentQuestion(db, one.paymentId)).toBe(false);
    const soon = [1, 2, 3].map(() => fixture().payments.checkPayment(one.reference));
    await db.pool.query(`update payment set asked_at = asked_at - interval '2 seconds' where id = $1`, [one.paymentId]);
    expect(await Promise.all(soon)).toEqual([stored, stored, stored]);
    expect(asked).toEqual([one.id, one.id]);
    expect(fixture().logged.every(({ msg }) => msg === 'the provider could not be asked')).toBe(true);
    expect(await fixture().payments.checkPayment(randomUUID())).toBeNull();
  });

  it('asks until the status is final', async () => {
    const one = await fixture().open();
    fixture().provider.ask = async () => said(one, 'paid');
    const paid = { paymentId: one.paymentId, status: 'Paid', amount, isChecked: true };
    expect(await fixture().payments.checkPayment(one.reference)).toEqual(paid);
    fixture().provider.ask = unexpected;
    expect(await fixture().payments.checkPayment(one.reference)).toEqual(paid);
    expect(fixture().logged).toEqual([]);
  });
});

it('leaves a part refund to the worker that has begun a later try', async () => {
  const one = await fixture().open();
  const { payments, provider, database } = fixture();
  await payments.settle(said(one, 'paid'));
  const id = randomUUID();
  await database.db.transaction((tx) =>
    payments.parts.plan(tx, { id, paymentId: one.paymentId, amount: minor(100_000) }),
  );
  const refuse = () => Promise.reject(new ProviderRefusal('NotPaid', 409, 'no'));
  provider.refund = async () => {
    await database.db.pool.query('update payment_refund set tries = tries + 1 where id = $1', [id]);
    return refuse();
  };
  expect(await payments.parts.carryOut(id)).toBe('Wanted');
  expect((await fixture().rowOf(one.paymentId))?.problem).toBeNull();
});
