import type { ServerResponse } from 'node:http';
import type { Csp } from '#base/http/csp.server.ts';

/** Redirects to another address. */
export function sendRedirect(
  csp: Csp,
  response: ServerResponse,
  way: { status: number; to: string; requestId: string },
): void {
  response.writeHead(way.status, [
    'Location',
    way.to,
    'Content-Length',
    '0',
    'X-Request-Id',
    way.requestId,
    // It may be a widget's address, whose key must not be cached or sent as a referrer.
    'Cache-Control',
    'private, no-store',
    ...csp.headers({ widget: true }).flat(),
  ]);
  response.end();
}
