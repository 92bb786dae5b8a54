import { describe, expect, it } from 'vitest';
import {
  codeMilliseconds,
  isOver,
  nextPayment,
  nextPaymentSteps,
  type PaymentEvent,
  type PaymentState,
  type PaymentStep,
  startPayment,
} from './payment-machine.ts';
import type { PaymentStatus } from './payment-status.ts';
import { readOutcome } from './provider-calls.ts';

const at = 1_000_000;

/** The event that an answer of the provider makes, as it comes over the wire. */
function heard(httpStatus: number, body: unknown): PaymentEvent {
  const outcome = readOutcome(httpStatus, body);
  if (outcome.kind === 'answer') return { kind: 'answered', answer: outcome, at };
  if (outcome.kind === 'failure') return { kind: 'failed', failure: outcome };
  return { kind: 'unanswered', told: { by: 'us', reason: outcome.reason } };
}

const refusal = (code: string, message: string, status = 'created', more = {}) => ({
  id: 'p',
  status,
  error: { code, message, ...more },
});
const codeSent = heard(200, { id: 'p', status: 'code_required', otp: { phoneMask: '+998 ** 06', expiresIn: 90 } });
const paid = heard(200, { id: 'p', status: 'paid', otp: null, card: null, error: null });
const cardSent: PaymentEvent = { kind: 'sent', what: 'means' };
const codeTyped: PaymentEvent = { kind: 'sent', what: 'code' };
const told = (status: PaymentStatus, isChecked = true): PaymentEvent => ({ kind: 'statusTold', status, isChecked, at });
const silence: PaymentEvent = { kind: 'unanswered', told: { by: 'us', reason: 'timeLimit' } };

function paying(...events: PaymentEvent[]): PaymentState {
  return events.reduce(nextPayment, startPayment(null));
}

describe('paying by card', () => {
  it('goes from the card over the code to paid', () => {
    expect(paying(cardSent).step).toBe('sending');
    const waiting = paying(cardSent, codeSent);
    expect(waiting).toMatchObject({ step: 'code', code: { phoneMask: '+998 ** 06', expiresAt: at + 90_000 } });
    expect(paying(cardSent, codeSent, codeTyped).step).toBe('sendingCode');
    expect(paying(cardSent, codeSent, codeTyped, paid).step).toBe('paid');
  });

  it('is paid without a code where the bank wants none', () => {
    expect(paying(cardSent, paid).step).toBe('paid');
  });

  it('shows a refusal in the words of the provider and lets another card be tried', () => {
    const refused = paying(cardSent, heard(402, refusal('InsufficientFunds', 'На карте недостаточно средств.')));
    expect(refused.step).toBe('entering');
    expect(refused.told).toEqual({
      by: 'provider',
      code: 'InsufficientFunds',
      words: 'На карте недостаточно средств.',
    });
    expect(nextPayment(refused, cardSent)).toMatchObject({ step: 'sending', told: null });
  });

  it('closes the payment at the refusal that fails it', () => {
    const closed = paying(cardSent, heard(402, refusal('CardBlocked', 'Карта заблокирована.', 'failed')));
    expect(closed.step).toBe('refused');
    expect(closed.told).toMatchObject({ words: 'Карта заблокирована.' });
  });

  it('closes the payment whose time is over', () => {
    expect(paying(cardSent, heard(410, refusal('PaymentExpired', 'Время вышло.', 'expired'))).step).toBe('timedOut');
  });

  it('takes «already paid» for paid', () => {
    expect(paying(cardSent, heard(409, refusal('AlreadyPaid', 'Уже оплачен.', 'paid'))).step).toBe('paid');
  });
});

describe('the code', () => {
  const wrong = (attemptsLeft: number, status = 'code_required') =>
    heard(422, refusal('WrongCode', `Осталось: ${attemptsLeft}`, status, { attemptsLeft }));

  it('may be typed again while tries are left', () => {
    const again = paying(cardSent, codeSent, codeTyped, wrong(2));
    expect(again).toMatchObject({ step: 'code', isCodeOver: false, code: { attemptsLeft: 2 } });
    expect(again.told).toMatchObject({ words: 'Осталось: 2' });
  });

  it('closes the payment when no try is left', () => {
    expect(paying(cardSent, codeSent, codeTyped, wrong(0, 'failed')).step).toBe('refused');
  });

  it('runs out by the clock or by the word of the provider, and the card may be sent for a new one', () => {
    expect(paying(cardSent, codeSent, { kind: 'codeRanOut' })).toMatchObject({ step: 'code', isCodeOver: true });
    const over = paying(
      cardSent,
      codeSent,
      codeTyped,
      heard(410, refusal('CodeExpired', 'Код устарел.', 'code_required')),
    );
    expect(over).toMatchObject({ step: 'code', isCodeOver: true, told: { words: 'Код устарел.' } });
    expect(nextPayment(nextPayment(over, cardSent), codeSent)).toMatchObject({ step: 'code', isCodeOver: false });
  });
});

describe('an answer that does not come', () => {
  it('is never retried before the server was asked', () => {
    const checking = paying(cardSent, silence);
    expect(checking.step).toBe('checking');
    expect(nextPayment(checking, cardSent)).toBe(checking);
    expect(nextPayment(checking, told('Created'))).toMatchObject({ step: 'entering', told: { reason: 'timeLimit' } });
    expect(nextPayment(checking, told('Paid')).step).toBe('paid');
    expect(nextPayment(checking, told('Failed')).step).toBe('refused');
    expect(nextPayment(checking, told('Expired')).step).toBe('timedOut');
  });

  it('goes on being asked for while the provider cannot be asked: nothing is said to be checked that was not', () => {
    for (const unsure of [paying(cardSent, silence), startPayment({ code: null })]) {
      for (const status of ['Created', 'AwaitingCode', 'Failed', 'Expired'] as const) {
        expect(nextPayment(unsure, told(status, false))).toBe(unsure);
      }
      expect(nextPayment(unsure, told('Paid', false)).step).toBe('paid');
    }
    expect(paying(told('Expired', false)).step).toBe('timedOut');
  });

  it('counts a 5xx, a broken body and a success without a status as no answer', () => {
    const words = refusal('ProviderTimeout', 'Банк не ответил.');
    expect(readOutcome(504, words)).toEqual({ kind: 'noAnswer', reason: 'provider', message: 'Банк не ответил.' });
    expect(paying(cardSent, heard(502, null)).step).toBe('checking');
    expect(paying(cardSent, heard(200, '<html>')).step).toBe('checking');
    expect(paying(cardSent, heard(400, null)).step).toBe('checking');
  });

  it('asks for the code that may have been sent, unless it could be another card’s', () => {
    const guessed = paying(cardSent, silence, told('AwaitingCode'));
    expect(guessed).toMatchObject({ step: 'code', code: { phoneMask: null, expiresAt: at + codeMilliseconds } });
    const second = paying(cardSent, codeSent, { kind: 'otherMeans' }, cardSent, silence, told('AwaitingCode'));
    expect(second.step).toBe('entering');
  });

  it('keeps the code step when the code itself got no answer', () => {
    expect(paying(cardSent, codeSent, codeTyped, silence, told('AwaitingCode')).step).toBe('code');
    expect(paying(cardSent, codeSent, codeTyped, silence, told('Created')).step).toBe('code');
    expect(paying(cardSent, codeSent, codeTyped, silence, told('Paid')).step).toBe('paid');
  });

  it('ignores an answer that comes after all', () => {
    const checking = paying(cardSent, silence);
    expect(nextPayment(checking, codeSent)).toBe(checking);
    expect(nextPayment(paying(cardSent, paid), codeSent).step).toBe('paid');
  });
});

describe('a reload', () => {
  const code = { phoneMask: '+998 ** 06', expiresAt: at + 30_000, attemptsLeft: null };

  it('asks the server first and goes on where the payer was', () => {
    const resumed = startPayment({ code });
    expect(resumed.step).toBe('checking');
    expect(nextPayment(resumed, told('AwaitingCode'))).toMatchObject({ step: 'code', isCodeOver: false, code });
    expect(nextPayment(resumed, told('Created')).step).toBe('code');
    expect(nextPayment(resumed, told('Paid')).step).toBe('paid');
  });

  it('knows that the code ran out meanwhile', () => {
    const resumed = startPayment({ code: { ...code, expiresAt: at - 1 } });
    expect(nextPayment(resumed, told('AwaitingCode'))).toMatchObject({ step: 'code', isCodeOver: true });
  });

  it('starts with the card where no code is known', () => {
    expect(nextPayment(startPayment({ code: null }), told('AwaitingCode'))).toMatchObject({
      step: 'entering',
      told: null,
    });
    expect(nextPayment(startPayment({ code: null }), told('Created')).step).toBe('entering');
  });
});

describe('a wallet', () => {
  const address = 'https://pay.test/wallet/p';
  const opened = heard(200, { id: 'p', status: 'created', otp: null, card: null, redirectUrl: address });

  it('waits for the word of the server and can be left for a card', () => {
    const waiting = paying(cardSent, opened);
    expect(waiting).toMatchObject({ step: 'wallet', redirectUrl: address });
    expect(nextPayment(waiting, told('Created'))).toBe(waiting);
    expect(nextPayment(waiting, told('Paid')).step).toBe('paid');
    const left = nextPayment(waiting, { kind: 'otherMeans' });
    expect(left).toMatchObject({ step: 'checking', redirectUrl: null });
    expect(nextPayment(left, told('Created', false))).toBe(left);
    expect(nextPayment(left, told('Created')).step).toBe('entering');
    expect(nextPayment(left, told('Paid')).step).toBe('paid');
  });

  it('is never opened at an address that is not of the web', () => {
    const answer = { id: 'p', status: 'created', redirectUrl: 'javascript:alert(1)' };
    expect(readOutcome(200, answer)).toMatchObject({ kind: 'answer', redirectUrl: null });
  });
});

describe('any order of events', () => {
  const events: PaymentEvent[] = [
    cardSent,
    codeTyped,
    codeSent,
    paid,
    silence,
    heard(402, refusal('CardBlocked', 'Нет')),
    heard(422, refusal('WrongCode', 'Нет', 'failed', { attemptsLeft: 0 })),
    heard(410, refusal('CodeExpired', 'Код устарел.', 'code_required')),
    told('Paid'),
    told('Created'),
    told('AwaitingCode'),
    told('Expired'),
    { kind: 'codeRanOut' },
    { kind: 'otherMeans' },
  ];

  it('goes only along the table, and nothing follows an end', () => {
    const walked = new Set<string>();
    const walk = (state: PaymentState, depth: number) => {
      for (const event of depth === 0 ? [] : events) {
        const next = nextPayment(state, event);
        const allowed: readonly PaymentStep[] = nextPaymentSteps[state.step];
        if (next.step !== state.step) {
          expect(allowed).toContain(next.step);
          walked.add(`${state.step} ${next.step}`);
        }
        if (isOver(state.step)) expect(next).toBe(state);
        else walk(next, depth - 1);
      }
    };
    walk(startPayment(null), 5);
    expect(walked).toContain('checking paid');
    expect(walked).toContain('sendingCode refused');
  });
});
