import { describe, expect, it } from 'vitest';
import { clickEnv } from '#test/support/money/click-caller.ts';
import { clickQuestions, said } from '#test/support/money/click-questions.ts';
import { fixtureAmount } from '#test/support/money/payment-fixture.ts';

const taxItem = { code: '10305008002000001', packageCode: '1501', unit: '', vat: 12 };
const { script, fixture, query, row, paid } = clickQuestions({ taxNumber: '305123456', taxItem });
const { CLICK_SERVICE_ID: serviceId } = clickEnv;
const page = 'https://ofd.soliq.uz/epi?t=LG420230640001&r=1234&c=20260301123000&s=345411154513';

/** Runs the job. */
async function run(): Promise<void> {
  const job = fixture().payments.jobs.find(({ name }) => name === 'fiscal receipts on request');
  await job?.run();
}

/** Asks about one payment now, so many minutes later. */
async function ask({ paymentId }: { readonly paymentId: string }, minutes = 0): Promise<void> {
  await query(
    `update receipt_due set ask_at = case when payment_id = $1 then now() end,
       since = since - case when payment_id = $1 then $2 else 0 end * interval '1 minute'`,
    [paymentId, minutes],
  );
  await run();
}

async function stored(paymentId: string) {
  const { rows } = await query(
    `select sign, terminal, receipt_id as "receiptId", qr_url as "qrUrl" from payment_fiscal_receipt
     where payment_id = $1 and kind = 'Paid'`,
    [paymentId],
  );
  return rows;
}

async function due(paymentId: string) {
  const { rows } = await query(
    `select is_reported as alarms, submitted_at is not null as "isSent", ask_at > now() as "isAsked" from receipt_due
     where payment_id = $1 and kind = 'Paid'`,
    [paymentId],
  );
  return rows[0];
}

async function paidThere() {
  const one = await paid();
  script().status = said(one, 2);
  return one;
}

const receiptOf = ({ attempt }: Awaited<ReturnType<typeof paid>>) => ({
  paymentId: Number(attempt.click_paydoc_id),
  qrCodeURL: page,
});

const sent = () => script().submitted.length;

describe('the fiscal receipt of a payment at Click', () => {
  it('that Click has made by itself is stored, and none is requested', async () => {
    const one = await paidThere();
    script().receipt = receiptOf(one);
    await ask(one, 30);
    expect(await stored(one.paymentId)).toEqual([
      { sign: '345411154513', terminal: 'LG420230640001', receiptId: '1234', qrUrl: page },
    ]);
    expect(await due(one.paymentId)).toBeUndefined();
    expect(sent()).toBe(0);
    expect(script().calls.at(-1)).toBe(`GET /payment/ofd_data/${serviceId}/${one.attempt.click_paydoc_id}`);
  });

  it('is requested once Click has had ten minutes for its own, and found afterwards', async () => {
    const one = await paidThere();
    await ask(one);
    expect(sent()).toBe(0);
    await ask(one, 11);
    expect(script().submitted).toEqual([
      {
        service_id: Number(serviceId),
        payment_id: Number(one.attempt.click_paydoc_id),
        items: [
          {
            Name: 'Поддержка автора',
            SPIC: taxItem.code,
            PackageCode: '1501',
            GoodPrice: fixtureAmount,
            Price: fixtureAmount,
            Amount: 1,
            VAT: 53_571,
            VATPercent: 12,
            CommissionInfo: { TIN: '305123456' },
          },
        ],
        received_ecash: 0,
        received_cash: 0,
        received_card: fixtureAmount,
      },
    ]);
    expect(await due(one.paymentId)).toEqual({ alarms: true, isSent: true, isAsked: true });
    await ask(one);
    expect(sent()).toBe(1);
    script().receipt = receiptOf(one);
    await ask(one);
    expect(await stored(one.paymentId)).toHaveLength(1);
  });

  it('that an admin waits for no more is neither asked for nor requested', async () => {
    const one = await paidThere();
    await query(`update receipt_due set waived_for = 'Пробный платёж' where payment_id = $1`, [one.paymentId]);
    await ask(one, 11);
    expect(sent()).toBe(0);
  });

  it('is requested also where Click names a refused press after the payment', async () => {
    const one = await paid();
    script().status = { ...said(one, -1), payment_id: 1 };
    script().numbered.set(one.attempt.click_paydoc_id ?? '', said(one, 2));
    await ask(one, 11);
    expect(sent()).toBe(1);
  });

  it('is never requested twice where the answer was lost', async () => {
    const one = await paidThere();
    script().submission = 'silence';
    await ask(one, 11);
    for (const answer of [500, 404]) {
      const other = await paidThere();
      script().submission = answer;
      await ask(other, 11);
      expect(await due(other.paymentId)).toMatchObject({ isSent: true });
    }
    script().submitted.length = 1;
    script().status = said(one, 2);
    script().submission = { error_code: 0 };
    await ask(one, 60);
    expect(sent()).toBe(1);
    expect(await due(one.paymentId)).toMatchObject({ isSent: true, isAsked: true });
    script().receipt = receiptOf(one);
    await ask(one, 60);
    expect(await stored(one.paymentId)).toHaveLength(1);
  });

  it('is requested once by two processes that ask at the same moment', async () => {
    const { paymentId } = await paidThere();
    await query(
      `update receipt_due set ask_at = case when payment_id = $1 then now() end, since = since - interval '11 minutes'`,
      [paymentId],
    );
    await Promise.all([run(), run(), run()]);
    expect(sent()).toBe(1);
  });

  it('that Click refuses to make is requested again later, and the log says why', async () => {
    const one = await paidThere();
    script().submission = { error_code: -7, error_note: 'unknown package code' };
    await ask(one, 11);
    expect(await due(one.paymentId)).toEqual({ alarms: true, isSent: false, isAsked: true });
    expect(fixture().logged).toContainEqual(
      expect.objectContaining({ level: 40, payment: one.paymentId, reason: '-7 unknown package code' }),
    );
    script().submission = { error_code: 0 };
    await ask(one);
    expect(sent()).toBe(2);
    expect(await due(one.paymentId)).toMatchObject({ isSent: true });
  });

  it('is not requested while Click does not say that it has none', async () => {
    const one = await paidThere();
    const { paymentId } = receiptOf(one);
    const nothing = [{}, { error_code: -500 }, { paymentId, error_code: -1 }, { paymentId: 1 }];
    const noPage = ['javascript:alert(1)', 7].map((qrCodeURL) => ({ paymentId, qrCodeURL }));
    for (const answer of ['silence', 500, 404, 410, ...nothing, ...noPage] as const) {
      script().receipt = answer;
      await ask(one, 11);
    }
    script().receipt = null;
    for (const answer of [said(one, 1), said(one, -1), { error_code: -5 }]) {
      script().status = answer;
      await ask(one);
    }
    expect(sent()).toBe(0);
    expect(await stored(one.paymentId)).toEqual([]);
  });

  it('whose number cannot be stored is found by its page alone, and holds up no other', async () => {
    const one = await paidThere();
    const { paymentId } = receiptOf(one);
    const odd = `${page}%00`;
    script().receipt = { paymentId, qrCodeURL: odd };
    await ask(one);
    expect(await stored(one.paymentId)).toMatchObject([{ sign: '', qrUrl: odd }]);
  });

  it('is neither requested nor asked about once a payment was given back', async () => {
    const one = await paidThere();
    await fixture().payments.refundPayment(one.reference);
    expect(await row(one.paymentId)).toMatchObject({ status: 'Refunded' });
    script().status = said(one, 2);
    script().receipt = receiptOf(one);
    const before = script().calls.length;
    await ask(one, 11);
    expect(sent()).toBe(0);
    expect(script().calls.slice(before)).toEqual([]);
    expect(await due(one.paymentId)).toMatchObject({ isAsked: null });
  });

  it('that was requested before a payment was given back is still asked about', async () => {
    const one = await paidThere();
    await ask(one, 11);
    await fixture().payments.refundPayment(one.reference);
    expect(await row(one.paymentId)).toMatchObject({ status: 'Refunded' });
    script().status = said(one, -1);
    await ask(one);
    expect(await due(one.paymentId)).toMatchObject({ isSent: true, isAsked: true });
    script().receipt = receiptOf(one);
    await ask(one);
    expect(await stored(one.paymentId)).toHaveLength(1);
    expect(sent()).toBe(1);
  });

  it('is not asked about after a week', async () => {
    const one = await paidThere();
    await ask(one, 11);
    await ask(one, 7 * 24 * 60);
    expect(await due(one.paymentId)).toMatchObject({ isAsked: null });
  });
});
