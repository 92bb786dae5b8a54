import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { isFromThisMachine } from '#base/config/loopback.server.ts';
import { doctorKey, instanceProof, secretsIn } from '#base/config/secrets.server.ts';
import { type Database, statement } from '#base/db/db.server.ts';
import type { Listener } from '#base/events/listener.server.ts';
import type { Metrics } from '#base/process/metrics.server.ts';
import type { DiskWatch } from '../process/disk-watch.server.ts';

export interface HealthOptions {
  readonly db: Database;
  readonly listener: Listener;
  readonly metrics: Metrics;
  readonly disk: DiskWatch;
  /** Bearer token for the metrics; undefined: only this machine may read them, and in production nobody. */
  readonly metricsToken: string | undefined;
  readonly isProduction: boolean;
  readonly isStopping: () => boolean;
  /** `JWT_SECRET`: the first proves which installation answers. */
  readonly secrets: string;
}

const nonceQuery = z.object({ nonce: z.string().regex(/^[0-9a-f]{32}$/) });

function isEqual(given: string, expected: string): boolean {
  const a = Buffer.from(given);
  const b = Buffer.from(expected);
  return a.length === b.length && timingSafeEqual(a, b);
}

const answer = statement('select 1');

/** Whom the server takes the sender of a request for, and by what. */
interface SeenCaller {
  readonly address: string;
  /** The other end of the connection. */
  readonly peer: string;
  /** `X-Forwarded-For`; empty: there is none. */
  readonly forwarded: string;
}

/** The sender of a request with the doctor's key to its nonce; null: it has none. */
function seenByDoctor(request: FastifyRequest, nonce: string, secrets: string): SeenCaller | null {
  const key = String(request.headers['x-doctor-key'] ?? '');
  if (!secretsIn(secrets).some((secret) => isEqual(key, doctorKey(secret, nonce)))) return null;
  const forwarded = String(request.headers['x-forwarded-for'] ?? '');
  return { address: request.ip, peer: request.socket.remoteAddress ?? '', forwarded };
}

/** Registers `/health/live` (the process responds, and proves to the owner of its secret which installation it is and whom it is called by), `/health/ready` (it can serve requests) and `/metrics`. */
export function registerHealth(app: FastifyInstance, options: HealthOptions): void {
  const readable = { exposeHeadRoute: true };
  app.get('/health/live', readable, async (request, reply) => {
    const asked = nonceQuery.safeParse(request.query);
    reply.header('cache-control', 'no-store');
    if (!asked.success) return reply.send({ status: 'live' });
    const { nonce } = asked.data;
    const proof = instanceProof(secretsIn(options.secrets)[0], nonce);
    const caller = seenByDoctor(request, nonce, options.secrets);
    return reply.send(caller === null ? { status: 'live', proof } : { status: 'live', proof, caller });
  });
  app.get('/health/ready', readable, async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    const hasDatabase = await options.db.run(answer, []).then(
      () => true,
      () => false,
    );
    const isFull = await options.disk.isFull();
    const checks = { database: hasDatabase, events: options.listener.isConnected, stopping: options.isStopping() };
    const isReady = checks.database && checks.events && !checks.stopping;
    // A full disk does not make the process unready: it still serves reads, and another process would have the same disk.
    const status = !isReady ? 'not ready' : isFull ? 'storage full' : 'ready';
    return reply.code(isReady ? 200 : 503).send({ status, ...checks, storage: isFull ? 'full' : 'ok' });
  });
  app.get('/metrics', async (request, reply) => {
    const token = request.headers.authorization?.replace(/^bearer /i, '') ?? '';
    // In production a proxy on this machine may pass on the requests of others without saying so.
    const isOpen = !options.isProduction && isFromThisMachine(request);
    const isAllowed = options.metricsToken ? isEqual(token, options.metricsToken) : isOpen;
    if (!isAllowed) return reply.code(404).send();
    return reply.type(options.metrics.registry.contentType).send(await options.metrics.registry.metrics());
  });
}
