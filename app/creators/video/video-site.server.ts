import { z } from 'zod';
import { outerUrlFault } from '#base/outer/outer-address.server.ts';
import { getOuter } from '#base/outer/outer-get.server.ts';
import { cleanLine } from '#base/text/clean-text.ts';
import { graphemesOf } from '#base/text/graphemes.ts';
import { addressOf, type PinnedVideo } from '../pinned-video.ts';

/** The service that YouTube runs for everybody. */
const publicService = 'https://www.youtube.com/oembed';
const pictureOrigin = 'https://i.ytimg.com';

const longestTitle = 150;
const mostAnswerBytes = 64 * 1024;
const mostPictureBytes = 2 * 1024 * 1024;
const userAgent = 'Opora-Video/1';

const oembedAnswer = z.object({
  title: z.string().max(2_000).optional(),
  thumbnail_url: z.string().max(2_000).optional(),
});

interface VideoSiteOptions {
  /** The address of the oEmbed service. */
  readonly service: string;
  /** True outside production: http and inner networks are allowed. */
  readonly isOpen: boolean;
}

/** What the site answers about a video; null: it names none. */
interface VideoFacts {
  readonly title: string | null;
  /** Addresses of the same picture, the largest first. */
  readonly pictures: readonly string[];
}

function titleOf(text: string | undefined): string | null {
  const line = cleanLine(text);
  if (line === null) return null;
  const signs = graphemesOf(line);
  return signs.length <= longestTitle
    ? line
    : `${signs
        .slice(0, longestTitle - 1)
        .join('')
        .trimEnd()}…`;
}

/** Asks YouTube's oEmbed service, or another one at an address of the operator's, about videos. */
export class VideoSite {
  readonly #options: VideoSiteOptions;
  /** The origin of the operator's own service, which may be in an inner network and serve the pictures; null: YouTube's. */
  readonly #ownOrigin: string | null;

  constructor(options: VideoSiteOptions) {
    this.#options = options;
    this.#ownOrigin = options.service === publicService ? null : new URL(options.service).origin;
  }

  /** Title and picture of a video. Throws where the service does not answer as agreed. */
  async describe(video: PinnedVideo, signal: AbortSignal): Promise<VideoFacts> {
    const url = new URL(this.#options.service);
    url.searchParams.set('url', addressOf(video));
    url.searchParams.set('format', 'json');
    const body = await this.#get(url, { signal, mostBytes: mostAnswerBytes });
    const { title, thumbnail_url: picture } = oembedAnswer.parse(JSON.parse(body.toString('utf8')));
    return { title: titleOf(title), pictures: this.#picturesOf(picture) };
  }

  /** The bytes of a picture that `describe` has named, whatever they are. Throws where there is none. */
  readPicture(address: string, signal: AbortSignal): Promise<Buffer> {
    return this.#get(new URL(address), { signal, mostBytes: mostPictureBytes });
  }

  /** An address at another host than the site's own for pictures is none. */
  #picturesOf(text: string | undefined): string[] {
    const url = text === undefined ? null : URL.parse(text);
    if (url === null || (url.origin !== pictureOrigin && url.origin !== this.#ownOrigin)) return [];
    // The named one has black bars above and below; the largest has none, but is not there for each video.
    const large = url.href.replace(/\/hqdefault\.jpg$/, '/maxresdefault.jpg');
    return [...new Set([large, url.href])];
  }

  async #get(url: URL, limits: { readonly signal: AbortSignal; readonly mostBytes: number }): Promise<Buffer> {
    const isOpen = this.#options.isOpen || url.origin === this.#ownOrigin;
    const fault = outerUrlFault(url.href, isOpen);
    if (fault !== null) throw new Error(`${url.origin} must not be asked`);
    const { status, body } = await getOuter(url.href, { isOpen, userAgent, ...limits });
    if (status < 200 || status > 299) throw new Error(`${url.host} answered ${status}`);
    return body;
  }
}
