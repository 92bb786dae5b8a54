/** The networks whose links are known by their host (specification, point 5); `web` is any other site. */
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

/** The address of an `https` link, or null: also where it hides its host behind a name, a password, a space or a backslash. */
export function httpsUrl(text: string): URL | null {
  if (!/^https:\/\/[^\s\\]+$/i.test(text) || /[\p{Cc}\p{Cf}]/u.test(text)) return null;
  const url = URL.parse(text);
  if (url === null || url.username !== '' || url.password !== '') return null;
  return /^[^.]+(?:\.[^.]+)+$/.test(url.hostname) ? url : null;
}

/**
 * Which network a link leads to, by its host alone; null where it is no https link. `instagram.com.evil.uz` and
 * `instаgram.com` with a foreign letter are `web`.
 */
export function linkTypeOf(text: string): LinkType | null {
  const url = httpsUrl(text.trim());
  if (url === null) return null;
  const { hostname, port } = url;
  const domain = Object.keys(domains).find((one) => hostname === one || hostname.endsWith(`.${one}`));
  return (domain !== undefined && port === '' && domains[domain]) || 'web';
}
