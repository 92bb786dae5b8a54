import { isCallFailure } from '#base/calls/errors.ts';
import { membersOf } from '#base/text/stored-value.ts';
import type { PaymentStatus } from '../../payment-status.ts';
import type {
  PaymentMeans,
  ProviderAnswer,
  ProviderCard,
  ProviderFailure,
  ProviderOutcome,
  SendMeans,
} from '../payer-client.ts';

interface PaymePayerOptions {
  /** Address of the API; its fragment names the payment. */
  readonly paymentUrl: string;
  /** The id of the cash register, the public part of `X-Auth`. */
  readonly publicKey: string;
  /** Has our server charge the card of a token. Throws `CallFailure`. */
  confirm(asked: { payment: string; token: string }, signal: AbortSignal): Promise<{ readonly status: PaymentStatus }>;
  readonly send?: typeof fetch;
}

/** A new card that waits for its code. */
interface WaitingCard {
  readonly token: string;
  readonly card: ProviderCard;
}

const answerLimitMilliseconds = 20_000;
/** Payme's codes of a code that is not the right one, and of too many of those. */
const wrongCode = -31_103;
const tooManyCodes = -31_102;

/** Why Payme is not to be asked further: an outcome for the form. */
class Stopped extends Error {
  readonly outcome: ProviderOutcome;

  constructor(outcome: ProviderOutcome) {
    super('stopped');
    this.outcome = outcome;
  }
}

const failure = (code: string, message: string, status: ProviderFailure['status'] = null): ProviderFailure => ({
  kind: 'failure',
  code,
  message,
  attemptsLeft: null,
  status,
});

const answer = (status: ProviderAnswer['status'], more: Partial<ProviderAnswer> = {}): ProviderAnswer => ({
  kind: 'answer',
  status,
  otp: null,
  card: null,
  redirectUrl: null,
  ...more,
});

const providerStatuses: Readonly<Record<PaymentStatus, ProviderAnswer['status']>> = {
  Created: 'created',
  AwaitingCode: 'created',
  Paid: 'paid',
  Failed: 'failed',
  Expired: 'expired',
  Refunded: 'refunded',
};

/** Payme's message, which may be one text or one for each language. */
function textOf(message: unknown): string {
  const text = typeof message === 'string' ? message : membersOf(message).ru;
  return typeof text === 'string' ? text : '';
}

function codeOf(code: unknown, method: string): string {
  if (code === tooManyCodes) return 'CodeNotRequested';
  return method === 'cards.verify' && code === wrongCode ? 'WrongCode' : 'CardRefused';
}

/**
 * Pays an open payment with Payme's Subscribe API (https://developer.help.paycom.uz/metody-subscribe-api/cards.create). The card goes from this browser
 * to Payme and nowhere else; our server gets its token. Keeps the card that waits for its code in memory. Never throws.
 */
export function createPaymePayer({
  paymentUrl,
  publicKey,
  confirm,
  send = (...a) => fetch(...a),
}: PaymePayerOptions): SendMeans {
  const { origin, pathname, hash } = new URL(paymentUrl);
  const payment = decodeURIComponent(hash.slice(1));
  let waiting: WaitingCard | null = null;

  /** Calls a method of Payme. Throws `Stopped`: nothing of this costs money. */
  async function ask(method: string, params: unknown, signal: AbortSignal): Promise<Readonly<Record<string, unknown>>> {
    const limit = AbortSignal.timeout(answerLimitMilliseconds);
    try {
      const response = await send(`${origin}${pathname}`, {
        method: 'POST',
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
        cache: 'no-store',
        headers: { 'content-type': 'application/json', 'x-auth': publicKey },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
        signal: AbortSignal.any([signal, limit]),
      });
      const { result, error } = membersOf(await response.json());
      const { code, message } = membersOf(error);
      const text = textOf(message);
      if (text !== '') throw new Stopped(failure(codeOf(code, method), text));
      if (result !== undefined) return membersOf(result);
      throw new Stopped({ kind: 'noAnswer', reason: 'provider', message: null });
    } catch (stopped) {
      if (stopped instanceof Stopped) throw stopped;
      const reason = signal.aborted ? 'cancelled' : limit.aborted ? 'timeLimit' : 'network';
      throw new Stopped({ kind: 'noAnswer', reason, message: null });
    }
  }

  async function create(card: { pan: string; expiry: string }, savesCard: boolean, signal: AbortSignal) {
    waiting = null;
    const params = { card: { number: card.pan, expire: card.expiry }, save: savesCard };
    const made = membersOf((await ask('cards.create', params, signal)).card);
    const { token, number } = made;
    if (typeof token !== 'string' || typeof number !== 'string') {
      throw new Stopped({ kind: 'noAnswer', reason: 'provider', message: null });
    }
    const { phone, wait } = await ask('cards.get_verify_code', { token }, signal);
    waiting = { token, card: { token, maskedPan: number, expiry: card.expiry } };
    const expiresIn = typeof wait === 'number' ? wait / 1_000 : 60;
    return answer('code_required', { otp: { phoneMask: typeof phone === 'string' ? phone : '', expiresIn } });
  }

  async function charge(token: string, card: ProviderCard | null, signal: AbortSignal): Promise<ProviderOutcome> {
    try {
      const { status } = await confirm({ payment, token }, signal);
      return answer(providerStatuses[status], { card });
    } catch (error) {
      if (signal.aborted) return { kind: 'noAnswer', reason: 'cancelled', message: null };
      if (!isCallFailure(error) || error.status >= 500 || error.status === 0) {
        return { kind: 'noAnswer', reason: 'network', message: null };
      }
      if (error.code === 'CardNotConfirmed') return failure('CodeNotRequested', error.message);
      return failure(error.code, error.message, error.code === 'CardRefused' ? 'failed' : null);
    }
  }

  async function enterCode(code: string, signal: AbortSignal): Promise<ProviderOutcome> {
    if (waiting === null) return { kind: 'noAnswer', reason: 'provider', message: null };
    const { token, card } = waiting;
    await ask('cards.verify', { token, code }, signal);
    const outcome = await charge(token, card, signal);
    if (outcome.kind === 'failure') waiting = null;
    return outcome;
  }

  function pay(means: PaymentMeans, savesCard: boolean, signal: AbortSignal): Promise<ProviderOutcome> {
    if ('otp' in means) return enterCode(means.otp, signal);
    if (!('card' in means)) throw new Error('Payme takes only cards here');
    return 'token' in means.card ? charge(means.card.token, null, signal) : create(means.card, savesCard, signal);
  }

  return async (means, { signal, savesCard }) => {
    try {
      return await pay(means, savesCard, signal);
    } catch (stopped) {
      if (stopped instanceof Stopped) return stopped.outcome;
      throw stopped;
    }
  };
}
