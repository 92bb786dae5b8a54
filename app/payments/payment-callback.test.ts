import { createHmac, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readLedgerFaults } from '#test/money-faults.ts';
import { give, givePaid, type MoneyHouse, openMoneyHouse, signedHeader } from '#test/money-house.ts';

let house: MoneyHouse;
let projectId: string;
let accountId: string;

beforeAll(async () => {
  house = await openMoneyHouse();
});

beforeEach(async () => {
  ({ projectId, accountId } = await house.person());
});

afterAll(() => house.close());

const nothingWrong = { entrySum: 0, wrongBalances: 0, unbalanced: 0 };

interface Event {
  readonly eventId: string;
  readonly id: string;
  readonly reference: string;
  readonly status: string;
  readonly amount: number;
  readonly occurredAt: string;
}

function eventOf(gift: { payId: string; paymentUrl: string; amount: number }, change: Partial<Event> = {}): Event {
  return {
    eventId: randomUUID(),
    id: gift.paymentUrl.split('/').at(-1) ?? '',
    reference: gift.payId,
    status: 'paid',
    amount: gift.amount * 100,
    occurredAt: new Date().toISOString(),
    ...change,
  };
}

async function callBack(event: unknown, header?: string): Promise<number> {
  const raw = JSON.stringify(event);
  const headers = { 'x-signature': header ?? signedHeader(raw) };
  return (await house.call('POST Payment/Callback', { raw, headers })).status;
}

/** Stored, without asking the provider. */
async function stateOf(payId: string): Promise<string | undefined> {
  return (await house.payments.readPayment(house.db, payId))?.status;
}

async function balance(): Promise<unknown> {
  const { rows } = await house.db.pool.query('select balance from account where id = $1', [accountId]);
  return rows[0]?.balance;
}

const problemOf = async (payId: string): Promise<unknown> =>
  (await house.db.pool.query('select problem from payment where reference = $1', [payId])).rows[0]?.problem;

describe('a signed callback', () => {
  it('pays a gift: status, ledger and listeners once, however often and from how many sides it comes', async () => {
    const gift = await give(house, { projectId, amount: 10_000, name: 'Аня', message: 'сука' });
    const event = eventOf(gift);
    const answers = await Promise.all(Array.from({ length: 20 }, () => callBack(event)));
    expect(answers).toEqual(Array.from({ length: 20 }, () => 200));
    expect(await callBack({ ...event, eventId: randomUUID() })).toBe(200);
    expect(await stateOf(gift.payId)).toBe('Paid');
    expect(await balance()).toBe(950_000);
    const told = house.paid.filter(({ donationId }) => donationId === gift.payId);
    expect(told).toMatchObject([{ projectId, name: 'Аня', amount: 1_000_000, message: '****' }]);
    expect(await readLedgerFaults(house.db)).toEqual(nothingWrong);
  });

  it('takes any of several signatures, while a secret is being changed', async () => {
    const gift = await give(house, { projectId });
    const raw = JSON.stringify(eventOf(gift));
    const header = `${signedHeader(raw)},v1=${'0'.repeat(64)}`;
    expect(await callBack(eventOf(gift), `${header}`)).toBe(401);
    const status = (await house.call('POST Payment/Callback', { raw, headers: { 'x-signature': header } })).status;
    expect([status, await stateOf(gift.payId)]).toEqual([200, 'Paid']);
  });

  it('out of order changes nothing that it should not', async () => {
    const gift = await give(house, { projectId });
    expect(await callBack(eventOf(gift, { status: 'paid' }))).toBe(200);
    for (const status of ['code_required', 'failed', 'expired', 'created']) {
      expect(await callBack(eventOf(gift, { status }))).toBe(200);
      expect(await stateOf(gift.payId)).toBe('Paid');
    }
    expect(await callBack(eventOf(gift, { status: 'refunded' }))).toBe(200);
    expect(await callBack(eventOf(gift, { status: 'paid' }))).toBe(200);
    expect([await stateOf(gift.payId), await balance()]).toEqual(['Refunded', 0]);
  });

  it('that tells first of a refund makes both steps', async () => {
    const gift = await give(house, { projectId });
    expect(await callBack(eventOf(gift, { status: 'refunded' }))).toBe(200);
    expect([await stateOf(gift.payId), await balance()]).toEqual(['Refunded', 0]);
    const { rows } = await house.db.pool.query('select kind from posting where reference = $1 order by id', [
      gift.payId,
    ]);
    expect(rows).toEqual([{ kind: 'donation' }, { kind: 'donation-refund' }]);
  });

  it.each([
    ['another amount', { amount: 1_000_100 }, /^amount: 1000100 instead of 1000000/],
    ['less money', { amount: 1 }, /^amount/],
    ['another reference', { reference: randomUUID() }, /reference/],
  ])('with %s never pays, is put before an operator and logged once', async (_, change, problem) => {
    const gift = await give(house, { projectId });
    const linesBefore = house.logLines.length;
    expect(await callBack(eventOf(gift, change))).toBe(200);
    expect(await callBack(eventOf(gift, change))).toBe(200);
    expect([await stateOf(gift.payId), await balance()]).toEqual(['Created', 0]);
    expect(await problemOf(gift.payId)).toMatch(problem);
    const logged = house.logLines
      .slice(linesBefore)
      .filter((line) => line.includes('the provider tells what cannot be'));
    expect(logged).toHaveLength(1);
    expect(await callBack(eventOf(gift))).toBe(200);
    expect([await stateOf(gift.payId), await problemOf(gift.payId)]).toEqual(['Paid', null]);
  });

  it('for a payment that is not known: 404 where it is about money', async () => {
    const gift = { payId: randomUUID(), paymentUrl: `/payment/${randomUUID()}`, amount: 10_000 };
    expect(await callBack(eventOf(gift))).toBe(404);
    expect(await callBack(eventOf(gift, { status: 'refunded' }))).toBe(404);
    expect(await callBack(eventOf(gift, { status: 'expired' }))).toBe(200);
  });

  it('that is no callback is 400', async () => {
    expect(await callBack({ eventId: 'x' })).toBe(400);
    const gift = await give(house, { projectId });
    expect(await callBack({ ...eventOf(gift), status: 'paid!' })).toBe(400);
    expect(await callBack(eventOf(gift, { amount: 1.5 }))).toBe(400);
  });
});

describe('a forged or stale callback', () => {
  it('is 401 and has no effect', async () => {
    const gift = await give(house, { projectId });
    const event = eventOf(gift);
    const raw = JSON.stringify(event);
    const good = signedHeader(raw);
    const [time = '', digest = ''] = good.split(',');
    const forged = [
      '',
      'nonsense',
      time,
      digest,
      `${time},v1=`,
      `${time},v1=${'0'.repeat(64)}`,
      `${time},v1=${digest.slice(3, -1)}`,
      `${time},v0=${digest.slice(3)}`,
      `t=${Number(time.slice(2)) + 1},${digest}`,
      `${time},${time},${digest}`,
      `t=,${digest}`,
      `t=NaN,${digest}`,
      signedHeader(raw, { secret: 'another secret' }),
      signedHeader(`${raw} `),
      signedHeader(raw, { seconds: -301 }),
      signedHeader(raw, { seconds: 302 }),
      `t=${Math.floor(Date.now() / 1000)},v1=${createHmac('sha256', '').update(raw).digest('hex')}`,
    ];
    for (const header of forged) expect([header, await callBack(event, header)]).toEqual([header, 401]);
    expect((await house.call('POST Payment/Callback', { raw })).status).toBe(401);
    expect([await stateOf(gift.payId), await balance()]).toEqual(['Created', 0]);
    expect(await callBack(event, signedHeader(raw, { seconds: -290 }))).toBe(200);
    expect(await stateOf(gift.payId)).toBe('Paid');
  });

  it('whose bytes were changed is 401, though its JSON means the same', async () => {
    const gift = await give(house, { projectId });
    const raw = JSON.stringify(eventOf(gift));
    const headers = { 'x-signature': signedHeader(raw) };
    const answer = await house.call('POST Payment/Callback', { raw: raw.replace('{', '{ '), headers });
    expect([answer.status, await stateOf(gift.payId)]).toEqual([401, 'Created']);
  });
});

describe('a refund', () => {
  it('gives everything back once, whoever asks and however often', async () => {
    const gift = await givePaid(house, { projectId, amount: 10_000, name: 'Аня' });
    await givePaid(house, { projectId, amount: 7_000, name: 'Аня' });
    await Promise.all([
      ...Array.from({ length: 5 }, () => house.payments.refundPayment(gift.payId)),
      ...Array.from({ length: 5 }, () => callBack(eventOf(gift, { status: 'refunded' }))),
      house.refundAtProvider(gift.paymentUrl),
    ]);
    expect([await stateOf(gift.payId), await balance()]).toEqual(['Refunded', 665_000]);
    expect(house.refunded.filter(({ donationId }) => donationId === gift.payId)).toHaveLength(1);
    expect((await house.call(`GET ProjectPay/List?projectId=${projectId}`)).body).toMatchObject({
      data: { totalCount: 1, payments: [{ amount: 7_000 }] },
    });
    expect((await house.call(`GET ProjectPay/Top?projectId=${projectId}`)).body).toMatchObject({
      data: [{ name: 'Аня', amount: 7_000, count: 1 }],
    });
    expect(await readLedgerFaults(house.db)).toEqual(nothingWrong);
  });

  it('is only for what is paid', async () => {
    const gift = await give(house, { projectId });
    await expect(house.payments.refundPayment(gift.payId)).rejects.toMatchObject({ code: 'NotPaid', status: 409 });
    await expect(house.payments.refundPayment(randomUUID())).rejects.toMatchObject({ code: 'NotPaid' });
  });

  it('is 401 before anything of it is looked at', async () => {
    const gift = await give(house, { projectId });
    const json = 'application/json';
    const bodies: [string, string][] = [
      ['{"status":"paid","extra":1}', json],
      ['{"status":', json],
      ['', json],
      [`"${'x'.repeat(2_000_000)}"`, json],
      [JSON.stringify(eventOf(gift)), 'text/plain'],
      ['a=b', 'application/x-www-form-urlencoded'],
    ];
    for (const [raw, type] of bodies) {
      for (const header of [undefined, signedHeader(`${raw}!`)]) {
        const headers = { 'content-type': type, ...(header !== undefined && { 'x-signature': header }) };
        const answer = await house.call('POST Payment/Callback', { raw, headers });
        expect([type, raw.slice(0, 20), answer.status, answer.body]).toMatchObject([
          ...[type, raw.slice(0, 20), 401],
          { success: false, error: { code: 'BadSignature' } },
        ]);
      }
    }
    const broken = '{"status":';
    const signed = await house.call('POST Payment/Callback', {
      raw: broken,
      headers: { 'x-signature': signedHeader(broken) },
    });
    expect(signed.status).toBe(400);
  });
});
