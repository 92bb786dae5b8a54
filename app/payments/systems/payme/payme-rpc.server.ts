import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { areEqual, secretsIn } from '#base/config/secrets.server.ts';
import { methodsBeside } from '#base/http/other-methods.server.ts';
import { createRareWarning } from '#base/process/rare-warning.server.ts';
import { type CallbackAddresses, callbackAddresses } from '../callback-addresses.server.ts';
import { broken, notJson, notPost, PaymeError, unauthorized, unknownMethod, wrongFields } from './payme-errors.ts';
import type { PaymeRegister } from './payme-register.server.ts';

const callId = z.union([z.number(), z.string()]);
const named = z.object({ id: callId });
const call = z.object({ id: callId.nullish(), method: z.string(), params: z.unknown() });

/** Longer than every id of Payme, which are numbers. Whoever sends no password gets none longer back: a refusal costs little to send. */
const longestStrangeId = 64;

const strangeId = z.object({ id: z.union([z.number(), z.string().max(longestStrangeId)]) });

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** A body as JSON; undefined: it is none. */
function parseJson(body: unknown): unknown {
  if (!Buffer.isBuffer(body)) return undefined;
  try {
    return JSON.parse(utf8.decode(body));
  } catch {
    return undefined;
  }
}

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

/** Whether a header is `Basic`, in any case, with the login `Paycom` and one of the keys. Compared in constant time. */
function isAuthorized({ headers: { authorization = '' } }: FastifyRequest, keys: readonly string[]): boolean {
  const [scheme = '', credentials = ''] = authorization.split(/ +/);
  if (scheme.toLowerCase() !== 'basic') return false;
  return keys.some((key) => areEqual(credentials, Buffer.from(`Paycom:${key}`).toString('base64')));
}

function failureOf(error: unknown): PaymeError {
  if (error instanceof PaymeError) return error;
  return error instanceof z.ZodError ? wrongFields() : broken();
}

const refusal = (id: string | number | null, { code, text, data }: PaymeError) => ({
  jsonrpc: '2.0',
  id,
  error: { code, message: text, ...(data !== undefined && { data }) },
});

/** Has the body read as it is: Payme names several types, and Fastify refuses what is no type at all. */
const forgetType = async ({ raw }: FastifyRequest) => {
  delete raw.headers['content-type'];
};

/** How the endpoint of a cash register is called. */
export interface PaymeEndpoint extends CallbackAddresses {
  /** With which Payme calls; several by commas while it is being changed. */
  readonly key: string;
}

interface PaymeRpcOptions extends PaymeEndpoint, Pick<PaymeRegister, 'endpoint'> {
  readonly methods: ReadonlyMap<string, PaymeMethod>;
}

/**
 * Adds the endpoint of a cash register: JSON-RPC 2.0 of any content type, always answered 200. Nothing of a request but its `id`, which every
 * answer repeats, is read before it is authorized; the id of an unauthorized one only where it is a number or short.
 */
export function registerPaymeRpc(api: FastifyInstance, { endpoint, key, addresses, methods }: PaymeRpcOptions): void {
  const keys = secretsIn(key);
  const warn = createRareWarning('a payment callback with a wrong signature was refused');
  const url = `/Payment/${endpoint}`;
  const onRequest = callbackAddresses({ addresses });

  /** What a request without one of the keys is refused with; null: it has one. */
  const strangerRefused = (request: FastifyRequest): PaymeError | null => {
    if (isAuthorized(request, keys)) return null;
    warn(request.log);
    return unauthorized();
  };

  async function answerTo(request: FastifyRequest): Promise<unknown> {
    const refused = strangerRefused(request);
    const body = parseJson(request.body);
    if (refused !== null) return refusal(strangeId.safeParse(body).data?.id ?? null, refused);
    if (body === undefined) return refusal(null, notJson());
    const id = named.safeParse(body).data?.id ?? null;
    const parsed = call.safeParse(body);
    if (!parsed.success) return refusal(id, wrongFields());
    const { method, params } = parsed.data;
    try {
      const run = methods.get(method);
      if (run === undefined) throw unknownMethod(method);
      const result = await run(params);
      return await (result instanceof StreamedList ? result.answer(id) : { jsonrpc: '2.0', id, result });
    } catch (error) {
      const failure = failureOf(error);
      if (failure.code === -32400) request.log.error({ err: error, method }, 'a call of Payme failed');
      return refusal(id, failure);
    }
  }

  api.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) => body);
    scope.route({
      method: 'POST',
      url,
      bodyLimit: 64 * 1024,
      onRequest: [onRequest, forgetType],
      // The body is too large or was not received.
      errorHandler: (_error, request, reply) =>
        reply.code(200).send(refusal(null, strangerRefused(request) ?? notJson())),
      handler: async (request, reply) => reply.type('application/json; charset=utf-8').send(await answerTo(request)),
    });
    scope.route({
      method: methodsBeside(['POST']),
      url,
      onRequest: [onRequest, async (_request, reply) => reply.send(refusal(null, notPost()))],
      handler: async () => refusal(null, notPost()),
    });
    done();
  });
}
