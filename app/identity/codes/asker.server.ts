import type { CallContext } from '#base/calls/call-context.server.ts';
import { readerLocale } from '#base/pages/accept-language.server.ts';

/** Who asks for a code, and in which language. */
export function askerOf({ network, request }: CallContext) {
  return { network, locale: readerLocale(request.headers) };
}
