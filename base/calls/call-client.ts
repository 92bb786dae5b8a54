import type { Call, CallAnswer, CallArguments } from './call.ts';
import { CallFailure, failures } from './errors.ts';

/** The browser's store of the session tokens. */
export interface SessionTokens {
  access(): string | null;
  hasRefresh(): boolean;
  /** Whether the access token has expired and there is a refresh token. */
  hasRunOut(): boolean;
  /**
   * Makes one refresh for any number of concurrent callers, and none if the tokens are newer than `refused`, the token of the refused
   * request. Resolves to whether there is a token to retry with. If the server refuses the refresh, the session is reset first.
   */
  refresh(refused: string | null): Promise<boolean>;
  /** Ends the session in this browser. */
  reset(): Promise<void>;
}

interface Envelope {
  readonly success: boolean;
  readonly data: unknown;
  readonly error?: {
    code: string;
    message: string;
    fields?: Record<string, string>;
    details?: Record<string, unknown>;
  };
}

/** Calls by name: method and path as on the wire, `POST ProjectPay/Create`. */
type CallsByName<C extends Call> = { readonly [One in C as `${One['method']} ${One['path']}`]: One };

/** The names of calls. */
export type CallName<C extends Call> = keyof CallsByName<C> & string;

/** The contract entry with a name. */
export type CallNamed<C extends Call, Name extends CallName<C>> = Extract<CallsByName<C>[Name], Call>;

/**
 * Runs reading guest calls inside the server, typed like `call` in the browser. Passes the tags of the answer to `tag`. Throws
 * `CallFailure`.
 */
export type InsideCall<C extends Call> = <Name extends CallName<C>>(
  name: Name,
  input: CallArguments<CallNamed<C, Name>>,
  tag?: (...tags: string[]) => void,
) => Promise<CallAnswer<CallNamed<C, Name>>>;

export interface CallSettings {
  readonly signal?: AbortSignal;
  /** One key for all attempts of one intent, so that a repeated request has one effect. */
  readonly idempotencyKey?: string;
  /** Identifies a guest who repeats a request from another network. */
  readonly guestSecret?: string;
  /** Proves that a donation is the caller's own; a header, so that no address has it. */
  readonly proof?: string | null;
  /** The parts of an upload. */
  readonly form?: FormData;
  /** Lets the request outlive the page. */
  readonly keepalive?: boolean;
}

/** Serialises a query: values URL-encoded, null and undefined omitted (docs/rules.md#wire). */
export function serialiseQuery(query: Readonly<Record<string, unknown>>): string {
  return Object.entries(query)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
    .join('&');
}

function address(path: string, params: Readonly<Record<string, unknown>>, query: Readonly<Record<string, unknown>>) {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const search = serialiseQuery(query);
  return `/api/${filled}${search === '' ? '' : `?${search}`}`;
}

function isEnvelope(value: unknown): value is Envelope {
  return typeof value === 'object' && value !== null && 'success' in value && typeof value.success === 'boolean';
}

/** The data of an answer. Throws the failure that it names. */
export async function readAnswer(response: Response): Promise<unknown> {
  const body: unknown = await response.json().catch(() => null);
  if (isEnvelope(body) && body.success) return body.data;
  const error = isEnvelope(body) ? body.error : undefined;
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
  throw new CallFailure(
    error?.code ?? failures.internal.code,
    response.status,
    error?.message ?? failures.internal.message,
    {
      ...(error?.fields && { fields: error.fields }),
      ...(error?.details && { details: error.details }),
      ...(Number.isFinite(retryAfter) && { retryAfter }),
    },
  );
}

/** How long a request waits for an earlier attempt under its key: the claim of one that has died lasts 15 seconds. */
const progressMilliseconds = 25_000;

/** No response: the network or the server is unreachable. */
export const networkFailureCode = 'NetworkFailure';

/** A 401 of these calls means a wrong password or refresh token, not an expired session. */
const neverRefreshing = new Set([
  'POST Identity/RefreshToken',
  'POST Identity/RevokeToken',
  'POST Identity/Token',
  'POST Identity/AdminLogin',
]);

/**
 * Calls that end the session when they answer 401 even after a refresh (docs/rules.md#wire), also where guests may make them. Not all calls
 * do: a widget's 401 concerns its key.
 */
const endsSession = /^GET (?:(?:PersonalAccount|Moderator)\/|ProjectPay\/List$)/;

/**
 * Creates the browser's API client: `call('GET User/List', {query: {Take: 10}})`, typed by the contract. It adds the bearer token and
 * renews an expired one first, because calls open to guests would treat its owner as a guest instead of answering 401. On a 401 it
 * refreshes once and repeats the request; refresh calls never refresh (docs/rules.md#sessions). While an earlier attempt under the same key is
 * in progress, it waits and repeats. Failures are thrown as `CallFailure`.
 */
export function createCallClient<C extends Call>(tokens: SessionTokens, send: typeof fetch = (...a) => fetch(...a)) {
  async function attempt(
    method: string,
    url: string,
    body: unknown,
    settings: CallSettings,
    token: string | null,
  ): Promise<Response> {
    const headers = new Headers();
    if (token !== null) headers.set('authorization', `Bearer ${token}`);
    if (body !== undefined) headers.set('content-type', 'application/json');
    if (settings.idempotencyKey !== undefined) headers.set('idempotency-key', settings.idempotencyKey);
    if (settings.guestSecret) headers.set('guest-secret', settings.guestSecret);
    if (settings.proof) headers.set('proof', settings.proof);
    try {
      return await send(url, {
        method,
        headers,
        ...(body !== undefined && { body: JSON.stringify(body) }),
        ...(settings.form && { body: settings.form }),
        ...(settings.signal && { signal: settings.signal }),
        ...(settings.keepalive && { keepalive: true }),
      });
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') throw error;
      throw new CallFailure(networkFailureCode, 0, 'Нет связи. Проверьте интернет и попробуйте ещё раз');
    }
  }

  return async function call<Name extends CallName<C>>(
    name: Name,
    input: CallArguments<CallNamed<C, Name>>,
    settings: CallSettings = {},
    giveUpAt = Date.now() + progressMilliseconds,
  ): Promise<CallAnswer<CallNamed<C, Name>>> {
    const [method = 'GET', path = ''] = name.split(' ');
    const parts: { query?: object | undefined; params?: object | undefined; body?: unknown } = input;
    const url = address(path, { ...parts.params }, { ...parts.query });
    const isRenewing = !neverRefreshing.has(name);
    if (isRenewing && tokens.hasRunOut()) await tokens.refresh(tokens.access());
    let token = tokens.access();
    let response = await attempt(method, url, parts.body, settings, token);
    const mayRefresh = response.status === 401 && isRenewing && tokens.hasRefresh();
    const isRenewed = mayRefresh && (await tokens.refresh(token));
    if (isRenewed) {
      token = tokens.access();
      response = await attempt(method, url, parts.body, settings, token);
    }
    // A refresh that the server did not answer says nothing about the session: only one that it refuses deletes the tokens.
    if (mayRefresh && !isRenewed && tokens.hasRefresh()) throw failures.unavailable();
    // Another tab may have renewed it, and a refresh that was refused has ended it.
    const isOver = response.status === 401 && token === tokens.access();
    if (isOver && token !== null && endsSession.test(name)) await tokens.reset();
    try {
      return trusted<CallAnswer<CallNamed<C, Name>>>(await readAnswer(response));
    } catch (error) {
      if (!failures.requestInProgress.is(error) || Date.now() > giveUpAt) throw error;
      await new Promise((resolve) => setTimeout(resolve, 1_000 * (error.retryAfter ?? 1)));
      return call(name, input, settings, giveUpAt);
    }
  };
}

/** Gives an answer its contract's type without parsing: the server has encoded it by that schema. */
function trusted<Answer>(data: unknown): Answer {
  return data as Answer;
}
