import type { PaymentStatus } from '../payment-status.ts';
import type { ProviderAnswer, ProviderFailure, ProviderStatus } from '../systems/payer-client.ts';

/**
 * The steps of paying and the allowed transitions. `checking`: the provider's answer is missing, and our server is asked before any
 * retry. `refused` and `timedOut` close the payment unpaid; a new one can be opened.
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

/** Why an attempt failed: the provider's message, shown as it is, or our own reason if it sent none. */
export type PaymentProblem =
  | { readonly by: 'provider'; readonly code: string; readonly words: string }
  | {
      readonly by: 'us';
      readonly reason: 'timeLimit' | 'network' | 'provider' | 'cancelled' | 'codeUnsure' | 'closed';
    };

/** A code that the provider has sent to the payer. Contains no secrets, so it may be stored over a reload. */
export interface CodeWait {
  /** Null if all we know is that a code was sent. */
  readonly phoneMask: string | null;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  readonly attemptsLeft: number | null;
}

export interface PaymentState {
  readonly step: PaymentStep;
  readonly problem: PaymentProblem | null;
  /** The latest code, also after it has expired. */
  readonly code: CodeWait | null;
  readonly isCodeOver: boolean;
  readonly redirectUrl: string | null;
  /** What was being sent when the answer went missing. */
  readonly checkingAfter: 'means' | 'code' | 'reload' | null;
}

export type PaymentEvent =
  | { readonly kind: 'sent'; readonly what: 'means' | 'code' }
  | { readonly kind: 'answered'; readonly answer: ProviderAnswer; readonly at: number }
  | { readonly kind: 'failed'; readonly failure: ProviderFailure }
  | { readonly kind: 'unanswered'; readonly problem: PaymentProblem }
  | {
      readonly kind: 'statusReceived';
      readonly status: PaymentStatus;
      readonly isChecked: boolean;
      readonly at: number;
    }
  | { readonly kind: 'codeRanOut' }
  | { readonly kind: 'otherMeans' };

/** How long a code is valid if the provider does not say (docs/rules.md#payment-gateway). */
export const codeMilliseconds = 90_000;

const fresh: PaymentState = {
  step: 'entering',
  problem: null,
  code: null,
  isCodeOver: false,
  redirectUrl: null,
  checkingAfter: null,
};

export interface PaymentStart {
  /** The state of the payment after a reload; null for a new payment. */
  readonly resumed: { readonly code: CodeWait | null } | null;
  /** The page of a system that takes no card from us; null: the card is entered here. */
  readonly redirectUrl: string | null;
}

/** The initial state: of a new payment, or, after a reload, of one whose status is requested first. */
export function startPayment({ resumed, redirectUrl }: PaymentStart): PaymentState {
  if (redirectUrl !== null) return { ...fresh, step: 'wallet', redirectUrl };
  return resumed === null ? fresh : { ...fresh, step: 'checking', checkingAfter: 'reload', code: resumed.code };
}

/** Whether the step is final. */
export function isOver(step: PaymentStep): boolean {
  return nextPaymentSteps[step].length === 0;
}

/** The state after an event. A late event, such as an answer after «отменить», changes nothing. */
export function nextPayment(state: PaymentState, event: PaymentEvent): PaymentState {
  if (isOver(state.step)) return state;
  const next = stepOn(state, event);
  const allowed: readonly PaymentStep[] = nextPaymentSteps[state.step];
  return next.step === state.step || allowed.includes(next.step) ? next : state;
}

function stepOn(state: PaymentState, event: PaymentEvent): PaymentState {
  switch (event.kind) {
    case 'sent':
      return { ...state, step: event.what === 'code' ? 'sendingCode' : 'sending', problem: null };
    case 'answered':
      return isWaiting(state) ? afterAnswer(state, event.answer, event.at) : state;
    case 'failed':
      return isWaiting(state) ? afterFailure(state, event.failure) : state;
    case 'unanswered': {
      const checkingAfter = state.step === 'sendingCode' ? 'code' : 'means';
      return isWaiting(state) ? { ...state, step: 'checking', problem: event.problem, checkingAfter } : state;
    }
    case 'statusReceived':
      return afterStatus(state, event);
    case 'codeRanOut':
      return state.step === 'code' ? { ...state, isCodeOver: true, problem: null } : state;
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
function closedBy(state: PaymentState, status: ProviderStatus | null, problem: PaymentProblem): PaymentState | null {
  if (status === 'paid' || status === 'refunded') return { ...state, step: 'paid', problem: null };
  if (status === 'failed') return { ...state, step: 'refused', problem };
  if (status === 'expired') return { ...state, step: 'timedOut', problem };
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
  const problem: PaymentProblem = { by: 'provider', code, words: message };
  const isOutOfTries = code === 'WrongCode' && attemptsLeft === 0;
  const over = closedBy(state, closingCodes[code] ?? (isOutOfTries ? 'failed' : failure.status), problem);
  if (over !== null) return over;
  if (state.step !== 'sendingCode' || state.code === null) return { ...state, step: 'entering', problem };
  if (code === 'CodeExpired') return { ...state, step: 'code', problem, isCodeOver: true };
  if (code === 'CodeNotRequested') return { ...state, step: 'entering', problem };
  return {
    ...state,
    step: 'code',
    problem,
    code: { ...state.code, attemptsLeft: attemptsLeft ?? state.code.attemptsLeft },
  };
}

/** The payer may have approved the opened wallet: the status is requested before anything else can be tried. */
function afterOtherMeans(state: PaymentState): PaymentState {
  const other: PaymentState = { ...state, step: 'entering', problem: null, redirectUrl: null };
  return state.step === 'wallet' ? { ...other, step: 'checking', checkingAfter: 'means' } : other;
}

/** Steps in which a request to the provider may still take effect. */
const unsureSteps: readonly PaymentStep[] = ['sending', 'sendingCode', 'wallet', 'checking'];

/**
 * Applies our server's status, which decides whenever the provider's answer is missing. An unchecked status is only trusted if it is
 * paid: anything else may be outdated.
 */
function afterStatus(
  state: PaymentState,
  { status, isChecked, at }: Extract<PaymentEvent, { kind: 'statusReceived' }>,
): PaymentState {
  const problem = state.problem ?? { by: 'us', reason: 'closed' };
  const isPaid = status === 'Paid' || status === 'Refunded';
  if (!isChecked && !isPaid && unsureSteps.includes(state.step)) return state;
  if (isPaid) return { ...state, step: 'paid', problem: null };
  if (status === 'Failed') return { ...state, step: 'refused', problem };
  if (status === 'Expired') return { ...state, step: 'timedOut', problem };
  if (state.step !== 'checking') return state;
  // The server may not know yet that a code was sent; the code known here stays valid.
  const isCodeKnown = state.code !== null && state.checkingAfter !== 'means';
  if (status === 'Created' && !isCodeKnown) return { ...state, step: 'entering', checkingAfter: null };
  return afterCodeWasSent(state, at);
}

/** The provider waits for a code: the one known here, or one for a card whose answer got lost. */
function afterCodeWasSent(state: PaymentState, at: number): PaymentState {
  const { checkingAfter, code } = state;
  const unsure: PaymentProblem = { by: 'us', reason: 'codeUnsure' };
  // The answer for a second card got lost: the known code may belong to the first card, which must not be charged.
  if (checkingAfter === 'means' && code !== null) return { ...state, step: 'entering', checkingAfter: null };
  if (code === null) {
    // After a reload no code is known; the card is sent again for a new one.
    if (checkingAfter === 'reload') return { ...state, step: 'entering', problem: null, checkingAfter: null };
    const guessed = { phoneMask: null, expiresAt: at + codeMilliseconds, attemptsLeft: null };
    return { ...state, step: 'code', code: guessed, isCodeOver: false, problem: unsure, checkingAfter: null };
  }
  return { ...state, step: 'code', isCodeOver: code.expiresAt <= at, checkingAfter: null };
}
