import type { PaymentStatus } from './payment-status.ts';
import type { ProviderAnswer, ProviderFailure, ProviderStatus } from './provider-calls.ts';

/**
 * The steps of paying and the only ways between them. `checking`: nobody knows what the provider has done, and the server is asked
 * before anything may be tried again. `refused` and `timedOut` close the payment unpaid; a new one may be begun.
 */
export const nextPaymentSteps = {
  entering: ['sending', 'paid', 'refused', 'timedOut'],
  sending: ['entering', 'code', 'wallet', 'checking', 'paid', 'refused', 'timedOut'],
  code: ['sendingCode', 'sending', 'entering', 'paid', 'refused', 'timedOut'],
  sendingCode: ['code', 'entering', 'checking', 'paid', 'refused', 'timedOut'],
  wallet: ['checking', 'paid', 'refused', 'timedOut'],
  checking: ['entering', 'code', 'paid', 'refused', 'timedOut'],
  paid: [],
  refused: [],
  timedOut: [],
} as const;

export type PaymentStep = keyof typeof nextPaymentSteps;

/** Why something did not come off: the provider's words, shown as they are, or our own reason where it had none. */
export type Told =
  | { readonly by: 'provider'; readonly code: string; readonly words: string }
  | {
      readonly by: 'us';
      readonly reason: 'timeLimit' | 'network' | 'provider' | 'cancelled' | 'codeUnsure' | 'closed';
    };

/** A code that the provider has sent. Nothing in it is secret: it may be kept over a reload. */
export interface CodeWait {
  /** Null where we only know that a code was sent. */
  readonly phoneMask: string | null;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  readonly attemptsLeft: number | null;
}

export interface PaymentState {
  readonly step: PaymentStep;
  readonly told: Told | null;
  /** The latest code; stays known after it ran out. */
  readonly code: CodeWait | null;
  readonly isCodeOver: boolean;
  readonly redirectUrl: string | null;
  /** What was under way when the answer failed to come. */
  readonly checkingAfter: 'means' | 'code' | 'reload' | null;
}

export type PaymentEvent =
  | { readonly kind: 'sent'; readonly what: 'means' | 'code' }
  | { readonly kind: 'answered'; readonly answer: ProviderAnswer; readonly at: number }
  | { readonly kind: 'failed'; readonly failure: ProviderFailure }
  | { readonly kind: 'unanswered'; readonly told: Told }
  | { readonly kind: 'statusTold'; readonly status: PaymentStatus; readonly isChecked: boolean; readonly at: number }
  | { readonly kind: 'codeRanOut' }
  | { readonly kind: 'otherMeans' };

/** A code is good for so long where the provider does not say (specification, point 9). */
export const codeMilliseconds = 90_000;

const fresh: PaymentState = {
  step: 'entering',
  told: null,
  code: null,
  isCodeOver: false,
  redirectUrl: null,
  checkingAfter: null,
};

/** The beginning: a new payment, or, after a reload, one whose state is asked for first. */
export function startPayment(resumed: { readonly code: CodeWait | null } | null): PaymentState {
  return resumed === null ? fresh : { ...fresh, step: 'checking', checkingAfter: 'reload', code: resumed.code };
}

/** Whether nothing more can happen to the payment. */
export function isOver(step: PaymentStep): boolean {
  return nextPaymentSteps[step].length === 0;
}

/** The state after an event. What comes late, such as an answer after «отменить», changes nothing. */
export function nextPayment(state: PaymentState, event: PaymentEvent): PaymentState {
  if (isOver(state.step)) return state;
  const next = stepOn(state, event);
  const allowed: readonly PaymentStep[] = nextPaymentSteps[state.step];
  return next.step === state.step || allowed.includes(next.step) ? next : state;
}

function stepOn(state: PaymentState, event: PaymentEvent): PaymentState {
  switch (event.kind) {
    case 'sent':
      return { ...state, step: event.what === 'code' ? 'sendingCode' : 'sending', told: null };
    case 'answered':
      return isWaiting(state) ? afterAnswer(state, event.answer, event.at) : state;
    case 'failed':
      return isWaiting(state) ? afterFailure(state, event.failure) : state;
    case 'unanswered': {
      const checkingAfter = state.step === 'sendingCode' ? 'code' : 'means';
      return isWaiting(state) ? { ...state, step: 'checking', told: event.told, checkingAfter } : state;
    }
    case 'statusTold':
      return afterStatus(state, event);
    case 'codeRanOut':
      return state.step === 'code' ? { ...state, isCodeOver: true, told: null } : state;
    case 'otherMeans':
      return afterOtherMeans(state);
  }
}

function isWaiting(state: PaymentState): boolean {
  return state.step === 'sending' || state.step === 'sendingCode';
}

function afterAnswer(state: PaymentState, answer: ProviderAnswer, at: number): PaymentState {
  const over = closedBy(state, answer.status, { by: 'us', reason: 'closed' });
  if (over !== null) return over;
  if (answer.redirectUrl !== null) return { ...state, step: 'wallet', redirectUrl: answer.redirectUrl };
  if (answer.otp === null) return { ...state, step: 'checking', checkingAfter: 'means' };
  const { phoneMask, expiresIn } = answer.otp;
  const code = { phoneMask, expiresAt: at + expiresIn * 1000, attemptsLeft: null };
  return { ...state, step: 'code', code, isCodeOver: false };
}

/** The closed state that a status of the provider means, or null while the payment is open. */
function closedBy(state: PaymentState, status: ProviderStatus | null, told: Told): PaymentState | null {
  if (status === 'paid' || status === 'refunded') return { ...state, step: 'paid', told: null };
  if (status === 'failed') return { ...state, step: 'refused', told };
  if (status === 'expired') return { ...state, step: 'timedOut', told };
  return null;
}

const closingCodes: Readonly<Record<string, ProviderStatus>> = {
  AlreadyPaid: 'paid',
  PaymentFailed: 'failed',
  NotFound: 'failed',
  PaymentExpired: 'expired',
};

function afterFailure(state: PaymentState, failure: ProviderFailure): PaymentState {
  const { code, message, attemptsLeft } = failure;
  const told: Told = { by: 'provider', code, words: message };
  const isOutOfTries = code === 'WrongCode' && attemptsLeft === 0;
  const over = closedBy(state, closingCodes[code] ?? (isOutOfTries ? 'failed' : failure.status), told);
  if (over !== null) return over;
  if (state.step !== 'sendingCode' || state.code === null) return { ...state, step: 'entering', told };
  if (code === 'CodeExpired') return { ...state, step: 'code', told, isCodeOver: true };
  if (code === 'CodeNotRequested') return { ...state, step: 'entering', told };
  return {
    ...state,
    step: 'code',
    told,
    code: { ...state.code, attemptsLeft: attemptsLeft ?? state.code.attemptsLeft },
  };
}

/** A wallet that was opened may have been said yes to: before anything else may be tried, it is asked about. */
function afterOtherMeans(state: PaymentState): PaymentState {
  const other: PaymentState = { ...state, step: 'entering', told: null, redirectUrl: null };
  return state.step === 'wallet' ? { ...other, step: 'checking', checkingAfter: 'means' } : other;
}

/** Something is on its way to the provider, of which he alone can say what became of it. */
const unsureSteps: readonly PaymentStep[] = ['sending', 'sendingCode', 'wallet', 'checking'];

/**
 * The server's word, which alone decides where the provider's answer is missing. A word for which he could not be asked says only
 * what is paid: of anything else it is not known.
 */
function afterStatus(
  state: PaymentState,
  { status, isChecked, at }: Extract<PaymentEvent, { kind: 'statusTold' }>,
): PaymentState {
  const told = state.told ?? { by: 'us', reason: 'closed' };
  const isPaid = status === 'Paid' || status === 'Refunded';
  if (!isChecked && !isPaid && unsureSteps.includes(state.step)) return state;
  if (isPaid) return { ...state, step: 'paid', told: null };
  if (status === 'Failed') return { ...state, step: 'refused', told };
  if (status === 'Expired') return { ...state, step: 'timedOut', told };
  if (state.step !== 'checking') return state;
  // The server may not have heard yet that a code was asked for; the code that is known here is no worse for it.
  const isCodeKnown = state.code !== null && state.checkingAfter !== 'means';
  if (status === 'Created' && !isCodeKnown) return { ...state, step: 'entering', checkingAfter: null };
  return afterCodeWasSent(state, at);
}

/** The provider waits for a code: it may be the one that is known here, or one of a card whose answer never came. */
function afterCodeWasSent(state: PaymentState, at: number): PaymentState {
  const { checkingAfter, code } = state;
  const unsure: Told = { by: 'us', reason: 'codeUnsure' };
  // A second card whose answer got lost: the known code may be the first card's, which must not be charged for it.
  if (checkingAfter === 'means' && code !== null) return { ...state, step: 'entering', checkingAfter: null };
  if (code === null) {
    // After a reload nothing is known of the code; the card is sent again for a new one.
    if (checkingAfter === 'reload') return { ...state, step: 'entering', told: null, checkingAfter: null };
    const guessed = { phoneMask: null, expiresAt: at + codeMilliseconds, attemptsLeft: null };
    return { ...state, step: 'code', code: guessed, isCodeOver: false, told: unsure, checkingAfter: null };
  }
  return { ...state, step: 'code', isCodeOver: code.expiresAt <= at, checkingAfter: null };
}
