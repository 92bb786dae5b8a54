import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { minor } from '#base/money.ts';
import { openTestDatabase, type TestDatabase } from '#test/database.ts';
import { deskAmount as amount, inAnHour, PaymentDesk, said, silence, unexpected } from '#test/payment-desk.ts';
import { type ProviderPayment, ProviderRefusal, ProviderUnavailable } from './provider-client.server.ts';

let database: TestDatabase;
let desk: PaymentDesk;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(() => {
  desk = new PaymentDesk(database);
});

const warned = (...messages: string[]) => messages.map((msg) => expect.objectContaining({ level: 40, msg }));

describe('a payment that is opened', () => {
  it('is where the payer pays it, over what was asked, until the provider’s time', async () => {
    const expiresAt = inAnHour();
    const { reference, id, paymentId, ...opened } = await desk.open({ expiresAt });
    expect(opened).toEqual({ paymentUrl: `https://pay.example/${id}`, amount, expiresAt });
    const { payments } = desk;
    expect(await payments.readPayment(database.db, reference)).toEqual({ paymentId, status: 'Created', amount });
    expect(await payments.readPayment(database.db, randomUUID())).toBeNull();
  });

  it('is asked of the provider in the country’s currency, with the address that he is to call', async () => {
    const wanted: unknown[] = [];
    desk.provider.create = async (payment) => {
      wanted.push(payment);
      return { id: randomUUID(), expiresAt: inAnHour() };
    };
    const reference = randomUUID();
    await desk.ask(reference);
    const callbackUrl = 'https://opora.example/callback';
    expect(wanted).toEqual([{ amount, currency: 'UZS', reference, description: 'Вещь', callbackUrl }]);
  });

  it('is the same one while the provider keeps one open for the thing', async () => {
    const { id, reference, paymentId } = await desk.open();
    desk.provider.create = async () => ({ id, expiresAt: inAnHour() });
    expect((await desk.ask(reference)).paymentId).toBe(paymentId);
  });

  it('is told what the provider has against it', async () => {
    const { reference } = await desk.open();
    const refuse = (error: Error) => {
      desk.provider.create = () => Promise.reject(error);
      return expect(desk.ask(reference)).rejects;
    };
    await refuse(new ProviderRefusal('ReferenceInUse', 409, 'no')).toMatchObject({ code: 'OtherPaymentOpen' });
    await refuse(new RangeError('our own mistake')).toThrow('our own mistake');
    expect(desk.logged).toEqual([]);
    const unavailable = { code: 'PaymentProviderUnavailable', retryAfter: 10 };
    await refuse(new ProviderRefusal('Whatever', 409, 'no')).toMatchObject(unavailable);
    await refuse(new ProviderUnavailable('silence')).toMatchObject(unavailable);
    expect(desk.logged).toEqual(warned('a payment could not be opened', 'a payment could not be opened'));
  });

  it('and was paid a moment ago is shown as paid, by the provider’s word where its callback is still on the way', async () => {
    const { reference, id, paymentId, paymentUrl } = await desk.open();
    desk.provider.create = () => Promise.reject(new ProviderRefusal('AlreadyPaid', 409, 'no'));
    desk.provider.ask = async () => said({ id, reference }, 'paid');
    expect(await desk.ask(reference)).toMatchObject({ paymentId, paymentUrl, amount });
    expect(desk.told.map(([what]) => what)).toEqual(['paid']);
    desk.provider.ask = unexpected;
    expect(await desk.ask(reference)).toMatchObject({ paymentId });
    await expect(desk.ask(randomUUID())).rejects.toMatchObject({ code: 'PaymentProviderUnavailable' });
  });
});

describe('what the provider tells', () => {
  it('is passed on once to whose payment it is, with the card where it is known', async () => {
    const one = await desk.open();
    const words = ['code_required', 'failed', 'failed', 'paid', 'paid', 'failed', 'refunded', 'refunded'] as const;
    for (const word of words) expect(await desk.payments.settle(said(one, word))).toBe('known');
    const { paymentId, reference } = one;
    const news = { paymentId, reference, amount, cardPrefix: '8600', refusals: 0 };
    expect(desk.told).toEqual(['failed', 'paid', 'refunded'].map((what) => [what, news]));
    const other = await desk.open();
    await desk.payments.settle(said(other, 'expired', { cardPrefix: null }));
    const otherNews = { paymentId: other.paymentId, reference: other.reference, amount, cardPrefix: null, refusals: 0 };
    expect(desk.told.at(-1)).toEqual(['expired', otherNews]);
  });

  it('of a payment that nobody has is unknown', async () => {
    expect(await desk.payments.settle(said({ id: randomUUID(), reference: randomUUID() }, 'paid'))).toBe('unknown');
  });

  it('moves nothing where it cannot be, and an operator is told once', async () => {
    const one = await desk.open();
    const wrong: [Partial<ProviderPayment>, string][] = [
      [{ amount: minor(500_001) }, 'amount: 500001 instead of 500000'],
      [{ reference: randomUUID() }, 'another reference'],
      [{ currency: 'KZT' }, 'another currency'],
    ];
    for (const [more, problem] of wrong) {
      for (let time = 0; time < 2; time += 1) expect(await desk.payments.settle(said(one, 'paid', more))).toBe('known');
      expect(await desk.rowOf(one.paymentId)).toEqual({ status: 'Created', problem, isAsked: true });
    }
    expect(desk.told).toEqual([]);
    expect(desk.logged).toEqual(
      wrong.map(([{ amount: toldAmount = amount }, problem]) =>
        expect.objectContaining({ level: 50, paymentId: one.paymentId, problem, toldAmount }),
      ),
    );
    await desk.payments.settle(said(one, 'paid'));
    expect(await desk.rowOf(one.paymentId)).toMatchObject({ status: 'Paid', problem: null });
  });

  it('ends the questions where it is the last word, and not before', async () => {
    const one = await desk.open();
    await database.db.pool.query(`update payment set status = 'Expired' where id = $1`, [one.paymentId]);
    for (const word of ['created', 'code_required'] as const) {
      await desk.payments.settle(said(one, word));
      expect(await desk.rowOf(one.paymentId)).toMatchObject({ status: 'Expired', isAsked: true });
    }
    await desk.payments.settle(said(one, 'expired'));
    expect(await desk.rowOf(one.paymentId)).toMatchObject({ status: 'Expired', isAsked: false });
  });

  it('keeps the questions of a payment that can still be paid', async () => {
    const one = await desk.open();
    await desk.payments.settle(said(one, 'created'));
    expect(await desk.rowOf(one.paymentId)).toMatchObject({ status: 'Created', isAsked: true });
  });

  it('of a kind that nobody owns moves nothing', async () => {
    const one = await desk.open({ kind: 'nobody' });
    await expect(desk.payments.settle(said(one, 'paid'))).rejects.toThrow('nobody owns payments of the kind nobody');
    expect(await desk.rowOf(one.paymentId)).toMatchObject({ status: 'Created' });
  });
});

describe('money', () => {
  it('goes back for what is paid alone, at the provider first, under one key however often', async () => {
    const one = await desk.open();
    const asked: string[] = [];
    desk.provider.refund = async (id, key) => {
      asked.push(`${id} ${key}`);
      return said({ id, reference: one.reference }, 'refunded');
    };
    const notPaid = { code: 'NotPaid' };
    await expect(desk.payments.refundPayment(one.reference)).rejects.toMatchObject(notPaid);
    await expect(desk.payments.refundPayment(randomUUID())).rejects.toMatchObject(notPaid);
    await expect(desk.payments.refundPayment(one.reference, randomUUID())).rejects.toMatchObject(notPaid);
    expect(asked).toEqual([]);
    await desk.payments.settle(said(one, 'paid'));
    await expect(desk.payments.refundPayment(one.reference, randomUUID())).rejects.toMatchObject(notPaid);
    await desk.payments.refundPayment(one.reference, one.paymentId);
    await desk.payments.refundPayment(one.reference);
    expect(asked).toEqual([`${one.id} refund-${one.paymentId}`]);
    expect(desk.told.map(([what]) => what)).toEqual(['paid', 'refunded']);
  });

  it('stays where the provider does not answer', async () => {
    const one = await desk.open();
    await desk.payments.settle(said(one, 'paid'));
    desk.provider.refund = silence;
    const unavailable = { code: 'PaymentProviderUnavailable', retryAfter: 10 };
    await expect(desk.payments.refundPayment(one.reference)).rejects.toMatchObject(unavailable);
    expect(desk.logged).toEqual(warned('a payment could not be given back'));
    expect(await desk.rowOf(one.paymentId)).toMatchObject({ status: 'Paid' });
  });
});

describe('a round of questions', () => {
  it('tells how many were due and whether the provider answered', async () => {
    await desk.makeDue([]);
    expect(await desk.payments.sweep(10)).toEqual({ due: 0, isProviderUp: true });
    const [one, two] = [await desk.open(), await desk.open()];
    await desk.makeDue([one.paymentId, two.paymentId]);
    desk.provider.ask = async (id) => (id === one.id ? silence() : said(two, 'paid'));
    expect(await desk.payments.sweep(10)).toEqual({ due: 2, isProviderUp: true });
    expect(desk.told).toEqual([['paid', expect.objectContaining({ reference: two.reference })]]);
    await desk.makeDue([one.paymentId]);
    expect(await desk.payments.sweep(10)).toEqual({ due: 1, isProviderUp: false });
    expect(desk.logged.at(-1)).toMatchObject({ level: 40, msg: 'the provider could not be asked', payments: 1 });
    expect(await desk.rowOf(one.paymentId)).toMatchObject({ status: 'Created' });
  });

  it('logs a silent provider once, and expires by our clock what is over', async () => {
    const some = [await desk.open(), await desk.open(), await desk.open()];
    await desk.makeDue(
      some.map(({ paymentId }) => paymentId),
      true,
    );
    desk.provider.ask = silence;
    expect(await desk.payments.sweep(10)).toEqual({ due: 3, isProviderUp: false });
    expect(desk.logged).toEqual([expect.objectContaining({ level: 40, payments: 3 })]);
    expect(desk.told.map(([what]) => what)).toEqual(['expired', 'expired', 'expired']);
    expect(desk.told[0]?.[1]).toMatchObject({ cardPrefix: null });
  });

  it('leaves alone what the provider still waits for, though its time is over by our clock', async () => {
    const [one, silent] = [await desk.open(), await desk.open()];
    await desk.makeDue([one.paymentId, silent.paymentId], true);
    desk.provider.ask = async (id) => (id === silent.id ? silence() : said(one, 'created'));
    expect(await desk.payments.sweep(10)).toEqual({ due: 2, isProviderUp: true });
    expect(await desk.rowOf(one.paymentId)).toMatchObject({ status: 'Created' });
    expect(await desk.rowOf(silent.paymentId)).toMatchObject({ status: 'Expired' });
  });

  it('is not made of one payment twice in two seconds, and a silent provider leaves what is stored', async () => {
    const one = await desk.open();
    const asked: string[] = [];
    desk.provider.ask = (id) => {
      asked.push(id);
      return silence();
    };
    const stored = { paymentId: one.paymentId, status: 'Created', amount, isChecked: false };
    const begun = performance.now();
    expect(await desk.payments.checkPayment(one.reference)).toEqual(stored);
    expect(asked).toEqual([one.id]);
    expect(await Promise.all([1, 2, 3].map(() => desk.payments.checkPayment(one.reference)))).toEqual([
      stored,
      stored,
      stored,
    ]);
    expect(asked).toEqual([one.id, one.id]);
    expect(performance.now() - begun).toBeGreaterThan(1_900);
    expect(desk.logged.every(({ msg }) => msg === 'the provider could not be asked')).toBe(true);
    expect(await desk.payments.checkPayment(randomUUID())).toBeNull();
  });

  it('is made until the last word', async () => {
    const one = await desk.open();
    desk.provider.ask = async () => said(one, 'paid');
    const paid = { paymentId: one.paymentId, status: 'Paid', amount, isChecked: true };
    expect(await desk.payments.checkPayment(one.reference)).toEqual(paid);
    desk.provider.ask = unexpected;
    expect(await desk.payments.checkPayment(one.reference)).toEqual(paid);
    expect(desk.logged).toEqual([]);
  });
});
