import { mkdtemp, readdir, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { imagesCalls } from '#app/images/images.calls.ts';
import { createImages, type Images, registerUploads } from '#app/images/images.server.ts';
import { bindCalls } from '#base/bound-call.server.ts';
import { type Database, openDatabase } from '#base/db.server.ts';
import { registerEnvelope } from '#base/envelope.server.ts';
import { EventStreams } from '#base/event-stream.server.ts';
import { createFastify } from '#base/fastify.server.ts';
import { registerCalls } from '#base/http.server.ts';
import { createLimits } from '#base/rate-limit.server.ts';
import { keepRawBodies } from '#base/raw-body.server.ts';
import { createTestDatabase } from './database.ts';

export interface ImageServer {
  readonly url: string;
  readonly port: number;
  readonly db: Database;
  readonly images: Images;
  /** Paths of all files in the store. */
  storedFiles(): Promise<string[]>;
  close(): Promise<void>;
}

/** Serves the calls of pictures alone; a bearer token is taken for the id of its user. `store`: as `IMAGE_STORE`. */
export async function startImageServer(store?: string): Promise<ImageServer> {
  const database = await createTestDatabase();
  const db = openDatabase({ url: database.url });
  const dataDir = await mkdtemp(join(tmpdir(), 'opora-images-'));
  const log = pino({ level: 'silent' });
  const images = createImages({ db, log, dataDir, store });
  const app = await createFastify({ log, trustProxy: undefined });
  app.register(
    (api, _options, done) => {
      registerEnvelope(api);
      keepRawBodies(api);
      registerUploads(api);
      registerCalls(api, bindCalls(imagesCalls, images.handlers), {
        db,
        limits: createLimits(db.pool, true),
        streams: new EventStreams(),
        authenticate: async (token) => ({ userId: token, sessionId: token, roles: ['user'] }),
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
