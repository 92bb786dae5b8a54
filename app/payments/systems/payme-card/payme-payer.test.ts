import { expect, it, vi } from 'vitest';
import { cardNotConfirmed, cardRefused, paymentProviderUnavailable } from '../../payment-failures.ts';
import { createPaymePayer } from './payme-payer.ts';

const card = { card: { pan: '8600495473316478', expiry: '0399' }, payment_system: 'uzcard' };
const made = { result: { card: { token: 'a token', number: '860049******6478', expire: '03/99', verify: false } } };
const sentCode = { result: { sent: true, phone: '99890*****31', wait: 60_000 } };
const verified = { result: { card: { token: 'a token', verify: true } } };

/** Payme answers in this order, and our server to a confirmation. */
function payerOf(
  answers: readonly unknown[],
  confirm: Parameters<typeof createPaymePayer>[0]['confirm'] = async () => ({ status: 'Paid' }),
) {
  const asked: { method: string; params: unknown; url: string; xAuth: string }[] = [];
  const send = vi.fn(async (url: unknown, init?: RequestInit) => {
    const { method, params } = JSON.parse(String(init?.body));
    asked.push({ method, params, url: String(url), xAuth: new Headers(init?.headers).get('x-auth') ?? '' });
    const answer = answers[asked.length - 1];
    if (answer === undefined) throw new TypeError('no network');
    return new Response(JSON.stringify(answer));
  });
  const confirmed = vi.fn(confirm);
  const options = {
    paymentUrl: 'https://payme.example/api#a-payment.1',
    publicKey: 'the register',
    send,
    confirm: confirmed,
  };
  const pay = createPaymePayer(options);
  const signal = new AbortController().signal;
  return {
    asked,
    confirmed,
    pay: (means: Parameters<typeof pay>[0], savesCard = false) => pay(means, { signal, savesCard }),
  };
}

it('sends the card to Payme alone, asks for the code, and has the token charged', async () => {
  const { pay, asked, confirmed } = payerOf([made, sentCode, verified]);
  expect(await pay(card, true)).toMatchObject({
    kind: 'answer',
    status: 'code_required',
    otp: { phoneMask: '99890*****31', expiresIn: 60 },
  });
  const paid = await pay({ otp: '666666' });
  expect(paid).toMatchObject({
    status: 'paid',
    card: { token: 'a token', maskedPan: '860049******6478', expiry: '0399' },
  });
  expect(asked.map(({ method, params }) => [method, params])).toEqual([
    ['cards.create', { card: { number: '8600495473316478', expire: '0399' }, save: true }],
    ['cards.get_verify_code', { token: 'a token' }],
    ['cards.verify', { token: 'a token', code: '666666' }],
  ]);
  expect(new Set(asked.map(({ url, xAuth }) => `${url} ${xAuth}`))).toEqual(
    new Set(['https://payme.example/api the register']),
  );
  expect(confirmed.mock.calls.map(([what]) => what)).toEqual([{ payment: 'a-payment.1', token: 'a token' }]);
});

it('charges a saved card without Payme', async () => {
  const { pay, asked } = payerOf([]);
  expect(await pay({ card: { token: 'saved' } })).toMatchObject({ kind: 'answer', status: 'paid' });
  expect(asked).toEqual([]);
});

it.each([
  ['a wrong code', { code: -31_103, message: 'Неверный код' }, { code: 'WrongCode', message: 'Неверный код' }],
  [
    'too many of them',
    { code: -31_102, message: { ru: 'Слишком много' } },
    { code: 'CodeNotRequested', message: 'Слишком много' },
  ],
])('shows the words of Payme about %s', async (_, error, shown) => {
  const { pay, confirmed } = payerOf([made, sentCode, { error }]);
  await pay(card);
  expect(await pay({ otp: '000000' })).toMatchObject({ kind: 'failure', status: null, ...shown });
  expect(confirmed).not.toHaveBeenCalled();
});

it('is unsure without an answer, and never sends a code for no card', async () => {
  expect(await payerOf([]).pay(card)).toMatchObject({ kind: 'noAnswer', reason: 'network' });
  expect(await payerOf([{ result: { card: {} } }]).pay(card)).toMatchObject({ kind: 'noAnswer', reason: 'provider' });
  const { pay, asked } = payerOf([]);
  expect(await pay({ otp: '666666' })).toMatchObject({ kind: 'noAnswer' });
  expect(asked).toEqual([]);
});

it.each([
  [cardRefused, { kind: 'failure', code: 'CardRefused', status: 'failed' }],
  [cardNotConfirmed, { kind: 'failure', code: 'CodeNotRequested', status: null }],
  [paymentProviderUnavailable, { kind: 'noAnswer', reason: 'network' }],
])('takes the failure %s of our server as what it is', async (failure, outcome) => {
  const { pay } = payerOf([], () => Promise.reject(failure()));
  expect(await pay({ card: { token: 'saved' } })).toMatchObject(outcome);
});
