import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  fixtureAmount as amount,
  inAnHour,
  paymentFixture,
  said,
  silence,
  unexpected,
} from '#test/support/money/payment-fixture.ts';
import { ProviderRefusal, ProviderUnavailable } from '../payment-system.server.ts';

const fixture = paymentFixture();

const warned = (...messages: string[]) => messages.map((msg) => expect.objectContaining({ level: 40, msg }));

describe('opening a payment', () => {
  it('returns its address at the provider, the amount and the provider’s expiry', async () => {
    const expiresAt = inAnHour();
    const { reference, id, paymentId, ...opened } = await fixture().open({ expiresAt });
    expect(opened).toEqual({ paymentUrl: `https://pay.example/${id}`, amount, expiresAt });
    const { payments } = fixture();
    expect(await payments.readPayment(fixture().database.db, reference)).toEqual({
      paymentId,
      status: 'Created',
      amount,
      isChecked: false,
    });
    expect(await payments.readPayment(fixture().database.db, randomUUID())).toBeNull();
  });

  it('sends the country’s currency and the page to return to to the provider', async () => {
    const wanted: unknown[] = [];
    fixture().provider.open = async (payment) => {
      wanted.push(payment);
      return { id: randomUUID(), expiresAt: inAnHour(), payerUrl: '' };
    };
    const reference = randomUUID();
    await fixture().ask(reference);
    const returnUrl = `https://opora.example/things/${reference}`;
    expect(wanted).toEqual([{ amount, currency: 'UZS', reference, description: 'Вещь', returnUrl, language: 'ru' }]);
  });

  it('returns the same payment while the provider has one open for the reference', async () => {
    const { id, reference, paymentId } = await fixture().open();
    fixture().provider.open = async () => ({ id, expiresAt: inAnHour(), payerUrl: '' });
    expect((await fixture().ask(reference)).paymentId).toBe(paymentId);
  });

  it('fails if the provider answers with a payment of another reference', async () => {
    const { id, paymentId } = await fixture().open();
    fixture().provider.open = async () => ({ id, expiresAt: inAnHour(), payerUrl: '' });
    const reference = randomUUID();
    await expect(fixture().ask(reference)).rejects.toThrow(`has the payment ${id} of another reference`);
    expect(await fixture().payments.readPayment(fixture().database.db, reference)).toBeNull();
    expect(await fixture().rowOf(paymentId)).toMatchObject({ status: 'Created', problem: null });
  });

  it('fails with the reason of the provider’s refusal, and with our own errors unchanged', async () => {
    const { reference } = await fixture().open();
    const refuse = (error: Error) => {
      fixture().provider.open = () => Promise.reject(error);
      return expect(fixture().ask(reference)).rejects;
    };
    await refuse(new ProviderRefusal('ReferenceInUse', 409, 'no')).toMatchObject({ code: 'OtherPaymentOpen' });
    await refuse(new ProviderRefusal('AmountRefused', 400, 'no')).toMatchObject({ code: 'AmountNotTaken' });
    await refuse(new RangeError('our own mistake')).toThrow('our own mistake');
    expect(fixture().logged).toEqual([]);
    const unavailable = { code: 'PaymentProviderUnavailable', retryAfter: 10 };
    await refuse(new ProviderRefusal('Whatever', 409, 'no')).toMatchObject(unavailable);
    await refuse(new ProviderUnavailable('silence')).toMatchObject(unavailable);
    expect(fixture().logged).toEqual(warned('a payment could not be opened', 'a payment could not be opened'));
  });

  it('returns a payment that has just been paid, and asks the provider if its callback has not arrived', async () => {
    const { reference, id, paymentId, paymentUrl } = await fixture().open();
    fixture().provider.open = () => Promise.reject(new ProviderRefusal('AlreadyPaid', 409, 'no'));
    fixture().provider.ask = async () => said({ id, reference }, 'paid');
    expect(await fixture().ask(reference)).toMatchObject({ paymentId, paymentUrl, amount });
    expect(fixture().notices.map(([what]) => what)).toEqual(['paid']);
    fixture().provider.ask = unexpected;
    expect(await fixture().ask(reference)).toMatchObject({ paymentId });
    await expect(fixture().ask(randomUUID())).rejects.toMatchObject({ code: 'PaymentProviderUnavailable' });
  });

  it('is unavailable if the payment is already paid and the provider cannot be asked about it', async () => {
    const { reference } = await fixture().open();
    fixture().provider.open = () => Promise.reject(new ProviderRefusal('AlreadyPaid', 409, 'no'));
    fixture().provider.ask = silence;
    const unavailable = { code: 'PaymentProviderUnavailable', retryAfter: 10 };
    await expect(fixture().ask(reference)).rejects.toMatchObject(unavailable);
    expect(fixture().logged).toEqual(warned('the provider could not be asked'));
  });
});
