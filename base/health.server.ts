import { timingSafeEqual } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Database } from './db.server.ts';
import type { Listener } from './listener.server.ts';
import type { Metrics } from './metrics.server.ts';

export interface HealthOptions {
  readonly db: Database;
  readonly listener: Listener;
  readonly metrics: Metrics;
  /** Needed as a bearer token to read the metrics where set; else only this machine may. */
  readonly metricsToken: string | undefined;
  readonly isStopping: () => boolean;
}

const loopback = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

function isEqual(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Whether a request was made on this machine, and not by a proxy on it for somebody else. */
const isFromHere = ({ ip, headers }: FastifyRequest): boolean =>
  loopback.has(ip) && headers['x-forwarded-for'] === undefined && headers.forwarded === undefined;

/** `/health/live`: the process answers. `/health/ready`: it can do its work, too. `/metrics`: its figures. */
export function registerHealth(app: FastifyInstance, options: HealthOptions): void {
  app.get('/health/live', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'live' }),
  );
  app.get('/health/ready', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    const hasDatabase = await options.db.execute(sql`select 1`).then(
      () => true,
      () => false,
    );
    const checks = { database: hasDatabase, events: options.listener.isConnected, stopping: options.isStopping() };
    const isReady = checks.database && checks.events && !checks.stopping;
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ready' : 'not ready', ...checks });
  });
  app.get('/metrics', async (request, reply) => {
    const token = request.headers.authorization?.replace(/^bearer /i, '') ?? '';
    const isAllowed = options.metricsToken ? isEqual(token, options.metricsToken) : isFromHere(request);
    if (!isAllowed) return reply.code(404).send();
    return reply.type(options.metrics.registry.contentType).send(await options.metrics.registry.metrics());
  });
}
