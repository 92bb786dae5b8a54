import { randomBytes } from 'node:crypto';
import type { CallContext } from '#base/calls/call-context.server.ts';
import { readerLocale } from '#base/pages/accept-language.server.ts';

const name = 'knownBrowser';
const token = /^[\w-]{43}$/;

/** People who share one browser; the one who logged in longest ago is forgotten first. */
const peopleOfBrowser = 4;

/** As long as a session of 500 hours and the 60 days for which its row is kept. */
const seconds = (500 + 60 * 24) * 3600;

/** A random token of 256 bits, one for each login. */
export const newBrowserToken = (): string => randomBytes(32).toString('base64url');

/**
 * The tokens of earlier logins in the browser that makes a call. They give no right: their owners only get the attempts that strangers
 * cannot use up (docs/rules.md#identity).
 */
export function browserTokensOf({ request }: Pick<CallContext, 'request'>): string[] {
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim());
  const value = pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) ?? '';
  return value
    .split('.')
    .filter((one) => token.test(one))
    .slice(0, peopleOfBrowser);
}

/** Stores the tokens in the browser, out of reach of scripts and of other sites. */
export function keepBrowserTokens(
  { reply }: Pick<CallContext, 'reply'>,
  tokens: readonly string[],
  isHttps: boolean,
): void {
  const value = tokens.slice(0, peopleOfBrowser).join('.');
  const secure = isHttps ? '; Secure' : '';
  reply.header('set-cookie', `${name}=${value}; Path=/api; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`);
}

/** Who asks for a code, and in which language. */
export function askerOf(context: CallContext) {
  const { network, request } = context;
  return { network, browserTokens: browserTokensOf(context), locale: readerLocale(request.headers) };
}
