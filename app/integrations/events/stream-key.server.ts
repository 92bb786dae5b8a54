import type { FastifyRequest } from 'fastify';
import { projectOfUser } from '#app/creators/creators.server.ts';
import type { Limits } from '#base/calls/rate-limit.server.ts';
import type { Queryable } from '#base/db/db.server.ts';
import { networkOf } from '#base/process/network-of.ts';
import { findTokenOwner } from '../read-api/access-token-store.server.ts';
import { streamScope } from '../scopes.ts';
import { knocking } from '../sockets/knocking.server.ts';
import { narrowKey, wrongStreamKey } from './stream-failures.ts';

/** Whose events a key opens. */
export interface StreamOwner {
  readonly token: string;
  readonly personId: string;
  readonly projectId: string;
}

/** The owner of each request's key, so that it is looked up once. */
const owners = new WeakMap<FastifyRequest, StreamOwner>();

function keyIn(request: FastifyRequest): string {
  const [scheme, token] = (request.headers.authorization ?? '').split(' ');
  if (scheme?.toLowerCase() === 'bearer' && token) return token;
  const { searchParams } = new URL(request.raw.url ?? '', 'http://stream');
  return [...searchParams].find(([name]) => name.toLowerCase() === 'token')?.[1] ?? '';
}

/** The owner of a key that opens the stream. Throws `wrongStreamKey` and `narrowKey`. */
export async function ownerOfKey(db: Queryable, token: string): Promise<StreamOwner> {
  const found = await findTokenOwner(db, token);
  const project = found && (await projectOfUser(db, found.personId));
  if (found === null || !project?.isAvailable) throw wrongStreamKey();
  if (!found.scopes.includes(streamScope)) throw narrowKey();
  return { token, personId: found.personId, projectId: project.projectId };
}

/** The owner of the key of a request, which costs its network a point. Throws what `ownerOfKey` does, and 429. */
export async function admitKey(
  { db, limits }: { readonly db: Queryable; readonly limits: Limits },
  request: FastifyRequest,
): Promise<StreamOwner> {
  const known = owners.get(request);
  if (known !== undefined) return known;
  await limits.spendByNetwork(knocking, networkOf(request.ip));
  const owner = await ownerOfKey(db, keyIn(request));
  owners.set(request, owner);
  return owner;
}
