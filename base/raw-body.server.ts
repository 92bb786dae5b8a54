import type { FastifyInstance, FastifyRequest } from 'fastify';
import secureJsonParse from 'secure-json-parse';
import { failures } from './errors.ts';

const bodies = new WeakMap<FastifyRequest, Buffer>();
const utf8 = new TextDecoder('utf-8', { fatal: true });

function parse(bytes: Buffer): unknown {
  return secureJsonParse(utf8.decode(bytes), undefined, { protoAction: 'error', constructorAction: 'error' });
}

/**
 * Takes over reading JSON bodies: `application/json` in UTF-8 only, `__proto__` and the like refused, an empty body is
 * none. The bytes are kept beside the request for whoever must check a signature over them.
 */
export function keepRawBodies(api: FastifyInstance): void {
  api.removeContentTypeParser(['application/json', 'text/plain']);
  api.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
    if (body.length === 0) return undefined;
    bodies.set(request, body);
    try {
      return parse(body);
    } catch {
      throw failures.validationFailed.because({ message: 'Запрос составлен неверно: ожидается JSON' });
    }
  });
}

/** The request's body as its bytes came; empty where there was none. */
export function rawBodyOf(request: FastifyRequest): Buffer {
  return bodies.get(request) ?? Buffer.alloc(0);
}
