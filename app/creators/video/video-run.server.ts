import type { Logger } from 'pino';
import { isCallFailure } from '#base/calls/errors.ts';
import type { Database } from '#base/db/db.server.ts';
import type { BackgroundJob } from '#base/process/background-jobs.server.ts';
import { LeasedSends } from '#base/process/leased-sends.server.ts';
import { pinnedVideoOf } from '../pinned-video.ts';
import { VideoSite } from './video-site.server.ts';
import { claimVideos, type DueVideo, leaseSeconds, recordVideo, type VideoWords } from './video-store.server.ts';

/** Stores a picture as an upload does, and throws the same failures. */
type StoreVideoPicture = (bytes: Buffer, ownerId: string) => Promise<{ readonly name: string }>;

export interface VideoRunOptions {
  readonly db: Database;
  readonly log: Logger;
  readonly config: { readonly VIDEO_INFO_URL: string; readonly isProduction: boolean };
  readonly storePicture: StoreVideoPicture;
}

const videosAtOnce = 2;
const timeoutMilliseconds = 15_000;

/** Milliseconds within which a video is asked about, and its picture decoded and recorded. */
const longestTry = timeoutMilliseconds + 45_000;

class VideoRun {
  readonly #options: VideoRunOptions;
  readonly #site: VideoSite;

  constructor(options: VideoRunOptions) {
    const { VIDEO_INFO_URL: service, isProduction } = options.config;
    this.#options = options;
    this.#site = new VideoSite({ service, isOpen: !isProduction });
  }

  async ask(due: DueVideo): Promise<void> {
    const { db, log } = this.#options;
    const signal = AbortSignal.timeout(timeoutMilliseconds);
    const words = await this.#wordsOf(due, signal).catch((error: unknown) => {
      log.info({ err: error, userId: due.userId, tries: due.tries }, 'the site of a video did not describe it');
      return null;
    });
    const { title, picture, isDone } = words ?? { title: null, picture: null, isDone: false };
    await db.transaction((tx) => recordVideo(tx, due, { title, picture, isDone }));
  }

  async #wordsOf(due: DueVideo, signal: AbortSignal): Promise<VideoWords & { readonly isDone: boolean }> {
    const video = pinnedVideoOf(due.address);
    // Twitch answers nobody without a key.
    if (video?.site !== 'youtube') return { title: null, picture: null, isDone: true };
    const { title, pictures } = await this.#site.describe(video, signal);
    const picture = await this.#storeFirst(pictures, due, signal);
    return { title, picture, isDone: title !== null && picture !== null };
  }

  /** Stores the first picture that can be had; null: none of them. */
  async #storeFirst(addresses: readonly string[], due: DueVideo, signal: AbortSignal): Promise<string | null> {
    const { log, storePicture } = this.#options;
    for (const address of addresses) {
      const bytes = await this.#site.readPicture(address, signal).catch((error: unknown) => {
        log.info({ err: error, userId: due.userId }, 'the picture of a video did not come');
        return null;
      });
      const stored = bytes && (await storePicture(bytes, due.userId).catch(refusedPicture));
      if (stored) return stored.name;
    }
    return null;
  }
}

/** Bytes that an upload would be refused for are no picture. */
function refusedPicture(error: unknown): null {
  if (isCallFailure(error)) return null;
  throw error;
}

/** Asks sites for the titles and pictures of published videos. Any number of processes may run it; `off`: none does. */
export function videoJobs(options: VideoRunOptions): readonly BackgroundJob[] {
  if (options.config.VIDEO_INFO_URL === 'off') return [];
  const run = new VideoRun(options);
  const lane = {
    atOnce: videosAtOnce,
    claim: (most: number) => claimVideos(options.db, most),
    send: (due: DueVideo) => run.ask(due),
  };
  const sends = new LeasedSends([lane], { leaseSeconds, longestSend: longestTry });
  return [{ name: 'videos', everyMilliseconds: 5_000, run: () => sends.begin(), stop: () => sends.stop() }];
}
