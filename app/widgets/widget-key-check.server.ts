import type { FastifyRequest } from 'fastify';
import type { Verifier } from '#base/calls/bound-call.server.ts';
import type { Queryable } from '#base/db/db.server.ts';
import { wrongKey } from './widget-failures.ts';
import { findKeyOwner, type KeyOwner } from './widget-settings-store.server.ts';

/** The owner of each request's key, so that it is looked up once. */
const owners = new WeakMap<FastifyRequest, KeyOwner>();

/** The key in a request's body or query; empty where there is none or it is not a string. */
function keyIn(request: FastifyRequest): string {
  if (request.method !== 'GET') {
    const { body } = request;
    const key = typeof body === 'object' && body !== null && 'key' in body ? body.key : '';
    return typeof key === 'string' ? key : '';
  }
  const { searchParams } = new URL(request.raw.url ?? '', 'http://widget');
  return [...searchParams].find(([name]) => name.toLowerCase() === 'key')?.[1] ?? '';
}

/** Returns the owner of a key. Throws `wrongKey`. */
export async function keyOwnerOf(db: Queryable, request: FastifyRequest, key: string): Promise<KeyOwner> {
  const known = owners.get(request);
  if (known !== undefined) return known;
  const owner = key === '' ? null : await findKeyOwner(db, key);
  if (owner === null) throw wrongKey();
  owners.set(request, owner);
  return owner;
}

/**
 * Checks the key before the rest of the request is validated: 401 comes before 400 (docs/rules.md#wire).
 */
export function widgetVerifiers(db: Queryable) {
  const verify: Verifier = async (request) => {
    await keyOwnerOf(db, request, keyIn(request));
  };
  return {
    events: verify,
    next: verify,
    report: verify,
    health: verify,
    statistics: verify,
    votes: verify,
    targets: verify,
    clock: verify,
    draws: verify,
  };
}
