import { mkdtemp, readdir, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { createImages, type FindUsedImages, type Images } from '#app/images/images.server.ts';
import { openImageFiles } from '#app/images/open-image-files.server.ts';
import { createLimits } from '#base/calls/rate-limit.server.ts';
import { type Database, openDatabase } from '#base/db/db.server.ts';
import { EventStreams } from '#base/events/event-stream.server.ts';
import { keepRawBodies } from '#base/http/body/raw-body.server.ts';
import { createCsp } from '#base/http/csp.server.ts';
import { registerEnvelope } from '#base/http/envelope.server.ts';
import { createFastify, newRequestId } from '#base/http/fastify.server.ts';
import { registerCalls } from '#base/http/http.server.ts';
import { PageCache } from '#base/pages/cache/page-cache.server.ts';
import { createPages } from '#base/pages/pages.server.ts';
import { createTestDatabase } from '#test/support/database/database.ts';

export interface ImageServer {
  readonly url: string;
  readonly port: number;
  readonly db: Database;
  readonly images: Images;
  /** Requests that were answered before they reached Fastify. */
  readonly early: readonly string[];
  /** What refers to pictures; at first nothing does. */
  readonly usedBy: FindUsedImages[];
  storedFiles(): Promise<string[]>;
  close(): Promise<void>;
}

/** Serves the calls of pictures alone; a bearer token is taken for the id of its user. `store`: as `IMAGE_STORE`. */
export async function startImageServer(store?: string): Promise<ImageServer> {
  const database = await createTestDatabase();
  const db = openDatabase({ url: database.url });
  const dataDir = await mkdtemp(join(tmpdir(), 'opora-images-'));
  const log = pino({ level: 'silent' });
  const usedBy: FindUsedImages[] = [];
  const files = openImageFiles({ dataDir, config: { IMAGE_STORE: store } });
  const images = createImages({ db, log, files, usedBy });
  const early: string[] = [];
  const { front } = createPages({
    render: async () => new Response(null, { status: 503 }),
    services: { publicUrl: '' },
    csp: createCsp({ secret: 'a secret', connectOrigins: [], https: false }),
    cache: new PageCache(),
    readyCall: images.readyPicture,
    requestId: newRequestId,
    report: () => undefined,
    onAnswered: ({ kind, method, status }) => early.push(`${method} ${kind} ${status}`),
  });
  const app = await createFastify({ log, trustProxy: undefined, front });
  app.register(
    (api, _options, done) => {
      registerEnvelope(api);
      keepRawBodies(api);
      images.register?.(api);
      registerCalls(api, images.calls ?? [], {
        db,
        limits: createLimits(db, true),
        streams: new EventStreams(),
        authenticate: async (token) => ({ userId: token, sessionId: token, roles: ['user'] }),
        holdSession: async () => undefined,
        audit: async () => undefined,
        answers: null,
      });
      done();
    },
    { prefix: '/api' },
  );
  await app.listen({ port: 0, host: '127.0.0.1' });
  const address: AddressInfo | string | null = app.server.address();
  if (address === null || typeof address === 'string') throw new Error('the server does not listen on a port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    port: address.port,
    db,
    images,
    early,
    usedBy,
    async storedFiles() {
      const found = await readdir(join(dataDir, 'images'), { recursive: true }).catch(() => []);
      return found.filter((path) => path.split('/').length === 3);
    },
    async close() {
      await app.close();
      await db.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
