import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { holdSession } from '#app/identity/identity.server.ts';
import type { Clock } from '#app/memberships/clock.server.ts';
import type { ReadArchive } from '#app/profile/profile.server.ts';
import type { Area } from '#base/calls/area.server.ts';
import type { BoundCall } from '#base/calls/bound-call.server.ts';
import type { CallServices } from '#base/calls/call-services.server.ts';
import { sweepIdempotencyKeys } from '#base/calls/idempotency.server.ts';
import { createLimits } from '#base/calls/rate-limit.server.ts';
import type { Config } from '#base/config/config.server.ts';
import { registerSourceOffer } from '#base/config/source-offer.server.ts';
import { type Database, openDatabase } from '#base/db/db.server.ts';
import { foldCounters } from '#base/db/hour-tally.server.ts';
import { connectCache } from '#base/events/cache-tags.server.ts';
import { EventStreams } from '#base/events/event-stream.server.ts';
import { type HintSender, openHintSender } from '#base/events/hints.server.ts';
import { isDatabaseSilent } from '#base/events/is-database-silent.server.ts';
import { type Listener, openListener } from '#base/events/listener.server.ts';
import { EventHub, sweepEvents } from '#base/events/live.server.ts';
import { closeServer, portOf } from '#base/http/close-server.server.ts';
import { createFastify } from '#base/http/fastify.server.ts';
import { registerHealth } from '#base/http/health.server.ts';
import { refuseOtherMethods } from '#base/http/other-methods.server.ts';
import { type Overload, watchOverload } from '#base/http/overload.server.ts';
import { createAnswerCache } from '#base/pages/cache/answer-cache.server.ts';
import { PageCache } from '#base/pages/cache/page-cache.server.ts';
import { RenderQueue } from '#base/pages/render/render-queue.server.ts';
import { type Background, type BackgroundJob, startJobs } from '#base/process/background-jobs.server.ts';
import { CallsUnderWay } from '#base/process/calls-under-way.server.ts';
import { type DiskWatch, watchDisk } from '#base/process/disk-watch.server.ts';
import { createMetrics, type Metrics } from '#base/process/metrics.server.ts';
import type { ProcessClock } from '#base/process/process-clock.server.ts';
import { registerApi } from './api.server.ts';
import { countryOf } from './country.ts';
import { type Areas, createOpora } from './opora.server.ts';
import { createScreens, type PagesMode, type Screens } from './pages.server.ts';

export interface OporaOptions {
  readonly config: Config;
  /** A migrated database. */
  readonly databaseUrl: string;
  /** Origin of the payment gateway; null: there is none. */
  readonly paymentUrl: string | null;
  readonly log: Logger;
  readonly pages: PagesMode;
  /** The package's folder, which contains `build`. */
  readonly folder: string;
  /** The folder with the program's data. */
  readonly dataDir: string;
  /** See `Platform`. */
  readonly readArchive: ReadArchive;
  /** See `Platform`. */
  readonly clock?: Clock;
  readonly processClock?: ProcessClock;
  /** See `OverloadOptions`. */
  readonly patience?: number | undefined;
  /** Names of background jobs that the caller runs itself. */
  readonly heldJobs?: readonly string[] | undefined;
  /** See `startJobs`. */
  readonly jobPace?: number | undefined;
  /** Settles when `build` is complete. Default: it is. */
  readonly built?: Promise<unknown>;
  /** Runs before the server listens, while `build` may be incomplete, for example to fill an empty database. */
  prepare?(inside: Pick<Opora, 'db' | 'areas'>): Promise<void>;
}

/** A running server. */
export interface Opora {
  /** The address at which it listens. */
  readonly url: string;
  readonly db: Database;
  readonly areas: Areas;
  /**
   * Answers at `/health/ready` that it stops, for `DRAIN_SECONDS`. Then ends event streams, background work, requests in flight and the
   * database connections.
   */
  close(): Promise<void>;
}

/** The resources that a server process opens before it listens. */
interface Opened extends OporaOptions {
  readonly db: Database;
  readonly listener: Listener;
  readonly hints: HintSender;
  readonly cache: PageCache;
  readonly renders: RenderQueue;
  readonly metrics: Metrics;
  readonly streams: EventStreams;
  readonly overload: Overload;
  readonly disk: DiskWatch;
  readonly services: CallServices;
  readonly areas: Areas;
  /** The same areas, as a list. */
  readonly parts: readonly Area[];
  readonly calls: readonly BoundCall[];
}

async function open(options: OporaOptions): Promise<Opened> {
  const { config, databaseUrl, log } = options;
  const disk = watchDisk({ folder: options.dataDir });
  const db = openDatabase({
    url: databaseUrl,
    isPooled: config.DATABASE_LISTEN_URL !== undefined,
    onError: disk.note,
    max: config.DATABASE_POOL,
    log: (message, error) => log.warn({ err: error }, message),
  });
  const directUrl = config.DATABASE_LISTEN_URL ?? databaseUrl;
  const listener = await openListener({ url: directUrl, log });
  const hints = await openHintSender({ db, url: directUrl, log });
  const cache = new PageCache({ isDatabaseSilent: () => isDatabaseSilent(db) });
  const underWay = new CallsUnderWay();
  const renders = new RenderQueue({ isCallUnderWay: () => underWay.count > 0 });
  const streams = new EventStreams();
  const metrics = createMetrics();
  const limits = createLimits(db, config.LIMITS);
  const hub = new EventHub({ db, listener, log });
  const areas = createOpora({ ...options, country: countryOf(config.COUNTRY), db, hub, limits, metrics });
  const parts: readonly Area[] = Object.values(areas);
  const calls = parts.flatMap((area) => area.calls ?? []);
  metrics.gauge('opora_event_streams', 'Open streams of server-sent events', () => streams.size);
  metrics.gauge('opora_database_waiting', 'Requests that wait for a database connection', () => db.pool.waitingCount);
  metrics.gauge('opora_pages_waiting', 'Pages that wait to be made', () => renders.waitingCount);
  const { patience } = options;
  const overload = watchOverload({ pool: db.pool, patience, ...(config.isProduction && { maxLoopDelay: 1_000 }) });
  metrics.gauge('opora_overloaded', 'Whether new calls are refused: 1 or 0', () => Number(overload.isRefusing()));
  metrics.gauge('opora_storage_full', 'Whether a disk was full within the last minute: 1 or 0', () =>
    Number(disk.wasFull()),
  );
  const services: CallServices = {
    db,
    limits,
    streams,
    isOverloaded: overload.isRefusing,
    underWay,
    disk,
    authenticate: areas.identity.authenticate,
    holdSession,
    audit: areas.staff.audit,
    answers: createAnswerCache(cache),
  };
  return {
    ...options,
    db,
    listener,
    hints,
    cache,
    renders,
    metrics,
    streams,
    overload,
    disk,
    services,
    areas,
    parts,
    calls,
  };
}

const minute = 60_000;

/** Starts the background jobs of all areas and of `base`. */
function startWork({ db, parts, log, heldJobs = [], jobPace }: Opened): Background {
  const jobs: BackgroundJob[] = [
    { name: 'old idempotency keys', everyMilliseconds: 10 * minute, run: () => sweepIdempotencyKeys(db) },
    { name: 'old events', everyMilliseconds: 10 * minute, run: () => sweepEvents(db) },
    { name: 'counters', everyMilliseconds: minute / 4, run: () => foldCounters(db) },
    ...parts.flatMap((area) => area.jobs ?? []),
  ];
  const unknown = heldJobs.find((held) => !jobs.some(({ name }) => name === held));
  if (unknown !== undefined) throw new Error(`no background job is named «${unknown}»`);
  const own = jobs.filter(({ name }) => !heldJobs.includes(name));
  const work = [startJobs(own, log, jobPace), ...parts.flatMap((area) => area.start?.() ?? [])];
  return { stop: async () => void (await Promise.all(work.map((one) => one.stop()))) };
}

/** Adds all routes except those of the screens. */
function registerRoutes(app: FastifyInstance, opened: Opened, isStopping: () => boolean): void {
  const { config, db, listener, metrics, disk, folder, services, parts, calls } = opened;
  refuseOtherMethods(app, () => {
    const { METRICS_TOKEN: metricsToken, JWT_SECRET: secrets, isProduction } = config;
    registerHealth(app, { db, listener, metrics, disk, metricsToken, isProduction, secrets, isStopping });
    for (const area of parts) area.registerOutside?.(app);
    registerSourceOffer(app, { folder, sourceUrl: config.SOURCE_URL });
  });
  registerApi(app, {
    calls,
    services,
    publicUrl: config.publicUrl,
    register: (api) => {
      for (const area of parts) area.register?.(api);
    },
  });
}

/**
 * Connections that the kernel queues until they are accepted, limited by its own `net.core.somaxconn`. When a crowd connects at one
 * moment, such as all viewers of a stream, connections beyond Node's default of 511 would wait for TCP retransmissions for seconds
 * and then be refused as too slow.
 */
const backlog = 4_096;

/** Starts one server process on a migrated database. If that fails, its connections are closed. */
export async function startOpora(options: OporaOptions): Promise<Opora> {
  const opened = await open(options);
  try {
    for (const area of opened.parts) area.check?.();
    return await serve(opened);
  } catch (error) {
    await opened.hints.close();
    await opened.listener.close();
    await opened.db.close();
    throw error;
  }
}

async function openScreens(opened: Opened): Promise<Screens | null> {
  return createScreens({
    ...opened,
    timeZone: countryOf(opened.config.COUNTRY).timeZone,
    payerOrigins: opened.areas.payments.browserOrigins,
    readBrand: opened.areas.site.readBrand,
    readyCall: opened.areas.images.readyPicture,
    isOverloaded: opened.overload.isRefusing,
  });
}

async function serve(opened: Opened): Promise<Opora> {
  const { config, log, db, listener, metrics, areas, parts } = opened;
  await Promise.all([opened.prepare?.({ db, areas }), opened.built]);
  const screens = await openScreens(opened);
  const app = await createFastify({
    log,
    trustProxy: config.TRUST_PROXY,
    ...(screens && { front: screens.front }),
  });
  let isStopping = false;
  metrics.watch(app);
  registerRoutes(app, opened, () => isStopping);
  const caches = [opened.cache, ...parts.flatMap((area) => area.caches ?? [])];
  const connections = caches.map((cache) => connectCache(listener, cache, db));
  await screens?.register(app);
  await app.listen({ port: config.PORT, host: config.HOST, backlog });
  const background = startWork(opened);
  return {
    url: `http://${config.HOST}:${portOf(app)}`,
    db,
    areas,
    async close() {
      isStopping = true;
      await pause(config.DRAIN_SECONDS * 1_000);
      opened.streams.close();
      opened.overload.close();
      await background.stop();
      await closeServer(app);
      await screens?.close();
      for (const connection of connections) connection.disconnect();
      for (const area of parts) area.close?.();
      await opened.hints.close();
      await listener.close();
      await db.close();
    },
  };
}
