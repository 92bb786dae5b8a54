import { describe, expect, it } from 'vitest';
import type { PaymentStatus } from '../payment-status.ts';
import { readOutcome } from '../systems/gateway/gateway-payer.ts';
import {
  codeMilliseconds,
  isOver,
  nextPayment,
  nextPaymentSteps,
  type PaymentEvent,
  type PaymentStart,
  type PaymentState,
  type PaymentStep,
  startPayment,
} from './payment-machine.ts';

const at = 1_000_000;

/** The event for an HTTP answer of the provider. */
const start = (resumed: PaymentStart['resumed']) => startPayment({ resumed, redirectUrl: null });

function answered(httpStatus: number, body: unknown): PaymentEvent {
  const outcome = readOutcome(httpStatus, body);
  if (outcome.kind === 'answer') return { kind: 'answered', answer: outcome, at };
  if (outcome.kind === 'failure') return { kind: 'failed', failure: outcome };
  return { kind: 'unanswered', problem: { by: 'us', reason: outcome.reason } };
}

const refusal = (code: string, message: string, status = 'created', more = {}) => ({
  id: 'p',
  status,
  error: { code, message, ...more },
});
const codeSent = answered(200, { id: 'p', status: 'code_required', otp: { phoneMask: '+998 ** 06', expiresIn: 90 } });
const paid = answered(200, { id: 'p', status: 'paid', otp: null, card: null, error: null });
const cardSent: PaymentEvent = { kind: 'sent', what: 'means' };
const codeTyped: PaymentEvent = { kind: 'sent', what: 'code' };
const received = (status: PaymentStatus, isChecked = true): PaymentEvent => ({
  kind: 'statusReceived',
  status,
  isChecked,
  at,
});
const silence: PaymentEvent = { kind: 'unanswered', problem: { by: 'us', reason: 'timeLimit' } };

function paying(...events: PaymentEvent[]): PaymentState {
  return events.reduce(nextPayment, start(null));
}

describe('paying by card', () => {
  it('goes from card to code to paid', () => {
    expect(paying(cardSent).step).toBe('sending');
    const waiting = paying(cardSent, codeSent);
    expect(waiting).toMatchObject({ step: 'code', code: { phoneMask: '+998 ** 06', expiresAt: at + 90_000 } });
    expect(paying(cardSent, codeSent, codeTyped).step).toBe('sendingCode');
    expect(paying(cardSent, codeSent, codeTyped, paid).step).toBe('paid');
  });

  it('is paid without a code if the bank needs none', () => {
    expect(paying(cardSent, paid).step).toBe('paid');
  });

  it('shows the provider’s message after a refusal and allows another card', () => {
    const refused = paying(cardSent, answered(402, refusal('InsufficientFunds', 'На карте недостаточно средств.')));
    expect(refused.step).toBe('entering');
    expect(refused.problem).toEqual({
      by: 'provider',
      code: 'InsufficientFunds',
      words: 'На карте недостаточно средств.',
    });
    expect(nextPayment(refused, cardSent)).toMatchObject({ step: 'sending', problem: null });
  });

  it('closes the payment after the refusal that fails it', () => {
    const closed = paying(cardSent, answered(402, refusal('CardBlocked', 'Карта заблокирована.', 'failed')));
    expect(closed.step).toBe('refused');
    expect(closed.problem).toMatchObject({ words: 'Карта заблокирована.' });
  });

  it('closes an expired payment', () => {
    expect(paying(cardSent, answered(410, refusal('PaymentExpired', 'Время вышло.', 'expired'))).step).toBe('timedOut');
  });

  it('treats «already paid» as paid', () => {
    expect(paying(cardSent, answered(409, refusal('AlreadyPaid', 'Уже оплачен.', 'paid'))).step).toBe('paid');
  });
});

describe('the code', () => {
  const wrong = (attemptsLeft: number, status = 'code_required') =>
    answered(422, refusal('WrongCode', `Осталось: ${attemptsLeft}`, status, { attemptsLeft }));

  it('can be typed again while attempts are left', () => {
    const again = paying(cardSent, codeSent, codeTyped, wrong(2));
    expect(again).toMatchObject({ step: 'code', isCodeOver: false, code: { attemptsLeft: 2 } });
    expect(again.problem).toMatchObject({ words: 'Осталось: 2' });
  });

  it('closes the payment after the last attempt', () => {
    expect(paying(cardSent, codeSent, codeTyped, wrong(0, 'failed')).step).toBe('refused');
  });

  it('expires by the clock or by the provider’s answer, and the card can be sent for a new one', () => {
    expect(paying(cardSent, codeSent, { kind: 'codeRanOut' })).toMatchObject({ step: 'code', isCodeOver: true });
    const over = paying(
      cardSent,
      codeSent,
      codeTyped,
      answered(410, refusal('CodeExpired', 'Код устарел.', 'code_required')),
    );
    expect(over).toMatchObject({ step: 'code', isCodeOver: true, problem: { words: 'Код устарел.' } });
    expect(nextPayment(nextPayment(over, cardSent), codeSent)).toMatchObject({ step: 'code', isCodeOver: false });
  });
});

describe('a missing answer', () => {
  it('is not retried before the server was asked', () => {
    const checking = paying(cardSent, silence);
    expect(checking.step).toBe('checking');
    expect(nextPayment(checking, cardSent)).toBe(checking);
    expect(nextPayment(checking, received('Created'))).toMatchObject({
      step: 'entering',
      problem: { reason: 'timeLimit' },
    });
    expect(nextPayment(checking, received('Paid')).step).toBe('paid');
    expect(nextPayment(checking, received('Failed')).step).toBe('refused');
    expect(nextPayment(checking, received('Expired')).step).toBe('timedOut');
  });

  it('stays in checking until a checked status arrives, unless it is paid', () => {
    for (const unsure of [paying(cardSent, silence), start({ code: null })]) {
      for (const status of ['Created', 'AwaitingCode', 'Failed', 'Expired'] as const) {
        expect(nextPayment(unsure, received(status, false))).toBe(unsure);
      }
      expect(nextPayment(unsure, received('Paid', false)).step).toBe('paid');
    }
    expect(paying(received('Expired', false)).step).toBe('timedOut');
  });

  it('is also a 5xx, an invalid body and a success without a status', () => {
    const words = refusal('ProviderTimeout', 'Банк не ответил.');
    expect(readOutcome(504, words)).toEqual({ kind: 'noAnswer', reason: 'provider', message: 'Банк не ответил.' });
    expect(paying(cardSent, answered(502, null)).step).toBe('checking');
    expect(paying(cardSent, answered(200, '<html>')).step).toBe('checking');
    expect(paying(cardSent, answered(400, null)).step).toBe('checking');
  });

  it('asks for a code that may have been sent, unless it could belong to another card', () => {
    const guessed = paying(cardSent, silence, received('AwaitingCode'));
    expect(guessed).toMatchObject({ step: 'code', code: { phoneMask: null, expiresAt: at + codeMilliseconds } });
    const second = paying(cardSent, codeSent, { kind: 'otherMeans' }, cardSent, silence, received('AwaitingCode'));
    expect(second.step).toBe('entering');
  });

  it('stays at the code step if the code itself got no answer', () => {
    expect(paying(cardSent, codeSent, codeTyped, silence, received('AwaitingCode')).step).toBe('code');
    expect(paying(cardSent, codeSent, codeTyped, silence, received('Created')).step).toBe('code');
    expect(paying(cardSent, codeSent, codeTyped, silence, received('Paid')).step).toBe('paid');
  });

  it('is ignored if it arrives late', () => {
    const checking = paying(cardSent, silence);
    expect(nextPayment(checking, codeSent)).toBe(checking);
    expect(nextPayment(paying(cardSent, paid), codeSent).step).toBe('paid');
  });
});

describe('a reload', () => {
  const code = { phoneMask: '+998 ** 06', expiresAt: at + 30_000, attemptsLeft: null };

  it('asks the server first and resumes where the payer was', () => {
    const resumed = start({ code });
    expect(resumed.step).toBe('checking');
    expect(nextPayment(resumed, received('AwaitingCode'))).toMatchObject({ step: 'code', isCodeOver: false, code });
    expect(nextPayment(resumed, received('Created')).step).toBe('code');
    expect(nextPayment(resumed, received('Paid')).step).toBe('paid');
  });

  it('notices that the code has expired meanwhile', () => {
    const resumed = start({ code: { ...code, expiresAt: at - 1 } });
    expect(nextPayment(resumed, received('AwaitingCode'))).toMatchObject({ step: 'code', isCodeOver: true });
  });

  it('starts with the card if no code is known', () => {
    expect(nextPayment(start({ code: null }), received('AwaitingCode'))).toMatchObject({
      step: 'entering',
      problem: null,
    });
    expect(nextPayment(start({ code: null }), received('Created')).step).toBe('entering');
  });
});

describe('a wallet', () => {
  const address = 'https://pay.test/wallet/p';
  const opened = answered(200, { id: 'p', status: 'created', otp: null, card: null, redirectUrl: address });

  it('waits for the server’s status and can be left for a card', () => {
    const waiting = paying(cardSent, opened);
    expect(waiting).toMatchObject({ step: 'wallet', redirectUrl: address });
    expect(nextPayment(waiting, received('Created'))).toBe(waiting);
    expect(nextPayment(waiting, received('Paid')).step).toBe('paid');
    const left = nextPayment(waiting, { kind: 'otherMeans' });
    expect(left).toMatchObject({ step: 'checking', redirectUrl: null });
    expect(nextPayment(left, received('Created', false))).toBe(left);
    expect(nextPayment(left, received('Created')).step).toBe('entering');
    expect(nextPayment(left, received('Paid')).step).toBe('paid');
  });

  it('is never opened at an address that is not http or https', () => {
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
    answered(402, refusal('CardBlocked', 'Нет')),
    answered(422, refusal('WrongCode', 'Нет', 'failed', { attemptsLeft: 0 })),
    answered(410, refusal('CodeExpired', 'Код устарел.', 'code_required')),
    received('Paid'),
    received('Created'),
    received('AwaitingCode'),
    received('Expired'),
    { kind: 'codeRanOut' },
    { kind: 'otherMeans' },
  ];

  it('follows the table, and a final step is never left', () => {
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
    walk(start(null), 5);
    expect(walked).toContain('checking paid');
    expect(walked).toContain('sendingCode refused');
  });
});
