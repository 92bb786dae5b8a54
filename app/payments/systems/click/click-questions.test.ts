import { describe, expect, it } from 'vitest';
import { clickEnv } from '#test/support/money/click-caller.ts';
import { clickQuestions, nextKey, said } from '#test/support/money/click-questions.ts';

const { script, fixture, click, query, row, prepared, paid, letPass, sweep } = clickQuestions();
const { CLICK_SERVICE_ID: serviceId } = clickEnv;

describe('an attempt that Click does not complete', () => {
  it('is asked about after two minutes, and paid if Click says so', async () => {
    const one = await prepared();
    script().status = said(one, 2);
    await sweep(one.paymentId);
    expect(await row(one.paymentId)).toMatchObject({ status: 'Created' });
    expect(script().calls).toEqual([]);
    await letPass(3);
    await sweep(one.paymentId);
    expect(await row(one.paymentId)).toMatchObject({ status: 'Paid', problem: null });
    const { merchant_trans_id } = one.attempt;
    expect(script().calls).toEqual([`GET /payment/status_by_mti/${serviceId}/${merchant_trans_id}/2026-03-01`]);
    expect(await click.codeOf(one.completion)).toBe(-4);
  });

  it('is asked about by its number where the first answer has no status', async () => {
    const one = await prepared();
    const { payment_status: _, ...nameless } = said(one, 1);
    script().status = nameless;
    await letPass(3);
    await sweep(one.paymentId);
    expect(script().calls[1]).toBe(`GET /payment/status/${serviceId}/${one.attempt.click_paydoc_id}`);
    expect(await row(one.paymentId)).toMatchObject({ status: 'Created' });
  });

  it('stays open while Click is silent, does not know it, or is processing it', async () => {
    const one = await prepared();
    await letPass(3);
    const other = { error_code: 0, payment_id: 'x', payment_status: 2 };
    for (const answer of ['silence', 500, 404, other, said(one, 0), said(one, 1), { error_code: -5 }] as const) {
      script().status = answer;
      await sweep(one.paymentId);
      expect(await row(one.paymentId), JSON.stringify(answer)).toMatchObject({ status: 'Created' });
    }
    expect(await click.codeOf(one.completion)).toBe(0);
  });

  it('ends if Click says that it has failed, or does not know it for half an hour', async () => {
    const one = await prepared();
    const other = await prepared();
    await letPass(3);
    script().status = said(one, -1);
    await sweep(one.paymentId);
    expect(await click.codeOf(one.completion)).toBe(-9);
    await letPass(30);
    script().status = { error_code: -5 };
    await sweep(other.paymentId);
    expect(await click.codeOf(other.completion)).toBe(-9);
    expect(await click.pay(other.paymentUrl)).toMatchObject({ error: 0 });
  });
});

describe('an attempt that was refused after Click had charged it', () => {
  const refused = async () => {
    const one = await prepared();
    await query(`update payment set status = 'Expired' where id = $1`, [one.paymentId]);
    if ((await click.codeOf(one.completion)) !== -9) throw new Error('the attempt is not refused');
    return one;
  };

  it('is a late payment if Click has not given the money back', async () => {
    const one = await refused();
    script().status = said(one, 2);
    await sweep(one.paymentId);
    expect(await row(one.paymentId)).toMatchObject({ status: 'Paid' });
    expect(await click.codeOf(one.completion)).toBe(-4);
  });

  it('is found out also where the questions about its payment had ended', async () => {
    const one = await prepared();
    await letPass(3);
    script().status = said(one, -1);
    await query(`update payment set expires_at = now() - interval '1 minute' where id = $1`, [one.paymentId]);
    await sweep(one.paymentId);
    expect(await row(one.paymentId)).toMatchObject({ status: 'Expired', isAsked: false });
    expect(await click.codeOf(one.completion)).toBe(-9);
    expect(await row(one.paymentId)).toMatchObject({ isAsked: true });
    script().status = said(one, 2);
    await sweep(one.paymentId);
    expect(await row(one.paymentId)).toMatchObject({ status: 'Paid' });
  });

  it('stays in doubt for a day while Click does not know it', async () => {
    const one = await refused();
    await letPass(60);
    script().status = { error_code: -5 };
    await sweep(one.paymentId);
    expect(await row(one.paymentId)).toMatchObject({ status: 'Expired', isAsked: true });
    script().status = said(one, 2);
    await sweep(one.paymentId);
    expect(await row(one.paymentId)).toMatchObject({ status: 'Paid' });
  });

  it('is over when Click has given it back', async () => {
    const one = await refused();
    script().status = said(one, -1);
    await sweep(one.paymentId);
    expect(await row(one.paymentId)).toMatchObject({ status: 'Expired' });
    script().calls.length = 0;
    await sweep(one.paymentId);
    expect(script().calls).toEqual([]);
  });
});

describe('a refund', () => {
  it('is asked of Click, with the next key if it refuses the first', async () => {
    const one = await paid();
    script().status = said(one, 2);
    script().accepted = [nextKey];
    await fixture().payments.refundPayment(one.reference);
    expect(script().calls.at(-1)).toBe(`DELETE /payment/reversal/${serviceId}/${one.attempt.click_paydoc_id}`);
    expect(await row(one.paymentId)).toMatchObject({ status: 'Refunded' });
    const before = script().calls.length;
    await fixture().payments.refundPayment(one.reference);
    expect(script().calls.length).toBe(before);
  });

  it('is asked for by the number of the payment where Click names a refused press after it', async () => {
    const one = await paid();
    script().status = { ...said(one, -1), payment_id: 1 };
    script().numbered.set(one.attempt.click_paydoc_id ?? '', said(one, 2));
    await fixture().payments.refundPayment(one.reference);
    expect(script().calls.at(-1)).toBe(`DELETE /payment/reversal/${serviceId}/${one.attempt.click_paydoc_id}`);
    expect(await row(one.paymentId)).toMatchObject({ status: 'Refunded' });
  });

  it('whose answer was lost is found out by the next one', async () => {
    const one = await paid();
    script().status = said(one, 2);
    script().reversal = 'silence';
    await expect(fixture().payments.refundPayment(one.reference)).rejects.toMatchObject({
      code: 'PaymentProviderUnavailable',
    });
    expect(await row(one.paymentId)).toMatchObject({ status: 'Paid' });
    script().status = said(one, -99);
    await fixture().payments.refundPayment(one.reference);
    expect(script().calls.filter((call) => call.startsWith('DELETE'))).toHaveLength(1);
    expect(await row(one.paymentId)).toMatchObject({ status: 'Refunded' });
  });

  it('that Click refuses waits for an operator', async () => {
    const one = await paid();
    script().status = said(one, 2);
    script().reversal = { error_code: -1, error_note: 'of another month' };
    await expect(fixture().payments.refundPayment(one.reference)).rejects.toMatchObject({ code: 'RefundRefused' });
    expect(await row(one.paymentId)).toMatchObject({
      status: 'Paid',
      problem: expect.stringContaining('RefundElsewhere'),
    });
  });

  it('never takes back a payment that Click does not name as ours and paid', async () => {
    const one = await paid();
    const another = { ...said(one, -1), payment_id: 1 };
    for (const answer of [{ error_code: -5 }, another]) {
      script().status = answer;
      await expect(fixture().payments.refundPayment(one.reference)).rejects.toMatchObject({ code: 'RefundRefused' });
    }
    for (const answer of [said(one, 1), 502, 'silence'] as const) {
      script().status = answer;
      await expect(fixture().payments.refundPayment(one.reference)).rejects.toMatchObject({
        code: 'PaymentProviderUnavailable',
      });
    }
    expect(script().calls.filter((call) => call.startsWith('DELETE'))).toEqual([]);
    expect(await row(one.paymentId)).toMatchObject({ status: 'Paid' });
  });
});
