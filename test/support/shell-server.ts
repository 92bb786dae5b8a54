import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { join } from 'node:path';
import Fastify from 'fastify';
import type { PageServices } from '#app/page-context.ts';
import { parametersOf } from '#app/page-parameters.ts';
import { createCsp } from '#base/http/csp.server.ts';
import { readStaticFiles } from '#base/http/static-files.server.ts';
import { PageCache } from '#base/pages/cache/page-cache.server.ts';
import { ownBrand } from '#base/pages/own-brand.ts';
import { createPages } from '#base/pages/pages.server.ts';
import { createBuiltRenderer } from '#base/pages/render/page-renderer.server.ts';
import { buildIfStale } from '../../operation/install/build-if-stale.ts';

const folder = join(import.meta.dirname, '../..');

export const buildShell = () => buildIfStale(folder, () => undefined);

/** What pages get where there are no calls at all. */
export const emptyServices: PageServices = {
  recentDonations: async () => [],
  openVotes: async () => [],
  openTargets: async () => [],
  openRewards: async () => [],
  announcedDraws: async () => [],
  announcedGifts: async () => [],
  runningClock: async () => null,
  analytics: null,
  readBrand: async () => ownBrand,
  publicUrl: 'http://opora.test',
  timeZone: 'Asia/Tashkent',
  call: () => Promise.reject(new Error('no calls here')),
};

/** The built shell in front of no calls at all. */
export async function startShell(port = 0) {
  const pages = createPages({
    render: await createBuiltRenderer(join(folder, 'build/server/index.js')),
    services: emptyServices,
    csp: createCsp({ secret: 'a secret' }),
    cache: new PageCache(),
    parametersOf,
    files: await readStaticFiles(join(folder, 'build/client')),
    requestId: randomUUID,
    report: () => undefined,
  });
  const server = Fastify({
    serverFactory: (handler) => createServer(pages.front(handler)),
    forceCloseConnections: true,
  });
  pages.register(server);
  return {
    origin: await server.listen({ port, host: '127.0.0.1' }),
    close: () => {
      server.server.closeAllConnections();
      return server.close();
    },
  };
}
