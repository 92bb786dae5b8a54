import type { SenderName } from '#base/config/message-environment.server.ts';
import { type FailureReason, SendFailure } from './message-sender.server.ts';

/** Makes the signal that ends a question without an answer. */
export type Deadline = () => AbortSignal;

interface Question {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON by `POST`. */
  readonly json?: unknown;
  /** Sent as a form by `POST`. */
  readonly form?: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

/** `body`: the parsed JSON; null if it is none. */
export interface ServiceAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** Failures before anything was transferred. */
const notConnected = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

function wasNotConnected(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : null;
  return cause instanceof Error && 'code' in cause && notConnected.has(String(cause.code));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Asks a service over HTTP. Throws `SendFailure` if it does not answer. */
export async function askService(sender: SenderName, question: Question): Promise<ServiceAnswer> {
  const { url, headers, json, form, signal } = question;
  try {
    const response = await fetch(url, {
      signal,
      redirect: 'error',
      ...(json !== undefined && { method: 'POST', body: JSON.stringify(json) }),
      ...(form !== undefined && { method: 'POST', body: new URLSearchParams(form) }),
      headers: { ...(json !== undefined && { 'content-type': 'application/json' }), ...headers },
    });
    return { status: response.status, body: parseJson(await response.text()) };
  } catch (error) {
    if (wasNotConnected(error)) throw new SendFailure(sender, 'unreachable', 'no connection', error);
    throw new SendFailure(sender, 'unknown', signal.aborted ? 'no answer in time' : 'the answer broke off', error);
  }
}

/** What an answer that is not a success means where the service does not say it better. */
function reasonOf(status: number): FailureReason {
  if (status === 401 || status === 403) return 'credentials';
  if (status === 402) return 'balance';
  if (status === 429) return 'rateLimit';
  return status >= 400 && status < 500 ? 'refused' : 'unknown';
}

/** The failure that an answer means. `said`: what the service itself names as the reason. */
export function failureOf(
  sender: SenderName,
  { status }: ServiceAnswer,
  said: FailureReason | null = null,
): SendFailure {
  return new SendFailure(sender, said ?? reasonOf(status), `HTTP ${status}`);
}

/** The authorization header of a login and a password. */
export function basicAuthorization(login: string, password: string): { readonly authorization: string } {
  return { authorization: `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}` };
}
