import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Background, BackgroundJob } from '#base/background.server.ts';
import { startJobs } from '#base/background.server.ts';
import { type BoundCall, bindCalls } from '#base/bound-call.server.ts';
import { connectCache } from '#base/cache-tags.server.ts';
import type { Config } from '#base/config.server.ts';
import type { Database } from '#base/db.server.ts';
import type { CallServices } from '#base/http.server.ts';
import { sweepIdempotencyKeys } from '#base/idempotency.server.ts';
import type { Listener } from '#base/listener.server.ts';
import { type EventHub, sweepEvents } from '#base/live.server.ts';
import type { Metrics } from '#base/metrics.server.ts';
import { calls } from './calls.ts';
import { countryOf } from './country.ts';
import { creatorsHandlers } from './creators/creators.server.ts';
import { readSecretKeys } from './identity/secret-keys.server.ts';
import { createSessions } from './identity/sessions.server.ts';
import { writeAudit } from './moderation/moderation.server.ts';
import { createShellHandlers } from './shell/shell.server.ts';

/** What the areas are composed from. */
export interface AreasOptions {
  readonly config: Config;
  readonly db: Database;
  readonly listener: Listener;
  readonly hub: EventHub;
  readonly metrics: Metrics;
  readonly log: Logger;
  /** Origin of the payment provider. */
  readonly paymentUrl: string;
}

/** The product's areas, put together. */
export interface Areas {
  readonly bound: readonly BoundCall[];
  readonly authenticate: CallServices['authenticate'];
  readonly audit: CallServices['audit'];
  /** Adds what calls of these areas need to the part of the server below `/api`. */
  register(api: FastifyInstance): void;
  startBackground(): Background;
  close(): Promise<void>;
}

/** Puts the areas together: which hears of what, and who answers which call. */
export async function composeAreas(options: AreasOptions): Promise<Areas> {
  const { config, db, listener, log, paymentUrl } = options;
  const country = countryOf(config.COUNTRY);
  const sessions = createSessions(db, readSecretKeys(config.JWT_SECRET));
  const sessionCache = connectCache(listener, sessions.cache);
  const jobs: BackgroundJob[] = [
    { name: 'old idempotency keys', everyMilliseconds: 600_000, run: () => sweepIdempotencyKeys(db) },
    { name: 'old events', everyMilliseconds: 600_000, run: () => sweepEvents(db) },
  ];
  return {
    bound: [
      ...bindCalls(calls.creators, creatorsHandlers),
      ...bindCalls(calls.shell, createShellHandlers({ config, country, paymentUrl })),
    ],
    authenticate: sessions.authenticate,
    audit: writeAudit,
    register: () => undefined,
    startBackground: () => startJobs(jobs, log),
    async close() {
      sessionCache.disconnect();
    },
  };
}
