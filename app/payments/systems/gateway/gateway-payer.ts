import { membersOf } from '#base/text/stored-value.ts';
import type { PaymentMeans, ProviderAnswer, ProviderCard, ProviderOutcome, ProviderStatus } from '../payer-client.ts';

/** The provider itself waits 30 s for a bank; we must wait longer than that. */
const answerLimitMilliseconds = 45_000;

const statuses: readonly ProviderStatus[] = ['created', 'code_required', 'paid', 'failed', 'expired', 'refunded'];

function statusOf(value: unknown): ProviderStatus | null {
  return statuses.find((status) => status === value) ?? null;
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function cardOf(raw: unknown): ProviderCard | null {
  const { token, maskedPan, expiry } = membersOf(raw);
  if (typeof token !== 'string' || typeof maskedPan !== 'string' || typeof expiry !== 'string') return null;
  return { token, maskedPan, expiry };
}

function otpOf(raw: unknown): ProviderAnswer['otp'] {
  const { phoneMask, expiresIn } = membersOf(raw);
  if (typeof expiresIn !== 'number') return null;
  return { phoneMask: text(phoneMask) ?? '', expiresIn };
}

/** A wallet's address; null unless it is http or https, since other schemes could run code in our page. */
function webAddress(value: unknown): string | null {
  const address = text(value);
  return address !== null && /^https?:\/\//.test(address) ? address : null;
}

/** Parses the provider's answer, which is not trusted to follow the contract. */
export function readOutcome(httpStatus: number, body: unknown): ProviderOutcome {
  const answer = membersOf(body);
  const status = statusOf(answer.status);
  if (httpStatus >= 200 && httpStatus < 300) {
    if (status === null) return { kind: 'noAnswer', reason: 'provider', message: null };
    const { otp, card, redirectUrl } = answer;
    return { kind: 'answer', status, otp: otpOf(otp), card: cardOf(card), redirectUrl: webAddress(redirectUrl) };
  }
  const error = membersOf(answer.error);
  const message = text(error.message);
  if (httpStatus >= 500 || httpStatus === 408 || message === null) {
    return { kind: 'noAnswer', reason: 'provider', message };
  }
  const attemptsLeft = typeof error.attemptsLeft === 'number' ? error.attemptsLeft : null;
  return { kind: 'failure', code: text(error.code) ?? '', message, attemptsLeft, status };
}

/**
 * Browser → provider: `PATCH paymentUrl`, with no credentials and no referrer. `signal` is aborted by the payer's
 * «отменить». Never throws: every failure is an outcome.
 */
export async function sendToProvider(
  paymentUrl: string,
  means: PaymentMeans,
  signal: AbortSignal,
  send: typeof fetch = (...a) => fetch(...a),
): Promise<ProviderOutcome> {
  const limit = AbortSignal.timeout(answerLimitMilliseconds);
  try {
    const response = await send(paymentUrl, {
      method: 'PATCH',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(means),
      signal: AbortSignal.any([signal, limit]),
    });
    return readOutcome(response.status, await response.json().catch(() => null));
  } catch {
    const reason = signal.aborted ? 'cancelled' : limit.aborted ? 'timeLimit' : 'network';
    return { kind: 'noAnswer', reason, message: null };
  }
}
