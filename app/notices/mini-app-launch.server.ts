import type { IncomingMessage } from 'node:http';
import { guestName, launchPath, startName } from './mini-app-address.ts';

/** Whether another site leads a whole window there. Telegram opens it by itself, or in a frame. */
function isLed({ headers }: IncomingMessage): boolean {
  const from = headers['sec-fetch-site'];
  return headers['sec-fetch-dest'] === 'document' && (from === 'cross-site' || from === 'same-site');
}

/**
 * Where a request for a path is led: whom another site leads to the launch page, gets it as a guest, because such a link could log the visitor
 * in to the account of whoever has made it. Null: it may be answered.
 */
export function ledFromLaunch(request: IncomingMessage, path: string): string | null {
  if (path !== launchPath || !isLed(request)) return null;
  const query = new URLSearchParams(/\?(.*)$/.exec(request.url ?? '')?.[1]);
  if (query.has(guestName)) return null;
  const start = query.get(startName) ?? '';
  const shown = /^[\w-]{1,64}$/.test(start) ? `&${startName}=${start}` : '';
  return `${launchPath}?${guestName}=1${shown}`;
}
