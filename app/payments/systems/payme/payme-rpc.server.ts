import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { areEqual } from '#base/config/equal-secrets.server.ts';
import { secretsIn } from '#base/config/secrets.server.ts';
import { type CallbackAddresses, callbackAddresses } from '../callback-addresses.server.ts';
import { broken, notJson, PaymeError, unauthorized, unknownMethod, wrongFields } from './payme-errors.ts';

const call = z.object({ id: z.union([z.int(), z.string()]).nullish(), method: z.string(), params: z.unknown() });

/** A result whose only member is a list that is read page by page while it is sent. */
export class StreamedList {
  readonly #name: string;
  readonly #pages: AsyncIterable<readonly unknown[]>;

  constructor(name: string, pages: AsyncIterable<readonly unknown[]>) {
    this.#name = name;
    this.#pages = pages;
  }

  async *#textOf(id: string | number | null): AsyncGenerator<string> {
    let before = `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{${JSON.stringify(this.#name)}:[`;
    for await (const page of this.#pages) {
      if (page.length === 0) continue;
      yield before + page.map((one) => JSON.stringify(one)).join(',');
      before = ',';
    }
    yield before === ',' ? ']}}' : `${before}]}}`;
  }

  /** The answer to a call. Reads the first page at once, so that a failure of it can still be answered. */
  async answer(id: string | number | null): Promise<Readable> {
    const text = this.#textOf(id);
    const first = await text.next();
    return Readable.from(
      (async function* () {
        if (first.done === true) return;
        yield first.value;
        yield* text;
      })(),
    );
  }
}

/** A method of the Merchant API. */
export type PaymeMethod = (params: unknown) => Promise<unknown>;

/** Whether a header is `Basic` with the login `Paycom` and one of the keys. Compared in constant time. */
function isAuthorized(header: string | undefined, keys: readonly string[]): boolean {
  return keys.some((key) => areEqual(header ?? '', `Basic ${Buffer.from(`Paycom:${key}`).toString('base64')}`));
}

function failureOf(error: unknown): PaymeError {
  if (error instanceof PaymeError) return error;
  return error instanceof z.ZodError ? wrongFields() : broken();
}

const errorBody = ({ code, text, data }: PaymeError) => ({
  code,
  message: text,
  ...(data !== undefined && { data }),
});

interface PaymeRpcOptions extends CallbackAddresses {
  readonly key: string;
  readonly methods: ReadonlyMap<string, PaymeMethod>;
}

/**
 * Adds `POST /api/Payment/Payme`: JSON-RPC 2.0, always answered 200. `key`: several by commas while it is being changed. Nothing of a
 * request is read before it is authorized.
 */
export function registerPaymeRpc(api: FastifyInstance, { key, addresses, methods }: PaymeRpcOptions): void {
  const keys = secretsIn(key);
  api.route({
    method: 'POST',
    url: '/Payment/Payme',
    bodyLimit: 64 * 1024,
    onRequest: [
      callbackAddresses({ addresses }),
      async (request, reply) => {
        if (isAuthorized(request.headers.authorization, keys)) return undefined;
        request.log.warn('a payment callback with a wrong signature was refused');
        const error = errorBody(unauthorized());
        return reply.send({ jsonrpc: '2.0', id: null, error });
      },
    ],
    errorHandler: (_error, _request, reply) =>
      reply.code(200).send({ jsonrpc: '2.0', id: null, error: errorBody(notJson()) }),
    handler: async (request, reply) => {
      const parsed = call.safeParse(request.body);
      if (!parsed.success) {
        const error = errorBody(wrongFields());
        return reply.send({ jsonrpc: '2.0', id: null, error });
      }
      const { id = null, method, params } = parsed.data;
      const run = methods.get(method);
      try {
        if (run === undefined) throw unknownMethod(method);
        const result = await run(params);
        if (!(result instanceof StreamedList)) return await reply.send({ jsonrpc: '2.0', id, result });
        const text = await result.answer(id);
        return await reply.type('application/json; charset=utf-8').send(text);
      } catch (error) {
        const failure = failureOf(error);
        if (failure.code === -32400) request.log.error({ err: error, method }, 'a call of Payme failed');
        return reply.send({ jsonrpc: '2.0', id, error: errorBody(failure) });
      }
    },
  });
}
