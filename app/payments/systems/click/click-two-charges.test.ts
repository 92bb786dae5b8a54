import { expect, it } from 'vitest';
import { completionOf, newAttempt } from '#test/support/money/click-caller.ts';
import { clickQuestions, said } from '#test/support/money/click-questions.ts';

const { script, fixture, click, row, prepared, sweep } = clickQuestions();

const twice = 'ChargedTwice';
const numberOf = ({ attempt }: { readonly attempt: Readonly<Record<string, string>> }) => attempt.click_paydoc_id ?? '';

/** A payment of which Click has given up an attempt before another one was paid. */
async function paidAgain() {
  const first = await prepared();
  if ((await click.codeOf({ ...first.completion, error: '-5017' })) !== -9) throw new Error('it is not given up');
  const second = await click.pay(first.paymentUrl);
  if (second.error !== 0) throw new Error('the second attempt is not paid');
  return { ...first, second };
}

/** The same, where Click completes the first attempt after all and is refused. */
async function inDoubt() {
  const one = await paidAgain();
  if ((await click.codeOf(one.completion)) !== -9) throw new Error('the first attempt is not refused');
  return one;
}

it('an attempt in doubt is asked about beside a paid one, and an operator sees that Click has charged both', async () => {
  const one = await inDoubt();
  script().status = said(one.second, 2);
  script().numbered.set(numberOf(one), said(one, 2));
  await sweep(one.paymentId);
  expect(script().calls.some((call) => call.endsWith(`/${numberOf(one)}`))).toBe(true);
  expect(await row(one.paymentId)).toMatchObject({ status: 'Paid', problem: twice });
  expect(await click.codeOf(one.completion)).toBe(-9);
});

it('it is the same whichever of the two Click names', async () => {
  const one = await inDoubt();
  script().status = said(one, 2);
  script().numbered.set(numberOf(one.second), said(one.second, 2));
  await sweep(one.paymentId);
  expect(await row(one.paymentId)).toMatchObject({ status: 'Paid', problem: twice });
});

it('an attempt in doubt that Click has given back is no problem, and no refund of the paid one', async () => {
  const one = await inDoubt();
  script().status = said(one, -1);
  script().numbered.set(numberOf(one.second), said(one.second, 2));
  await sweep(one.paymentId);
  expect(await row(one.paymentId)).toMatchObject({ status: 'Paid', problem: null });
  expect(script().calls).toHaveLength(3);
  script().status = said(one.second, 2);
  script().calls.length = 0;
  await sweep(one.paymentId);
  expect(script().calls).toHaveLength(1);
});

it('what Click names instead of an attempt says nothing of it', async () => {
  const one = await inDoubt();
  script().status = said(one.second, 2);
  script().numbered.set(numberOf(one), said(one, 1));
  await sweep(one.paymentId);
  expect(await row(one.paymentId)).toMatchObject({ status: 'Paid', problem: null });
  script().numbered.set(numberOf(one), said(one, 2));
  await sweep(one.paymentId);
  expect(await row(one.paymentId)).toMatchObject({ status: 'Paid', problem: twice });
});

it('a refund gives back the payment, and the second charge stays a problem', async () => {
  const one = await inDoubt();
  script().status = said(one, 2);
  script().numbered.set(numberOf(one.second), said(one.second, 2));
  await sweep(one.paymentId);
  await fixture().payments.refundPayment(one.reference);
  expect(script().calls.filter((call) => call.startsWith('DELETE'))).toEqual([
    expect.stringMatching(new RegExp(`/${numberOf(one.second)}$`)),
  ]);
  expect(await row(one.paymentId)).toMatchObject({ status: 'Refunded', problem: twice });
});

it('a charge beside a refunded payment is found out too, and the questions end when Click has given it back', async () => {
  const one = await paidAgain();
  script().status = said(one.second, 2);
  await fixture().payments.refundPayment(one.reference);
  expect(await row(one.paymentId)).toMatchObject({ status: 'Refunded', isAsked: false });
  expect(await click.codeOf(one.completion)).toBe(-9);
  script().status = said(one, 1);
  await sweep(one.paymentId);
  expect(await row(one.paymentId)).toMatchObject({ isAsked: true, problem: null });
  script().status = said(one, 2);
  await sweep(one.paymentId);
  expect(await row(one.paymentId)).toMatchObject({ status: 'Refunded', isAsked: true, problem: twice });
  script().status = said(one, -99);
  await sweep(one.paymentId);
  expect(await row(one.paymentId)).toMatchObject({ status: 'Refunded', isAsked: false });
});

it('an attempt that was prepared meanwhile is waited for before another one counts', async () => {
  const first = await prepared();
  await click.codeOf({ ...first.completion, error: '-5017' });
  const attempt = newAttempt(first.paymentUrl);
  const completion = completionOf(attempt, await click.call(attempt));
  expect(await click.codeOf(first.completion)).toBe(-9);
  script().status = said(first, 2);
  await sweep(first.paymentId);
  expect(await row(first.paymentId)).toMatchObject({ status: 'Created', problem: null });
  expect(await click.codeOf(completion)).toBe(0);
  script().numbered.set(numberOf({ attempt }), said({ attempt }, 2));
  await sweep(first.paymentId);
  expect(await row(first.paymentId)).toMatchObject({ status: 'Paid', problem: twice });
});
