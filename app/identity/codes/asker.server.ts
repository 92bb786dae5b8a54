import type { CallContext } from '#base/calls/call-context.server.ts';
import { readerLocale } from '#base/pages/accept-language.server.ts';
import { browserTokensOf } from '../origins/known-browsers.server.ts';

/** Who asks for a code, and in which language. */
export function askerOf(context: CallContext) {
  const { network, request } = context;
  return { network, browserTokens: browserTokensOf(context), locale: readerLocale(request.headers) };
}
