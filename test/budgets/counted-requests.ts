import { AsyncLocalStorage } from 'node:async_hooks';
import { channel } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import type { Pool, PoolClient } from 'pg';

/** The texts of the statements that one request has caused, without those that begin and end transactions. */
export type Statements = readonly string[];

const marks = /^\s*(begin|commit|rollback)\b/i;
/** Whether a token is still good is asked once for all requests of 0.7 s: it belongs to none of them. */
const sessionCheck = /from session\s+where id = any/;

function textOf(query: unknown): string {
  if (typeof query === 'string') return query;
  const text = typeof query === 'object' && query !== null ? Reflect.get(query, 'text') : undefined;
  return typeof text === 'string' ? text : '';
}

function requestOf(message: unknown): { method: string; path: string } {
  const request: IncomingMessage | undefined =
    typeof message === 'object' && message !== null ? Reflect.get(message, 'request') : undefined;
  return { method: request?.method ?? '', path: request?.url?.split('?')[0] ?? '' };
}

/**
 * Has whoever waits for a connection go on in his own name: the pool calls him in that of whoever gave the connection back. A page
 * that asks for as many as there are at once would lose a statement whenever something else is at work.
 */
function inOwnName(connect: Pool['connect']): Pool['connect'] {
  return new Proxy(connect, {
    apply(target, self, [waiting]: unknown[]) {
      if (typeof waiting !== 'function') return Reflect.apply(target, self, []);
      const calledBack = (...given: unknown[]) => Reflect.apply(waiting, undefined, given);
      return Reflect.apply(target, self, [AsyncLocalStorage.bind(calledBack)]);
    },
  });
}

/** Which statements the requests to this process cause, whatever works in the background beside them. */
export class CountedRequests {
  readonly #work = new AsyncLocalStorage<string[]>();
  readonly #byRequest = new Map<string, string[]>();
  readonly #answered = new Map<string, number>();
  readonly #known = new WeakSet<PoolClient>();
  readonly #pool: Pool;
  readonly #connect: Pool['connect'];

  constructor(pool: Pool) {
    this.#pool = pool;
    this.#connect = pool.connect;
    pool.connect = inOwnName(pool.connect);
    pool.on('acquire', this.#watch);
    channel('http.server.request.start').subscribe(this.#start);
    channel('http.server.response.finish').subscribe(this.#finish);
  }

  answered(path: string): number {
    return this.#answered.get(path) ?? 0;
  }

  /** The statements of the last request with a method and a path without query. */
  of(method: string, path: string): Statements {
    const found = this.#byRequest.get(`${method} ${path}`);
    if (found === undefined) throw new Error(`nobody has asked for ${method} ${path}`);
    return found;
  }

  stop(): void {
    this.#pool.connect = this.#connect;
    this.#pool.off('acquire', this.#watch);
    channel('http.server.request.start').unsubscribe(this.#start);
    channel('http.server.response.finish').unsubscribe(this.#finish);
  }

  readonly #watch = (client: PoolClient): void => {
    if (this.#known.has(client)) return;
    this.#known.add(client);
    const query = client.query;
    const work = this.#work;
    client.query = new Proxy(query, {
      apply(target, self, given: unknown[]) {
        const text = textOf(given[0]);
        if (!marks.test(text) && !sessionCheck.test(text)) work.getStore()?.push(text);
        return Reflect.apply(target, self, given);
      },
    });
  };

  readonly #start = (message: unknown): void => {
    const { method, path } = requestOf(message);
    const statements: string[] = [];
    this.#byRequest.set(`${method} ${path}`, statements);
    this.#work.enterWith(statements);
  };

  readonly #finish = (message: unknown): void => {
    const { path } = requestOf(message);
    this.#answered.set(path, this.answered(path) + 1);
  };
}
