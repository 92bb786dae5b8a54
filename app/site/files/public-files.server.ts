import type { FastifyInstance, FastifyReply } from 'fastify';
import { LRUCache } from 'lru-cache';
import { findCreatorByName } from '#app/creators/creators.server.ts';
import { pinnedVideoOf } from '#app/creators/pinned-video.ts';
import { displayNameOf } from '#app/creators/public-user.ts';
import { isUserName } from '#app/creators/user-name.ts';
import type { Database } from '#base/db/db.server.ts';
import { drawLinkPreview, type PreviewGoal } from './link-preview.server.ts';
import { robotsText, type SitemapPart, sitemapIndex, sitemapOfPages, sitemapOfPart } from './sitemap.server.ts';
import { frameHeaders, videoFrame } from './video-frame.server.ts';

export interface PublicFilesOptions {
  readonly db: Database;
  /** The address of the site without a trailing slash. */
  readonly publicUrl: string;
  /** Returns the bytes of a stored picture, or null if it does not exist. */
  readImage(name: string): Promise<Buffer | null>;
  /** The public goal of a project; null: none. */
  readGoal(projectId: string): Promise<PreviewGoal | null>;
  /** The country's currency label. */
  readonly currency: string;
  /** The public pages of other areas. */
  readonly sitemaps: readonly SitemapPart[];
}

const anHour = 3_600;
const cachedPreviewBytes = 16 * 1024 * 1024;
const mostDrawings = 4;

/** What a preview shows, by the names of its pictures. */
interface Shown {
  readonly userName: string;
  readonly name: string;
  readonly avatar: string | null;
  readonly banner: string | null;
  readonly about: string | null;
  readonly accent: string | null;
  readonly pattern: number | null;
  readonly goal: PreviewGoal | null;
}

/** Draws link previews: each once for parallel requests, and few at a time. Requests beyond that get the preview of the site. */
function createPreviews({ db, readImage, readGoal, currency }: PublicFilesOptions) {
  const cache = new LRUCache<string, Buffer>({ maxSize: cachedPreviewBytes, sizeCalculation: (png) => png.length });
  const drawing = new Map<string, Promise<Buffer>>();

  async function draw(key: string, { avatar, banner, ...shown }: Shown) {
    const [face, cover] = await Promise.all([avatar, banner].map((name) => (name === null ? null : readImage(name))));
    const pictures = { ...(face && { avatar: face }), ...(cover && { banner: cover }) };
    const drawn = await drawLinkPreview({ ...shown, ...pictures, currency });
    cache.set(key, drawn);
    return drawn;
  }

  /** The PNG of a creator's link preview; null for an unknown creator or if too many are being drawn. */
  return async (userName: string): Promise<Buffer | null> => {
    const creator = isUserName(userName) ? await findCreatorByName(db, userName) : null;
    if (creator === null || creator.isBlocked) return null;
    const { avatar, banner, about, accent, pattern, projectId } = creator;
    const looks = { avatar, banner, about, accent, pattern, goal: await readGoal(projectId) };
    const shown = { userName, name: displayNameOf(creator), ...looks };
    const key = JSON.stringify(shown);
    const ready = cache.get(key) ?? drawing.get(key);
    if (ready !== undefined) return ready;
    if (drawing.size >= mostDrawings) return null;
    const drawn = draw(key, shown).finally(() => drawing.delete(key));
    drawing.set(key, drawn);
    return drawn;
  };
}

function sendText(reply: FastifyReply, type: string, body: string) {
  return reply
    .type(`${type}; charset=utf-8`)
    .header('Cache-Control', `public, max-age=${String(anHour)}`)
    .send(body);
}

/**
 * Registers what crawlers read of the public pages: `/robots.txt`, `/sitemap.xml` with its files, and link previews `/og/<userName>.png`
 * (1200×630); and `/video/<userName>`, which frames a creator's video. Call it before registering the pages.
 */
export function registerPublicFiles(app: FastifyInstance, options: PublicFilesOptions): void {
  const { db, publicUrl, sitemaps } = options;
  const preview = createPreviews(options);
  const readable = { exposeHeadRoute: true };

  app.get('/robots.txt', readable, (_request, reply) => sendText(reply, 'text/plain', robotsText(publicUrl)));
  app.get('/sitemap.xml', readable, async (_request, reply) =>
    sendText(reply, 'application/xml', await sitemapIndex(db, publicUrl, sitemaps)),
  );
  app.get('/sitemap/pages.xml', readable, (_request, reply) =>
    sendText(reply, 'application/xml', sitemapOfPages(publicUrl)),
  );
  for (const part of sitemaps)
    app.get<{ Params: { file: string } }>(
      `/sitemap/${part.name}-:file(^[1-9]\\d{0,4}).xml`,
      readable,
      async ({ params }, reply) => {
        const file = await sitemapOfPart(db, publicUrl, part, Number(params.file));
        return file === null ? reply.callNotFound() : sendText(reply, 'application/xml', file);
      },
    );
  app.get<{ Params: { name: string } }>('/video/:name', readable, async ({ params: { name } }, reply) => {
    const creator = isUserName(name) ? await findCreatorByName(db, name) : null;
    const video = creator === null || creator.isBlocked ? null : pinnedVideoOf(creator.video ?? '');
    if (video === null) return reply.callNotFound();
    return reply.type('text/html; charset=utf-8').headers(frameHeaders).send(videoFrame(video, publicUrl));
  });
  app.get<{ Params: { name: string } }>('/og/:name.png', readable, async (request, reply) => {
    const picture = await preview(request.params.name);
    if (picture === null) return reply.header('Cache-Control', 'no-store').redirect('/og/opora.png');
    return reply
      .type('image/png')
      .header('Cache-Control', `public, max-age=${String(anHour)}`)
      .send(picture);
  });
}
