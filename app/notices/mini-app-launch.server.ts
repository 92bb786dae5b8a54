import type { IncomingMessage } from 'node:http';

/**
 * Whether another site leads a whole window to the launch page: Telegram never does. Such a link could log the visitor in to the account of
 * whoever has made it.
 */
export function isLedToLaunch({ headers }: IncomingMessage): boolean {
  const from = headers['sec-fetch-site'];
  return headers['sec-fetch-dest'] === 'document' && (from === 'cross-site' || from === 'same-site');
}
