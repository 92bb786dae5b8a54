/** Networks recognised by the host of a link (docs/rules.md#form-rules); `web` is any other site. */
export type LinkType = 'instagram' | 'twitch' | 'facebook' | 'youtube' | 'telegram' | 'twitter' | 'web';

const domains: Readonly<Record<string, LinkType>> = {
  'instagram.com': 'instagram',
  'twitch.tv': 'twitch',
  'facebook.com': 'facebook',
  'fb.com': 'facebook',
  'youtube.com': 'youtube',
  'youtu.be': 'youtube',
  't.me': 'telegram',
  'twitter.com': 'twitter',
  'x.com': 'twitter',
};

/** Parses an https link. Null for anything else, also if a user name, a password, a space or a backslash disguises the host. */
export function httpsUrl(text: string): URL | null {
  if (!/^https:\/\/[^\s\\]+$/i.test(text) || /[\p{Cc}\p{Cf}]/u.test(text)) return null;
  const url = URL.parse(text);
  if (url === null || url.username !== '' || url.password !== '') return null;
  return /^[^.]+(?:\.[^.]+)+$/.test(url.hostname) ? url : null;
}

/**
 * The network of a link by its host; null if it is no https link. `instagram.com.evil.uz` and `instаgram.com` with a Cyrillic letter are
 * `web`.
 */
export function linkTypeOf(text: string): LinkType | null {
  const url = httpsUrl(text.trim());
  if (url === null) return null;
  const { hostname, port } = url;
  const domain = Object.keys(domains).find((one) => hostname === one || hostname.endsWith(`.${one}`));
  return (domain !== undefined && port === '' && domains[domain]) || 'web';
}
