import type { FastifyRequest } from 'fastify';
import type { Verifier } from '#base/bound-call.server.ts';
import type { Queryable } from '#base/db.server.ts';
import { wrongKey } from './widget-failures.ts';
import { findKeyOwner, type KeyOwner } from './widget-settings-store.server.ts';

/** Who the key of a request belongs to, so that it is looked up once. */
const owners = new WeakMap<FastifyRequest, KeyOwner>();

/** The key that a request brings, in its body or its address; empty where none is there, or what is there is no text. */
function keyIn(request: FastifyRequest): string {
  if (request.method !== 'GET') {
    const { body } = request;
    const key = typeof body === 'object' && body !== null && 'key' in body ? body.key : '';
    return typeof key === 'string' ? key : '';
  }
  const { searchParams } = new URL(request.raw.url ?? '', 'http://widget');
  return [...searchParams].find(([name]) => name.toLowerCase() === 'key')?.[1] ?? '';
}

/** Whose widgets a key opens. Throws `wrongKey`. */
export async function keyOwnerOf(db: Queryable, request: FastifyRequest, key: string): Promise<KeyOwner> {
  const known = owners.get(request);
  if (known !== undefined) return known;
  const owner = key === '' ? null : await findKeyOwner(db, key);
  if (owner === null) throw wrongKey.because();
  owners.set(request, owner);
  return owner;
}

/**
 * Refuses whoever has no right key before anything else that he sent is looked at: 401 comes before 400 (contract, section 1).
 */
export function widgetVerifiers(db: Queryable) {
  const verify: Verifier = async (request) => {
    await keyOwnerOf(db, request, keyIn(request));
  };
  return { events: verify, next: verify, report: verify, health: verify, statistics: verify };
}
