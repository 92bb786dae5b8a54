import { AsyncLocalStorage } from 'node:async_hooks';
import { channel } from 'node:diagnostics_channel';
import { join } from 'node:path';
import type { PoolClient } from 'pg';
import { startOpora } from '#app/server-process.server.ts';
import { readConfig } from '#base/config/config.server.ts';
import { createLog } from '#base/process/log.server.ts';
import { packageFolder } from '#test/bench/support/processes.ts';
import { paymentSecret } from '#test/bench/tokens.ts';
import { freePort } from '#test/support/network/free-port.ts';
import { readArchive } from '../../operation/person/archive/read-archive.ts';
import type { World } from './world.ts';

/** A statement as a bare server runs it again. */
interface BareStatement {
  readonly name: string | undefined;
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Statements that went out together; the next ones waited for their answers. */
export type Batches = readonly (readonly BareStatement[])[];

export interface BareQuestion {
  readonly path: string;
  readonly token?: string | undefined;
}

const marks = /^\s*(begin|commit|rollback)\b/i;

function plain(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`;
  return Array.isArray(value) ? value.map(plain) : (value ?? null);
}

function statementOf(query: unknown, given: unknown): BareStatement | null {
  const part = (name: string) => (typeof query === 'object' && query !== null ? Reflect.get(query, name) : undefined);
  const text = typeof query === 'string' ? query : part('text');
  if (typeof text !== 'string' || marks.test(text)) return null;
  const name = part('name');
  const values = Array.isArray(given) ? given : part('values');
  return {
    name: typeof name === 'string' ? name : undefined,
    text,
    values: Array.isArray(values) ? values.map(plain) : [],
  };
}

interface Recording {
  readonly batches: BareStatement[][];
  /** Whether no answer has come since the last statement went out. */
  isOpen: boolean;
}

/** Records the statements of requests to this process, without those of background jobs. */
class Recorder {
  last: Recording = { batches: [], isOpen: false };
  readonly #work = new AsyncLocalStorage<Recording>();
  readonly #watched = new WeakSet<PoolClient>();

  readonly begin = (): void => {
    this.last = { batches: [], isOpen: false };
    this.#work.enterWith(this.last);
  };

  readonly watch = (client: PoolClient): void => {
    if (this.#watched.has(client)) return;
    this.#watched.add(client);
    client.query = new Proxy(client.query, {
      apply: (target, self, given: unknown[]) => {
        const recording = this.#work.getStore();
        const statement = statementOf(given[0], given[1]);
        if (recording === undefined || statement === null) return Reflect.apply(target, self, given);
        if (!recording.isOpen) recording.batches.push([]);
        recording.isOpen = true;
        recording.batches.at(-1)?.push(statement);
        const close = () => {
          recording.isOpen = false;
        };
        const last = given.at(-1);
        if (typeof last === 'function') {
          const answered = (...results: unknown[]) => {
            close();
            Reflect.apply(last, undefined, results);
          };
          return Reflect.apply(target, self, [...given.slice(0, -1), answered]);
        }
        const answer: unknown = Reflect.apply(target, self, given);
        if (answer instanceof Promise) void answer.then(close, close);
        return answer;
      },
    });
  };
}

/** Sends each request twice to a product in this process. Returns the statements of the second one, by path. */
export async function recordStatements(
  world: World,
  questions: readonly BareQuestion[],
): Promise<ReadonlyMap<string, Batches>> {
  const config = readConfig({
    NODE_ENV: 'test',
    DEMO: 'off',
    VIDEO_INFO_URL: 'off',
    LIMITS: 'off',
    SANDBOX_PORT: 'off',
    PORT: String(await freePort()),
    DATABASE_URL: world.databaseUrl,
    PAYMENT_URL: 'http://127.0.0.1:9',
    PAYMENT_SECRET: paymentSecret,
  });
  const opora = await startOpora({
    config,
    databaseUrl: world.databaseUrl,
    paymentUrl: 'http://127.0.0.1:9',
    readArchive,
    pages: 'none' as const,
    log: createLog({ level: 'silent', pretty: false }),
    folder: packageFolder,
    dataDir: join(world.dataDir, 'rec'),
  });
  const recorder = new Recorder();
  const requests = channel('http.server.request.start');
  opora.db.pool.on('acquire', recorder.watch);
  requests.subscribe(recorder.begin);
  const found = new Map<string, Batches>();
  try {
    for (const { path, token } of questions) {
      for (const _ of ['warm', 'recorded']) {
        const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
        const answer = await fetch(`${opora.url}${path}`, { headers });
        if (!answer.ok) throw new Error(`${path} answers ${answer.status}: ${await answer.text()}`);
        await answer.arrayBuffer();
      }
      found.set(path, recorder.last.batches);
    }
  } finally {
    requests.unsubscribe(recorder.begin);
    await opora.close();
  }
  return found;
}
