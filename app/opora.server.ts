import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { createAnswerCache } from '#base/answer-cache.server.ts';
import { connectCache } from '#base/cache-tags.server.ts';
import type { Config } from '#base/config.server.ts';
import { createCsp } from '#base/csp.server.ts';
import { type Database, openDatabase } from '#base/db.server.ts';
import { EventStreams } from '#base/event-stream.server.ts';
import { createFastify, newRequestId } from '#base/fastify.server.ts';
import { registerHealth } from '#base/health.server.ts';
import type { CallServices } from '#base/http.server.ts';
import { type Listener, openListener } from '#base/listener.server.ts';
import { EventHub } from '#base/live.server.ts';
import { createMetrics, type Metrics } from '#base/metrics.server.ts';
import { type Overload, watchOverload } from '#base/overload.server.ts';
import { PageCache } from '#base/page-cache.server.ts';
import {
  createBuiltRenderer,
  createDevelopmentRenderer,
  type DevelopmentRenderer,
} from '#base/page-renderer.server.ts';
import { createPages, type Pages, type RenderPage } from '#base/pages.server.ts';
import { createLimits } from '#base/rate-limit.server.ts';
import { readStaticFiles } from '#base/static-files.server.ts';
import { registerApi } from './api.server.ts';
import { type Areas, composeAreas } from './areas.server.ts';
import { mapOrigins } from './delivery/map-origins.ts';
import { createPageServices } from './page-services.server.ts';
import { plainPath } from './plain-path.ts';

/** How screens are served: from the build, from the sources through Vite, or not at all (tests of calls). */
export type PagesMode = 'built' | 'development' | 'none';

export interface OporaOptions {
  readonly config: Config;
  /** A migrated database. */
  readonly databaseUrl: string;
  /** Origin of the payment provider. */
  readonly paymentUrl: string;
  readonly log: Logger;
  readonly pages: PagesMode;
  /** The package's folder, which holds `build`. */
  readonly folder: string;
  /** The folder with the program's data. */
  readonly dataDir: string;
  /** Settles when `build` is there whole. Default: it is. */
  readonly built?: Promise<unknown>;
  /** Runs before the server listens, while `build` may still be made: fills an empty database, for example. */
  prepare?(inside: Pick<Opora, 'db' | 'areas'>): Promise<void>;
}

/** A running server. */
export interface Opora {
  /** Where it listens. */
  readonly url: string;
  readonly db: Database;
  readonly areas: Areas;
  /** Says at `/health/ready` that it ends, for `DRAIN_SECONDS`. Ends event streams, then requests in flight, then work in the background and the database connections. */
  close(): Promise<void>;
}

interface House extends OporaOptions {
  readonly db: Database;
  readonly listener: Listener;
  readonly cache: PageCache;
  readonly metrics: Metrics;
  readonly streams: EventStreams;
  readonly overload: Overload;
  readonly services: CallServices;
  readonly areas: Areas;
}

async function openHouse(options: OporaOptions): Promise<House> {
  const { config, databaseUrl, log } = options;
  const db = openDatabase({
    url: databaseUrl,
    max: config.DATABASE_POOL,
    log: (message, error) => log.warn({ err: error }, message),
  });
  const listener = await openListener({ url: databaseUrl, log });
  const cache = new PageCache();
  const streams = new EventStreams();
  const metrics = createMetrics();
  const limits = createLimits(db.pool, config.LIMITS);
  const hub = new EventHub({ db, listener, log });
  const areas = composeAreas({ ...options, db, listener, hub, limits, metrics });
  metrics.gauge('opora_event_streams', 'Open streams of server-sent events', () => streams.size);
  metrics.gauge('opora_database_waiting', 'Requests that wait for a database connection', () => db.pool.waitingCount);
  const overload = watchOverload({ pool: db.pool, ...(config.isProduction && { maxLoopDelay: 1_000 }) });
  metrics.gauge('opora_overloaded', 'Whether new calls are refused: 1 or 0', () => Number(overload.isRefusing()));
  const services: CallServices = {
    db,
    limits,
    streams,
    isOverloaded: overload.isRefusing,
    authenticate: areas.authenticate,
    audit: areas.audit,
    answers: createAnswerCache(cache),
  };
  return { ...options, db, listener, cache, metrics, streams, overload, services, areas };
}

interface Renderer {
  render: RenderPage;
  development: DevelopmentRenderer | null;
}

async function makePages(house: House, renderer: Renderer): Promise<Pages | undefined> {
  const { config, cache, log, metrics, areas, services, paymentUrl, pages, folder } = house;
  if (pages === 'none') return undefined;
  const map = mapOrigins({ key: config.MAPS_KEY, tiles: config.MAP_TILES });
  return createPages({
    render: (request, page) => renderer.render(request, page),
    services: createPageServices(config, areas, services),
    csp: createCsp({
      secret: config.JWT_SECRET,
      ...map,
      connectOrigins: [new URL(paymentUrl).origin, ...map.connectOrigins],
      development: pages === 'development',
      https: config.publicUrl.startsWith('https:'),
    }),
    cache,
    plainPath,
    isOverloaded: house.overload.isRefusing,
    requestId: newRequestId,
    report: (error, where) => log.error({ err: error, ...where }, 'a page failed'),
    onAnswered: ({ kind, method, status, milliseconds }) => metrics.answered(kind, method, status, milliseconds),
    ...(pages === 'built' && { files: await readStaticFiles(join(folder, 'build/client')) }),
  });
}

async function readRenderer(house: House, app: FastifyInstance): Promise<Renderer> {
  if (house.pages === 'development') {
    const development = await createDevelopmentRenderer(app.server);
    development.attach(app);
    return { render: development.render, development };
  }
  return { render: await createBuiltRenderer(join(house.folder, 'build/server/index.js')), development: null };
}

/**
 * Connections that the kernel keeps until they are accepted; it takes no more of them than its own `net.core.somaxconn`. Of a
 * crowd that comes at one moment, such as all viewers of a stream, those above Node's own 511 would wait for their repeated packets
 * for seconds and then be told that they are slow.
 */
const backlog = 4_096;

const notReady: RenderPage = async () => new Response('Starting', { status: 503 });

/** Starts everything that one server process does on a migrated database. */
export async function startOpora(options: OporaOptions): Promise<Opora> {
  const house = await openHouse(options);
  const { config, log, db, listener, cache, streams, metrics, areas } = house;
  await Promise.all([options.prepare?.({ db, areas }), options.built]);
  const renderer: Renderer = { render: notReady, development: null };
  const pages = await makePages(house, renderer);
  const app = await createFastify({
    log,
    trustProxy: config.TRUST_PROXY,
    ...(pages && { front: pages.front }),
  });
  let isStopping = false;
  metrics.watch(app);
  registerHealth(app, { db, listener, metrics, metricsToken: config.METRICS_TOKEN, isStopping: () => isStopping });
  registerApi(app, house.services, areas);
  const cacheConnection = connectCache(listener, cache);
  areas.registerFiles(app);
  if (pages) {
    Object.assign(renderer, await readRenderer(house, app));
    pages.register(app);
  }
  await app.listen({ port: config.PORT, host: config.HOST, backlog });
  const background = areas.startBackground();
  return {
    url: `http://${config.HOST}:${portOf(app)}`,
    db,
    areas,
    async close() {
      isStopping = true;
      await pause(config.DRAIN_SECONDS * 1_000);
      streams.close();
      house.overload.close();
      await background.stop();
      await closeServer(app);
      await renderer.development?.close();
      cacheConnection.disconnect();
      await areas.close();
      await listener.close();
      await db.close();
    },
  };
}

const idleLookMilliseconds = 100;

/** Lets requests in flight end. Clients keep their connections open afterwards, for which nobody waits: each is closed once it is idle. */
async function closeServer(app: FastifyInstance): Promise<void> {
  const looking = setInterval(() => app.server.closeIdleConnections(), idleLookMilliseconds);
  try {
    await app.close();
  } finally {
    clearInterval(looking);
  }
}

function portOf(app: FastifyInstance): number {
  const address: AddressInfo | string | null = app.server.address();
  if (address === null || typeof address === 'string') throw new Error('the server does not listen on a port');
  return address.port;
}
