import type { FastifyInstance, FastifyReply } from 'fastify';
import { ByteLimitedMap } from '#base/byte-limited-map.server.ts';
import type { Database } from '#base/db.server.ts';
import { readByUserName } from './creators-store.server.ts';
import { drawLinkPreview } from './link-preview.server.ts';
import { displayNameOf } from './public-user.ts';
import {
  creatorsSitemap,
  robotsText,
  type SitemapPart,
  sitemapIndex,
  sitemapOfPages,
  sitemapOfPart,
} from './sitemap.server.ts';
import { isUserName } from './user-name.ts';

export interface CreatorFilesOptions {
  readonly db: Database;
  /** The site's address without a slash at the end. */
  readonly publicUrl: string;
  /** The bytes of a stored picture; null where there is none of that name. */
  readImage(name: string): Promise<Buffer | null>;
  /** What other areas show to everybody. */
  readonly otherPages: readonly SitemapPart[];
}

const anHour = 3_600;
const keptPreviewBytes = 16 * 1024 * 1024;
const mostDrawings = 4;

/** Draws link previews, each once for many askers, few at a time: whoever asks for more names gets the site's picture. */
function createPreviews({ db, readImage }: CreatorFilesOptions) {
  const kept = new ByteLimitedMap<Buffer>(keptPreviewBytes, Date.now);
  const drawing = new Map<string, Promise<Buffer>>();

  async function draw(key: string, preview: { userName: string; name: string; avatar: string | null }) {
    const picture = preview.avatar === null ? null : await readImage(preview.avatar);
    const { userName, name } = preview;
    const drawn = await drawLinkPreview({ userName, name, ...(picture && { avatar: picture }) });
    kept.set(key, drawn, drawn.length);
    return drawn;
  }

  /** The PNG of a creator's link preview; null where there is no such creator or too much is being drawn. */
  return async (userName: string): Promise<Buffer | null> => {
    const creator = isUserName(userName) ? await readByUserName(db, userName) : null;
    if (creator === null || creator.isBlocked) return null;
    const name = displayNameOf(creator);
    const key = JSON.stringify([userName, name, creator.avatar]);
    const ready = kept.get(key) ?? drawing.get(key);
    if (ready !== undefined) return ready;
    if (drawing.size >= mostDrawings) return null;
    const drawn = draw(key, { userName, name, avatar: creator.avatar }).finally(() => drawing.delete(key));
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
 * What machines read of the public pages: `/robots.txt`, `/sitemap.xml` with its files, and the pictures of link previews
 * `/og/<userName>.png` (1200×630). Register before the pages.
 */
export function registerCreatorFiles(app: FastifyInstance, options: CreatorFilesOptions): void {
  const { db, publicUrl, otherPages } = options;
  const parts = [creatorsSitemap, ...otherPages];
  const preview = createPreviews(options);

  app.get('/robots.txt', (_request, reply) => sendText(reply, 'text/plain', robotsText(publicUrl)));
  app.get('/sitemap.xml', async (_request, reply) =>
    sendText(reply, 'application/xml', await sitemapIndex(db, publicUrl, parts)),
  );
  app.get('/sitemap/pages.xml', (_request, reply) => sendText(reply, 'application/xml', sitemapOfPages(publicUrl)));
  for (const part of parts)
    app.get<{ Params: { file: string } }>(
      `/sitemap/${part.name}-:file(^[1-9]\\d{0,4}).xml`,
      async ({ params }, reply) => {
        const file = await sitemapOfPart(db, publicUrl, part, Number(params.file));
        return file === null ? reply.callNotFound() : sendText(reply, 'application/xml', file);
      },
    );
  app.get<{ Params: { name: string } }>('/og/:name.png', async (request, reply) => {
    const picture = await preview(request.params.name);
    if (picture === null) return reply.header('Cache-Control', 'no-store').redirect('/og/opora.png');
    return reply
      .type('image/png')
      .header('Cache-Control', `public, max-age=${String(anHour)}`)
      .send(picture);
  });
}
