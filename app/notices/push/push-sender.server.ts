import webPush from 'web-push';
import { outerUrlFault } from '#base/outer/outer-address.server.ts';
import { postOuter } from '#base/outer/outer-post.server.ts';
import type { SendOutcome } from '../outbox/notice-store.server.ts';
import type { PushKeys } from './push-keys.server.ts';
import type { PushPayload } from './push-payload.server.ts';
import type { Subscription } from './push-store.server.ts';

const timeoutMilliseconds = 10_000;

/** Milliseconds within which a message is sent and the result recorded. */
export const longestPush = timeoutMilliseconds + 5_000;

/** No push service makes the messages to one browser wait longer than this. */
const longestPause = 3_600;

interface PushSenderOptions {
  readonly keys: () => Promise<PushKeys>;
  /** Where push services reach the operator. */
  readonly contact: string;
  /** True outside production: http and inner networks are allowed. */
  readonly isOpen: boolean;
}

/** A message to a browser. */
interface PushMessage {
  readonly payload: PushPayload;
  /** How long the push service holds it for a browser that is not there. */
  readonly holdSeconds: number;
}

/** Sends a message to a browser; fails only if there are no keys. */
export type SendPush = (subscription: Subscription, message: PushMessage) => Promise<SendOutcome>;

function outcomeOf(status: number, retryAfter: string | undefined): SendOutcome {
  if (status >= 200 && status < 300) return { kind: 'sent' };
  if (status === 404 || status === 410) return { kind: 'gone' };
  const asked = Number(retryAfter);
  if (status === 429 && asked > 0) return { kind: 'failed', pauseSeconds: Math.min(asked, longestPause) };
  // The keys or the clock are the operator's fault, and the rest is the service's: the message waits.
  if (status === 401 || status === 403 || status === 429 || status >= 500) return { kind: 'failed' };
  return { kind: 'refused' };
}

/** The request that carries a message; null where the keys of the browser are none. */
function requestOf(
  { endpoint, p256dh, auth }: Subscription,
  { payload, holdSeconds }: PushMessage,
  vapidDetails: PushKeys & { readonly subject: string },
) {
  try {
    return webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, JSON.stringify(payload), {
      vapidDetails,
      TTL: holdSeconds,
    });
  } catch {
    return null;
  }
}

/** Creates the sender of Web Push: the content is encrypted for the browser, the request signed, the address public. */
export function createPushSender({ keys, contact, isOpen }: PushSenderOptions): SendPush {
  return async (subscription, message) => {
    const { endpoint: url } = subscription;
    const request = requestOf(subscription, message, { ...(await keys()), subject: contact });
    if (request === null || outerUrlFault(url, isOpen) !== null) return { kind: 'gone' };
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    try {
      const answer = await postOuter({ url, headers, body: request.body }, { isOpen, timeoutMilliseconds });
      return outcomeOf(answer.status, answer.headers['retry-after']);
    } catch {
      return { kind: 'failed' };
    }
  };
}
