import type { Call, CallAnswer, CallArguments } from './call.ts';
import { CallFailure, failures } from './errors.ts';

/** Where the browser keeps the session; the product decides the places (specification, points 4 and 9). */
export interface SessionTokens {
  access(): string | null;
  hasRefresh(): boolean;
  /** Whether the access token has run out and there is a refresh token to renew it with. */
  hasRunOut(): boolean;
  /**
   * Makes one refresh for any number of callers, none where the tokens have been renewed since the request that was
   * `refused` set out with its access token. Resolves to whether there is a token to try again with. A refresh that the
   * server refused resets the session before it resolves.
   */
  refresh(refused: string | null): Promise<boolean>;
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

/** Calls by their names in the browser: method and path as in the specification, `POST ProjectPay/Create`. */
type CallsByName<C extends Call> = { readonly [One in C as `${One['method']} ${One['path']}`]: One };

/** The name of any one of some calls. */
export type CallName<C extends Call> = keyof CallsByName<C> & string;

/** The contract entry of a name. */
export type CallNamed<C extends Call, Name extends CallName<C>> = Extract<CallsByName<C>[Name], Call>;

/**
 * A way to make reading guest calls from inside the server, typed like `call` in the browser. The tags of the answer
 * are handed to `tag`. Throws `CallFailure`.
 */
export type InsideCall<C extends Call> = <Name extends CallName<C>>(
  name: Name,
  input: CallArguments<CallNamed<C, Name>>,
  tag?: (...tags: string[]) => void,
) => Promise<CallAnswer<CallNamed<C, Name>>>;

export interface CallSettings {
  readonly signal?: AbortSignal;
  /** One key for all tries of one intent, so that a repeated request has one effect. */
  readonly idempotencyKey?: string;
}

/** key=value pairs joined by &, values URL-encoded, null and undefined left out (specification, point 7). */
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

async function readAnswer(response: Response): Promise<unknown> {
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

/** No answer at all: the network is gone or the server is. */
export const networkFailureCode = 'NetworkFailure';

/** Refresh calls never refresh; of the others, a 401 tells of a wrong password and not of a session. */
const neverRefreshing = new Set([
  'POST Identity/RefreshToken',
  'POST Identity/RevokeToken',
  'POST Identity/Token',
  'POST Identity/AdminLogin',
]);

/**
 * The browser's way to the server: `call('GET User/List', {query: {Take: 10}})`. Names, arguments and answers are
 * typed by the contract. A bearer token is added, renewed first where it has run out: calls of guests never answer 401, so that
 * its owner would be a stranger to them. On a 401 with a refresh token present one refresh is made and the request is repeated;
 * refresh calls never refresh (specification, points 4 and 8). Failures are thrown as `CallFailure`.
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
    try {
      return await send(url, {
        method,
        headers,
        ...(body !== undefined && { body: JSON.stringify(body) }),
        ...(settings.signal && { signal: settings.signal }),
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
  ): Promise<CallAnswer<CallNamed<C, Name>>> {
    const [method = 'GET', path = ''] = name.split(' ');
    const parts: { query?: object | undefined; params?: object | undefined; body?: unknown } = input;
    const url = address(path, { ...parts.params }, { ...parts.query });
    const isRenewing = !neverRefreshing.has(name);
    if (isRenewing && tokens.hasRunOut()) await tokens.refresh(tokens.access());
    const token = tokens.access();
    let response = await attempt(method, url, parts.body, settings, token);
    const mayRefresh = response.status === 401 && isRenewing && tokens.hasRefresh();
    if (mayRefresh && (await tokens.refresh(token))) {
      response = await attempt(method, url, parts.body, settings, tokens.access());
    }
    const data = await readAnswer(response);
    return trusted<CallAnswer<CallNamed<C, Name>>>(data);
  };
}

/** The one place where an answer of our own server gets its contract's type: the server has made it from that schema. */
function trusted<Answer>(data: unknown): Answer {
  return data as Answer;
}
