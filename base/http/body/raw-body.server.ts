import type { FastifyInstance, FastifyRequest } from 'fastify';
import secureJsonParse from 'secure-json-parse';
import { failures, isCallFailure } from '#base/calls/errors.ts';

const bodies = new WeakMap<FastifyRequest, Buffer>();
const utf8 = new TextDecoder('utf-8', { fatal: true });

function isTree(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

const isForbidden = (name: string, member: unknown) =>
  name === '__proto__' || (name === 'constructor' && isTree(member) && Object.hasOwn(member, 'prototype'));

/** The path of the first member that would change a prototype; null if there is none. Iterative, because a body may be nested deep. */
function forbiddenPath(body: unknown): string | null {
  const trees: [path: string, tree: object][] = isTree(body) ? [['', body]] : [];
  for (const [path, tree] of trees) {
    for (const [name, member] of Object.entries(tree)) {
      if (isForbidden(name, member)) return `${path}${name}`;
      // Without the limit, the paths of a deeply nested body would take quadratic space.
      if (isTree(member)) trees.push([path.length > 200 ? path : `${path}${name}.`, member]);
    }
  }
  return null;
}

function parse(text: string): unknown {
  try {
    return secureJsonParse(text, undefined, { protoAction: 'error', constructorAction: 'error' });
  } catch (error) {
    const path = forbiddenPath(JSON.parse(text));
    throw path === null ? error : failures.validationFailed({ fields: { [path]: 'Лишнее поле' } });
  }
}

/**
 * Replaces Fastify's JSON parser: `application/json` in UTF-8 only, `__proto__` and the like refused, an empty body counts as none.
 * Stores the raw bytes for handlers that verify a signature (`rawBodyOf`).
 */
export function keepRawBodies(api: FastifyInstance): void {
  api.removeContentTypeParser(['application/json', 'text/plain']);
  api.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
    if (body.length === 0) return undefined;
    bodies.set(request, body);
    try {
      return parse(utf8.decode(body));
    } catch (error) {
      if (isCallFailure(error)) throw error;
      throw failures.validationFailed({ message: 'Запрос составлен неверно: ожидается JSON' });
    }
  });
}

/** The raw bytes of a request's body; empty if there was none. */
export function rawBodyOf(request: FastifyRequest): Buffer {
  return bodies.get(request) ?? Buffer.alloc(0);
}
