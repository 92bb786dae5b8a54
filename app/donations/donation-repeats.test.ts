import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { cardBody, cards, give, givePaid, type MoneyHouse, openMoneyHouse, until } from '#test/money-house.ts';

describe('the same Idempotency-Key', () => {
  let house: MoneyHouse;
  let projectId: string;

  beforeAll(async () => {
    house = await openMoneyHouse();
    ({ projectId } = await house.person());
  });

  afterAll(() => house.close());

  const ask = (key: string, amount = 10_000) =>
    house.call('POST ProjectPay/Create', { body: { projectId, amount, name: 'Аня' }, key });

  const count = async (table: string) =>
    (await house.db.pool.query(`select count(*) as count from ${table}`)).rows[0]?.count;

  it('100 times at once: one payment, 100 equal answers; with another body 422', async () => {
    const answers = await Promise.all(Array.from({ length: 100 }, () => ask('a key of 100 tries')));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    for (const { body } of answers) expect(body).toEqual(answers[0]?.body);
    expect([await count('donation'), await count('payment'), (await house.books()).length]).toEqual([1, 1, 1]);
    expect(await ask('a key of 100 tries', 20_000)).toMatchObject({
      status: 422,
      body: { error: { code: 'IdempotencyMismatch' } },
    });
  });

  it('after a crash between the gift and its answer: no second gift', async () => {
    const first = await ask('a key whose try crashed');
    await house.db.pool.query(`update idempotency_key set answer = null, locked_until = now() - interval '1 second'`);
    expect(await ask('a key whose try crashed')).toEqual(first);
    const { payId } = z.object({ data: z.object({ payId: z.string() }) }).parse(first.body).data;
    expect((await house.books()).filter(({ reference }) => reference === payId)).toHaveLength(1);
  });

  it('other keys and no key make gifts of their own', async () => {
    const before = await count('donation');
    await Promise.all([
      ask('the first key'),
      ask('the other key'),
      give(house, { projectId }),
      give(house, { projectId }),
    ]);
    expect(await count('donation')).toBe(before + 4);
    expect((await ask('short')).status).toBe(400);
  });
});

describe('budgets', () => {
  let house: MoneyHouse;

  beforeAll(async () => {
    house = await openMoneyHouse({ limits: true });
  });

  afterAll(() => house.close());

  async function tryGift(projectId: string, address: string) {
    const answer = await house.call('POST ProjectPay/Create', { body: { projectId, amount: 10_000 }, address });
    const { error } = z.object({ error: z.object({ message: z.string() }).optional() }).parse(answer.body);
    return { status: answer.status, retryAfter: Number(answer.retryAfter), message: error?.message };
  }

  /** Three wrong codes: the provider fails the payment. */
  async function fail(projectId: string, address: string, pan: string = cards.code) {
    const { paymentUrl, payId } = await give(house, { projectId }, { address });
    await house.pay(paymentUrl, cardBody(pan));
    for (const otp of ['000000', '111111', '222222']) await house.pay(paymentUrl, { otp });
    await house.payments.checkPayment(payId);
    await until(async () => (await house.payments.readPayment(house.db, payId))?.status === 'Failed');
  }

  it('let 120 gifts a minute from one address through, then tell the true reason', async () => {
    const { projectId } = await house.person();
    const tries = await Promise.all(Array.from({ length: 120 }, () => tryGift(projectId, '10.0.0.1')));
    expect(tries.filter(({ status }) => status !== 200)).toEqual([]);
    const refused = await tryGift(projectId, '10.0.0.1');
    expect(refused).toMatchObject({ status: 429, message: expect.stringContaining('С вашего адреса за минуту') });
    expect(refused.retryAfter).toBeGreaterThan(0);
    expect(refused.retryAfter).toBeLessThanOrEqual(60);
    expect((await tryGift(projectId, '10.0.0.2')).status).toBe(200);
  });

  it('close an address after 10 failed payments, others stay open', async () => {
    const { projectId } = await house.person();
    for (let round = 0; round < 10; round++) await fail(projectId, '10.0.1.1');
    await until(async () => (await tryGift(projectId, '10.0.1.1')).status === 429);
    const refused = await tryGift((await house.person()).projectId, '10.0.1.1');
    expect(refused).toMatchObject({ status: 429, message: expect.stringContaining('слишком много неудачных оплат') });
    expect(refused.message).not.toMatch(/отклонена/i);
    expect((await tryGift(projectId, '10.0.1.2')).status).toBe(200);
  });

  it('close a creator after 20 failed payments of each system from anywhere, unless many honest gifts come with them', async () => {
    const { projectId } = await house.person();
    for (let round = 0; round < 20; round++) await fail(projectId, `10.0.2.${round}`);
    expect((await give(house, { projectId }, { address: '10.0.3.2' })).closedSystems).toEqual(['uzcard']);
    for (let round = 0; round < 20; round++) await fail(projectId, `10.0.5.${round}`, '9860000000000109');
    await until(async () => (await tryGift(projectId, '10.0.3.1')).status === 429);
    expect(await tryGift(projectId, '10.0.3.1')).toMatchObject({
      status: 429,
      message: expect.stringContaining('У этого автора слишком много неудачных оплат'),
    });
    const other = await house.person();
    expect((await tryGift(other.projectId, '10.0.3.1')).status).toBe(200);
    const busy = await house.person();
    for (let round = 0; round < 60; round++) await givePaid(house, { projectId: busy.projectId }, {});
    for (let round = 0; round < 20; round++) await fail(busy.projectId, `10.0.4.${round}`);
    expect((await tryGift(busy.projectId, '10.0.3.1')).status).toBe(200);
  });

  it('forget the address of a gift once it is paid or has failed', async () => {
    const { rows } = await house.db.pool.query(`
      select distinct p.status, d.address is null as is_forgotten
      from donation d join payment p on p.reference = d.id where p.status <> 'Created' order by p.status`);
    expect(rows).toEqual([
      { status: 'Failed', is_forgotten: true },
      { status: 'Paid', is_forgotten: true },
    ]);
  });
});
