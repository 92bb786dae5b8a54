import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { cardBody, cards, give, givePaid, openMoneyFixture, until } from '#test/support/money/money-fixture.ts';

const made = z.object({ data: z.object({ payId: z.string(), proof: z.string() }) });

const fixture = await openMoneyFixture();
afterAll(() => fixture.close());
const { projectId } = await fixture.person();
const limited = await openMoneyFixture({ limits: true });
afterAll(() => limited.close());

describe('the same Idempotency-Key', () => {
  const ask = (key: string, amount = 10_000) =>
    fixture.call('POST ProjectPay/Create', { body: { projectId, amount, name: 'Аня' }, key });

  const count = async (table: string) =>
    (await fixture.db.pool.query(`select count(*) as count from ${table}`)).rows[0]?.count;

  it('100 times at once gives one payment and 100 equal answers; another body is 422', async () => {
    const answers = await Promise.all(Array.from({ length: 100 }, () => ask('a key of 100 tries')));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    for (const { body } of answers) expect(body).toEqual(answers[0]?.body);
    expect([await count('donation'), await count('payment'), (await fixture.books()).length]).toEqual([1, 1, 1]);
    expect(await ask('a key of 100 tries', 20_000)).toMatchObject({
      status: 422,
      body: { error: { code: 'IdempotencyMismatch' } },
    });
  });

  it('creates no second donation after a crash between the donation and its answer', async () => {
    const first = await ask('a key whose try crashed');
    await fixture.db.pool.query(`update idempotency_key set answer = null, locked_until = now() - interval '1 second'`);
    expect(await ask('a key whose try crashed')).toEqual(first);
    const { payId } = z.object({ data: z.object({ payId: z.string() }) }).parse(first.body).data;
    expect((await fixture.books()).filter(({ reference }) => reference === payId)).toHaveLength(1);
  });

  it('does not reveal a guest’s proof to others who know the key and the body', async () => {
    const body = { projectId, amount: 10_000, name: 'Аня' };
    const ofGuest = async (address: string, secret?: string) => {
      const headers: Record<string, string> = secret === undefined ? {} : { 'guest-secret': secret };
      const asked = { body, key: 'an easily guessed key', address, headers };
      const { data } = made.parse((await fixture.call('POST ProjectPay/Create', asked)).body);
      return data;
    };
    const first = await ofGuest('192.0.2.1');
    expect(await ofGuest('192.0.2.1')).toEqual(first);
    const stranger = await ofGuest('192.0.2.2');
    expect(stranger.payId).not.toBe(first.payId);
    expect(stranger.proof).not.toBe(first.proof);
    const moving = await ofGuest('192.0.2.1', 'a secret of his browser');
    expect(moving.proof).not.toBe(first.proof);
    expect(await ofGuest('198.51.100.9', 'a secret of his browser')).toEqual(moving);
  });

  it('is not found by a secret that spells the network of another guest', async () => {
    const create = (address: string, headers: Record<string, string>) => {
      const body = { projectId, amount: 10_000, name: 'Аня' };
      return fixture.call('POST ProjectPay/Create', { body, key: 'a key of one network', address, headers });
    };
    for (const [address, network] of [
      ['203.0.113.199', '203.0.113.199'],
      ['2001:db8:77:1::5', '2001:db8:77:1::/64'],
    ] as const) {
      const own = made.parse((await create(address, {})).body).data;
      const stranger = await create('198.51.100.77', { 'guest-secret': `of ${network}` });
      expect(made.parse(stranger.body).data.proof).not.toBe(own.proof);
    }
  });

  it('leaves no trace of 500 refused requests', async () => {
    const before = await count('idempotency_key');
    const refused = [
      { projectId, amount: 1 },
      { projectId: '019a1b2c-3d4e-7f5a-8b6c-7d8e9f0a1b2c', amount: 10_000 },
    ];
    const statuses = new Set<number>();
    for (let round = 0; round < 10; round += 1) {
      const tries = Array.from({ length: 50 }, (_, at) =>
        fixture.call('POST ProjectPay/Create', { body: refused[at % 2], key: `a refused request ${round} ${at}` }),
      );
      for (const { status } of await Promise.all(tries)) statuses.add(status);
    }
    expect([...statuses].sort()).toEqual([400, 404]);
    expect(await count('idempotency_key')).toBe(before);
  });

  it('other keys and no key create separate donations', async () => {
    const before = await count('donation');
    await Promise.all([
      ask('the first key'),
      ask('the other key'),
      give(fixture, { projectId }),
      give(fixture, { projectId }),
    ]);
    expect(await count('donation')).toBe(before + 4);
    expect((await ask('short')).status).toBe(400);
  });
});

describe('budgets', () => {
  async function tryDonation(projectId: string, address: string) {
    const answer = await limited.call('POST ProjectPay/Create', { body: { projectId, amount: 10_000 }, address });
    const { error } = z.object({ error: z.object({ message: z.string() }).optional() }).parse(answer.body);
    return { status: answer.status, retryAfter: Number(answer.retryAfter), message: error?.message };
  }

  /** Enters three wrong codes, so that the provider fails the payment. */
  async function fail(projectId: string, address: string, pan: string = cards.code) {
    const { paymentUrl, payId } = await give(limited, { projectId }, { address });
    await limited.pay(paymentUrl, cardBody(pan));
    for (const otp of ['000000', '111111', '222222']) await limited.pay(paymentUrl, { otp });
    await limited.payments.checkPayment(payId);
    await until(async () => (await limited.payments.readPayment(limited.db, payId))?.status === 'Failed');
  }

  /** The points that a budget has counted. */
  async function counted(key: string): Promise<number> {
    const { rows } = await limited.db.pool.query('select points from rate_limit where key = $1', [key]);
    return Number(rows[0]?.points ?? 0);
  }

  it('allow 120 donations a minute from one address, then refuse with the true reason', async () => {
    const { projectId } = await limited.person();
    const tries = await Promise.all(Array.from({ length: 120 }, () => tryDonation(projectId, '10.0.0.1')));
    expect(tries.filter(({ status }) => status !== 200)).toEqual([]);
    const refused = await tryDonation(projectId, '10.0.0.1');
    expect(refused).toMatchObject({ status: 429, message: expect.stringContaining('С вашего адреса за минуту') });
    expect(refused.retryAfter).toBeGreaterThan(0);
    expect(refused.retryAfter).toBeLessThanOrEqual(60);
    const asked = { body: { projectId, amount: 10_000 }, address: '10.0.0.1', key: 'a key over the budget' };
    expect((await limited.call('POST ProjectPay/Create', asked)).status).toBe(429);
    expect((await limited.db.pool.query('select from idempotency_key')).rows).toEqual([]);
    expect((await tryDonation(projectId, '10.0.0.2')).status).toBe(200);
  });

  it('refuse an address after 10 failed payments, but no other', async () => {
    const { projectId } = await limited.person();
    for (let round = 0; round < 10; round++) await fail(projectId, '10.0.1.1');
    await until(async () => (await tryDonation(projectId, '10.0.1.1')).status === 429);
    const refused = await tryDonation((await limited.person()).projectId, '10.0.1.1');
    expect(refused).toMatchObject({ status: 429, message: expect.stringContaining('слишком много неудачных оплат') });
    expect(refused.message).not.toMatch(/отклонена/i);
    expect((await tryDonation(projectId, '10.0.1.2')).status).toBe(200);
  });

  it('refuse a creator after 20 failed payments of each card system, unless many honest donations come with them', async () => {
    const { projectId } = await limited.person();
    for (let round = 0; round < 20; round++) await fail(projectId, `10.0.2.${round}`);
    // Refusals are counted after the commit that shows a payment as failed.
    await until(async () => (await counted(`refused-creator:uzcard:${projectId}`)) === 20);
    await until(async () => (await counted(`refused-creator-all:${projectId}`)) === 20);
    expect((await give(limited, { projectId }, { address: '10.0.3.2' })).closedSystems).toEqual(['uzcard']);
    for (let round = 0; round < 20; round++) await fail(projectId, `10.0.5.${round}`, '9860000000000109');
    await until(async () => (await tryDonation(projectId, '10.0.3.1')).status === 429);
    expect(await tryDonation(projectId, '10.0.3.1')).toMatchObject({
      status: 429,
      message: expect.stringContaining('У этого автора слишком много неудачных оплат'),
    });
    const other = await limited.person();
    expect((await tryDonation(other.projectId, '10.0.3.1')).status).toBe(200);
    const busy = await limited.person();
    for (let round = 0; round < 60; round++) await givePaid(limited, { projectId: busy.projectId }, {});
    for (let round = 0; round < 20; round++) await fail(busy.projectId, `10.0.4.${round}`);
    expect((await tryDonation(busy.projectId, '10.0.3.1')).status).toBe(200);
  });

  it('delete the address of a donation once it is paid or has failed', async () => {
    const { rows } = await limited.db.pool.query(`
      select distinct p.status, d.address is null as is_forgotten
      from donation d join payment p on p.reference = d.id where p.status <> 'Created' order by p.status`);
    expect(rows).toEqual([
      { status: 'Failed', is_forgotten: true },
      { status: 'Paid', is_forgotten: true },
    ]);
  });
});
