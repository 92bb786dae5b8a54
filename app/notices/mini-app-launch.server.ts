import type { IncomingMessage } from 'node:http';
import { guestName, launchPath, startName } from './mini-app-address.ts';

/**
 * Whether a page, of another site or of this one, leads a whole window there. Telegram opens it by itself (`none`), or in a frame. A service
 * worker that passes a navigation on names no document as its end, so that only frames are let through by name.
 */
function isLed({ headers }: IncomingMessage): boolean {
  const from = headers['sec-fetch-site'];
  return from !== undefined && from !== 'none' && headers['sec-fetch-dest'] !== 'iframe';
}

/** Whether the answer for a path depends on who leads there, so that no shared cache may give it. */
export const isLaunchPath = (path: string) => path === launchPath;

/**
 * Where a request for a path is led: whom a page leads to the launch page, gets it as a guest, because such a link could log the visitor in to
 * the account of whoever has made it. Null: it may be answered.
 */
export function ledFromLaunch(request: IncomingMessage, path: string): string | null {
  if (!isLaunchPath(path) || !isLed(request)) return null;
  const query = new URLSearchParams(/\?(.*)$/.exec(request.url ?? '')?.[1]);
  if (query.has(guestName)) return null;
  const start = query.get(startName) ?? '';
  const shown = /^[\w-]{1,64}$/.test(start) ? `&${startName}=${start}` : '';
  return `${launchPath}?${guestName}=1${shown}`;
}
