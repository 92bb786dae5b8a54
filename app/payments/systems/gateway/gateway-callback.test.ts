import { createHmac, randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { readLedgerFaults } from '#test/support/money/money-faults.ts';
import { give, givePaid, openMoneyFixture, signedHeader } from '#test/support/money/money-fixture.ts';

let projectId: string;
let accountId: string;

const fixture = await openMoneyFixture();

beforeEach(async () => {
  ({ projectId, accountId } = await fixture.person());
});

afterAll(() => fixture.close());

const nothingWrong = { entrySum: 0, wrongBalances: 0, unbalanced: 0 };

interface Event {
  readonly eventId: string;
  readonly id: string;
  readonly reference: string;
  readonly status: string;
  readonly amount: number;
  readonly occurredAt: string;
}

function eventOf(donation: { payId: string; paymentUrl: string; amount: number }, change: Partial<Event> = {}): Event {
  return {
    eventId: randomUUID(),
    id: donation.paymentUrl.split('/').at(-1) ?? '',
    reference: donation.payId,
    status: 'paid',
    amount: donation.amount * 100,
    occurredAt: new Date().toISOString(),
    ...change,
  };
}

async function callBack(event: unknown, header?: string): Promise<number> {
  const raw = JSON.stringify(event);
  const headers = { 'x-signature': header ?? signedHeader(raw) };
  return (await fixture.call('POST Payment/Callback', { raw, headers })).status;
}

/** Stored, without asking the provider. */
async function stateOf(payId: string): Promise<string | undefined> {
  return (await fixture.payments.readPayment(fixture.db, payId))?.status;
}

async function balance(): Promise<unknown> {
  const { rows } = await fixture.db.pool.query('select balance from account where id = $1', [accountId]);
  return rows[0]?.balance;
}

const problemOf = async (payId: string): Promise<unknown> =>
  (await fixture.db.pool.query('select problem from payment where reference = $1', [payId])).rows[0]?.problem;

describe('a signed callback', () => {
  it('pays a donation: status, ledger and listeners once, however often it is sent', async () => {
    const donation = await give(fixture, { projectId, amount: 10_000, name: 'Аня', message: 'сука' });
    const event = eventOf(donation);
    const answers = await Promise.all(Array.from({ length: 20 }, () => callBack(event)));
    expect(answers).toEqual(Array.from({ length: 20 }, () => 200));
    expect(await callBack({ ...event, eventId: randomUUID() })).toBe(200);
    expect(await stateOf(donation.payId)).toBe('Paid');
    expect(await balance()).toBe(950_000);
    const notices = fixture.paid.filter(({ donationId }) => donationId === donation.payId);
    expect(notices).toMatchObject([{ projectId, name: 'Аня', amount: 1_000_000, message: '****' }]);
    expect(await readLedgerFaults(fixture.db)).toEqual(nothingWrong);
  });

  it('is accepted with any of several signatures, as during the rotation of a secret', async () => {
    const donation = await give(fixture, { projectId });
    const raw = JSON.stringify(eventOf(donation));
    const header = `${signedHeader(raw)},v1=${'0'.repeat(64)}`;
    expect(await callBack(eventOf(donation), `${header}`)).toBe(401);
    const status = (await fixture.call('POST Payment/Callback', { raw, headers: { 'x-signature': header } })).status;
    expect([status, await stateOf(donation.payId)]).toEqual([200, 'Paid']);
  });

  it('out of order does not move a payment back', async () => {
    const donation = await give(fixture, { projectId });
    expect(await callBack(eventOf(donation, { status: 'paid' }))).toBe(200);
    for (const status of ['code_required', 'failed', 'expired', 'created']) {
      expect(await callBack(eventOf(donation, { status }))).toBe(200);
      expect(await stateOf(donation.payId)).toBe('Paid');
    }
    expect(await callBack(eventOf(donation, { status: 'refunded' }))).toBe(200);
    expect(await callBack(eventOf(donation, { status: 'paid' }))).toBe(200);
    expect([await stateOf(donation.payId), await balance()]).toEqual(['Refunded', 0]);
  });

  it('that reports a refund before the payment makes both steps', async () => {
    const donation = await give(fixture, { projectId });
    expect(await callBack(eventOf(donation, { status: 'refunded' }))).toBe(200);
    expect([await stateOf(donation.payId), await balance()]).toEqual(['Refunded', 0]);
    const { rows } = await fixture.db.pool.query('select kind from posting where reference = $1 order by id', [
      donation.payId,
    ]);
    expect(rows).toEqual([{ kind: 'donation' }, { kind: 'donation-refund' }]);
  });

  it.each([
    ['another amount', { amount: 1_000_100 }, /^OtherAmount 1000100 1000000/],
    ['less money', { amount: 1 }, /^OtherAmount 1 /],
    ['another reference', { reference: randomUUID() }, /^OtherReference/],
  ])('with %s never pays, is flagged for an operator and logged once', async (_, change, problem) => {
    const donation = await give(fixture, { projectId });
    const linesBefore = fixture.logLines.length;
    expect(await callBack(eventOf(donation, change))).toBe(200);
    expect(await callBack(eventOf(donation, change))).toBe(200);
    expect([await stateOf(donation.payId), await balance()]).toEqual(['Created', 0]);
    expect(await problemOf(donation.payId)).toMatch(problem);
    const logged = fixture.logLines
      .slice(linesBefore)
      .filter((line) => line.includes('the provider reports an impossible state'));
    expect(logged).toHaveLength(1);
    expect(await callBack(eventOf(donation))).toBe(200);
    expect([await stateOf(donation.payId), await problemOf(donation.payId)]).toEqual(['Paid', null]);
  });

  it('for an unknown payment is 404 if it reports money', async () => {
    const donation = { payId: randomUUID(), paymentUrl: `/payment/${randomUUID()}`, amount: 10_000 };
    expect(await callBack(eventOf(donation))).toBe(404);
    expect(await callBack(eventOf(donation, { status: 'refunded' }))).toBe(404);
    expect(await callBack(eventOf(donation, { status: 'expired' }))).toBe(200);
  });

  it('with an invalid body is 400', async () => {
    expect(await callBack({ eventId: 'x' })).toBe(400);
    const donation = await give(fixture, { projectId });
    expect(await callBack({ ...eventOf(donation), status: 'paid!' })).toBe(400);
    expect(await callBack(eventOf(donation, { amount: 1.5 }))).toBe(400);
  });
});

describe('a forged or stale callback', () => {
  it('is 401 and has no effect', async () => {
    const donation = await give(fixture, { projectId });
    const event = eventOf(donation);
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
    expect((await fixture.call('POST Payment/Callback', { raw })).status).toBe(401);
    expect([await stateOf(donation.payId), await balance()]).toEqual(['Created', 0]);
    expect(await callBack(event, signedHeader(raw, { seconds: -290 }))).toBe(200);
    expect(await stateOf(donation.payId)).toBe('Paid');
  });

  it('is 401 after a change of its bytes, though its JSON means the same', async () => {
    const donation = await give(fixture, { projectId });
    const raw = JSON.stringify(eventOf(donation));
    const headers = { 'x-signature': signedHeader(raw) };
    const answer = await fixture.call('POST Payment/Callback', { raw: raw.replace('{', '{ '), headers });
    expect([answer.status, await stateOf(donation.payId)]).toEqual([401, 'Created']);
  });

  it('is 401 before its body is parsed', async () => {
    const donation = await give(fixture, { projectId });
    const json = 'application/json';
    const bodies: [string, string][] = [
      ['{"status":"paid","extra":1}', json],
      ['{"status":', json],
      ['', json],
      [`"${'x'.repeat(2_000_000)}"`, json],
      [JSON.stringify(eventOf(donation)), 'text/plain'],
      ['a=b', 'application/x-www-form-urlencoded'],
    ];
    for (const [raw, type] of bodies) {
      for (const header of [undefined, signedHeader(`${raw}!`)]) {
        const headers = { 'content-type': type, ...(header !== undefined && { 'x-signature': header }) };
        const answer = await fixture.call('POST Payment/Callback', { raw, headers });
        expect([type, raw.slice(0, 20), answer.status, answer.body]).toMatchObject([
          type,
          raw.slice(0, 20),
          401,
          { success: false, error: { code: 'BadSignature' } },
        ]);
      }
    }
    const broken = '{"status":';
    const signed = await fixture.call('POST Payment/Callback', {
      raw: broken,
      headers: { 'x-signature': signedHeader(broken) },
    });
    expect(signed.status).toBe(400);
  });
});

describe('a refund', () => {
  it('is made once, however often and from whichever side it is requested', async () => {
    const donation = await givePaid(fixture, { projectId, amount: 10_000, name: 'Аня' });
    await givePaid(fixture, { projectId, amount: 7_000, name: 'Аня' });
    await Promise.all([
      ...Array.from({ length: 5 }, () => fixture.payments.refundPayment(donation.payId)),
      ...Array.from({ length: 5 }, () => callBack(eventOf(donation, { status: 'refunded' }))),
      fixture.refundAtProvider(donation.paymentUrl),
    ]);
    expect([await stateOf(donation.payId), await balance()]).toEqual(['Refunded', 665_000]);
    expect(fixture.refunded.filter(({ donationId }) => donationId === donation.payId)).toHaveLength(1);
    expect((await fixture.call(`GET ProjectPay/List?projectId=${projectId}`)).body).toMatchObject({
      data: { totalCount: 1, payments: [{ amount: 7_000 }] },
    });
    expect((await fixture.call(`GET ProjectPay/Top?projectId=${projectId}`)).body).toMatchObject({
      data: [{ name: 'Аня', amount: 7_000, count: 1 }],
    });
    expect(await readLedgerFaults(fixture.db)).toEqual(nothingWrong);
  });

  it('is refused for a payment that is not paid', async () => {
    const donation = await give(fixture, { projectId });
    await expect(fixture.payments.refundPayment(donation.payId)).rejects.toMatchObject({
      code: 'NotPaid',
      status: 409,
    });
    await expect(fixture.payments.refundPayment(randomUUID())).rejects.toMatchObject({ code: 'NotPaid' });
  });
});
