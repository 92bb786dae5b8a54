import { createHash } from 'node:crypto';
import { addressOf, type PinnedVideo } from '#app/creators/pinned-video.ts';

const style = 'html,body,iframe{display:block;width:100%;height:100%;margin:0;border:0;background:#151214}';
const styleHash = createHash('sha256').update(style).digest('base64');

/** The player's origins: only this page frames them, so that the policy of no other page mentions them. */
const players = 'https://www.youtube-nocookie.com https://player.twitch.tv';

/** The headers of the page that frames a creator's video. */
export const frameHeaders = {
  'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${styleHash}'; frame-src ${players}; frame-ancestors 'self'; base-uri 'none'; form-action 'none'`,
  // YouTube plays nothing for a page that does not say where it is.
  'Referrer-Policy': 'strict-origin-when-cross-origin',
} as const;

/** The player of a video; Twitch asks for the host of the page around it. */
function playerOf({ site, id }: PinnedVideo, publicUrl: string): string {
  if (site === 'youtube') return `https://www.youtube-nocookie.com/embed/${id}?autoplay=1&amp;rel=0`;
  return `https://player.twitch.tv/?video=v${id}&amp;parent=${new URL(publicUrl).hostname}&amp;autoplay=true`;
}

/** A page that is nothing but the player; the address of the video is the title. */
export function videoFrame(video: PinnedVideo, publicUrl: string): string {
  const allow = 'autoplay; fullscreen; encrypted-media; picture-in-picture';
  return `<!doctype html><html lang="ru"><meta charset="utf-8"><meta name="robots" content="noindex"><title>${addressOf(video)}</title><style>${style}</style><iframe src="${playerOf(video, publicUrl)}" title="${addressOf(video)}" allow="${allow}" allowfullscreen referrerpolicy="strict-origin-when-cross-origin"></iframe></html>`;
}
