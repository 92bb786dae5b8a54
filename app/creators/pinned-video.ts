/** A video of another site. */
export interface PinnedVideo {
  readonly site: 'youtube' | 'twitch';
  readonly id: string;
}

const youtubeHosts = ['youtube.com', 'www.youtube.com', 'm.youtube.com', 'youtu.be'];
const twitchHosts = ['twitch.tv', 'www.twitch.tv', 'm.twitch.tv'];

function urlOf(text: string): URL | null {
  const url = /[\s\\]/.test(text) ? null : URL.parse(text);
  const isPlain = url?.protocol === 'https:' && url.username === '' && url.password === '' && url.port === '';
  return isPlain ? url : null;
}

function youtubeId({ hostname, pathname, searchParams }: URL): string | null {
  const [, first = '', second = ''] = pathname.split('/');
  if (hostname === 'youtu.be') return first;
  if (first === 'watch') return searchParams.get('v');
  return ['shorts', 'live', 'embed'].includes(first) ? second : null;
}

/** The video of a link to YouTube or to a recording on Twitch; null for any other text. */
export function pinnedVideoOf(text: string): PinnedVideo | null {
  const url = urlOf(text);
  if (url === null) return null;
  if (youtubeHosts.includes(url.hostname)) {
    const id = youtubeId(url) ?? '';
    return /^[\w-]{11}$/.test(id) ? { site: 'youtube', id } : null;
  }
  if (!twitchHosts.includes(url.hostname)) return null;
  const [, id] = /^\/videos\/(\d{1,12})\/?$/.exec(url.pathname) ?? [];
  return id === undefined ? null : { site: 'twitch', id };
}

/** The video of an id at a site; null where there is no such site, or the id has not its form. */
export function videoOf(site: string, id: string): PinnedVideo | null {
  if (site !== 'youtube' && site !== 'twitch') return null;
  return pinnedVideoOf(addressOf({ site, id }));
}

/** The address of a video at its site, always in the same form. */
export function addressOf({ site, id }: PinnedVideo): string {
  return site === 'youtube' ? `https://www.youtube.com/watch?v=${id}` : `https://www.twitch.tv/videos/${id}`;
}
