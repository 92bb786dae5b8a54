import type { FastifyInstance, FastifyReply } from 'fastify';
import { findCreatorByName } from '#app/creators/creators.server.ts';
import { pinnedVideoOf, videoOf } from '#app/creators/pinned-video.ts';
import { isUserName } from '#app/creators/user-name.ts';
import { createPreviews, type PreviewOptions } from './link-previews.server.ts';
import { manifestOf } from './manifest.ts';
import { robotsText, type SitemapPart, sitemapIndex, sitemapOfPages, sitemapOfPart } from './sitemap.server.ts';
import { frameHeaders, videoFrame } from './video-frame.server.ts';

export interface PublicFilesOptions extends PreviewOptions {
  /** The address of the site without a trailing slash. */
  readonly publicUrl: string;
  /** The public pages of other areas. */
  readonly sitemaps: readonly SitemapPart[];
}

const anHour = 3_600;
function sendText(reply: FastifyReply, type: string, body: string) {
  return reply
    .type(`${type}; charset=utf-8`)
    .header('Cache-Control', `public, max-age=${String(anHour)}`)
    .send(body);
}

function sendPreview(reply: FastifyReply, picture: Buffer) {
  return reply
    .type('image/png')
    .header('Cache-Control', `public, max-age=${String(anHour)}`)
    .send(picture);
}

/**
 * Registers what crawlers read of the public pages: `/robots.txt`, `/sitemap.xml` with its files, and link previews `/og/<userName>.png`
 * and `/og/merch/<id>.png` (1200×630); and `/video/<userName>`, which frames a creator's video, and
 * `/video/<site>/<id>`, which frames any video of YouTube or Twitch; and the web app manifest. Call it before registering the pages.
 */
export function registerPublicFiles(app: FastifyInstance, options: PublicFilesOptions): void {
  const { db, publicUrl, sitemaps, readBrand } = options;
  const previews = createPreviews(options);
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
  app.get<{ Params: { site: string; id: string } }>('/video/:site/:id', readable, async ({ params }, reply) => {
    const video = videoOf(params.site, params.id);
    if (video === null) return reply.callNotFound();
    return reply.type('text/html; charset=utf-8').headers(frameHeaders).send(videoFrame(video, publicUrl));
  });
  app.get('/manifest.webmanifest', readable, async (_request, reply) =>
    sendText(reply, 'application/manifest+json', JSON.stringify(manifestOf(await readBrand()))),
  );
  // A user name has no hyphen.
  app.get('/og/the-site.png', readable, async (_request, reply) => sendPreview(reply, await previews.ofSite()));
  const orSite = async (reply: FastifyReply, picture: Buffer | null) =>
    picture === null
      ? reply.header('Cache-Control', 'no-store').redirect((await readBrand()).preview)
      : sendPreview(reply, picture);
  app.get<{ Params: { name: string } }>('/og/:name.png', readable, async ({ params }, reply) =>
    orSite(reply, await previews.ofCreator(params.name)),
  );
  app.get<{ Params: { id: string } }>('/og/merch/:id.png', readable, async ({ params }, reply) =>
    orSite(reply, await previews.ofItem(params.id)),
  );
}
