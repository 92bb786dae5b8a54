import type { Fact, NoticeText } from '../words/notice-text.server.ts';

/** What the service worker shows (`public/sw.js`). */
export interface PushPayload {
  /** The same if it is sent again: it is shown once. */
  readonly id: string;
  readonly title: string;
  readonly body: string;
  /** The page that a tap opens: a path of the site. */
  readonly path: string;
  /** It comes without a sound. */
  readonly isMuted: boolean;
}

/** Push services take 4,096 bytes of encrypted content; a character of a text takes at most 6 in JSON. */
const mostOfTitle = 150;
const mostOfBody = 450;

function cut(text: string, most: number): string {
  // No half of a pair is left at the end.
  return text.length > most ? `${text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '')}…` : text;
}

function pathOf(fact: Fact): string {
  switch (fact.kind) {
    case 'donation':
    case 'donations':
      return '/profile/donations';
    case 'payout':
      return '/profile/balance';
    case 'source':
      return '/profile/widgets';
    case 'review':
      return '/profile/edit';
    case 'message':
      return '/memberships';
    case 'post':
    case 'draw':
    case 'piece':
    case 'joint':
    case 'support':
      return fact.path;
    case 'thanks':
      return `/thanks/${fact.payId}`;
    case 'order':
      return `/order/${fact.orderId}`;
  }
}

/** A message to a browser. */
export function pushPayload(
  id: string,
  fact: Fact,
  { text, isMuted }: { text: NoticeText; isMuted: boolean },
): PushPayload {
  const { title, lines } = text;
  return { id, title: cut(title, mostOfTitle), body: cut(lines.join('\n'), mostOfBody), path: pathOf(fact), isMuted };
}
