import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Project, projectOfUser } from '#app/creators/creators.server.ts';
import { isCallFailure } from '#base/calls/errors.ts';
import type { Budget, Limits } from '#base/calls/rate-limit.server.ts';
import type { Queryable } from '#base/db/db.server.ts';
import { networkOf } from '#base/process/network-of.ts';
import { donationResource } from '../donation-resource.ts';
import type { ReadableDonation } from '../readable-donation.ts';
import type { TokenScope } from '../scopes.ts';
import { findTokenOwner } from './access-token-store.server.ts';
import { numberOfPerson } from './person-number-store.server.ts';

/** The dependencies of the read API. */
export interface ReadApiOptions {
  readonly db: Queryable;
  readonly limits: Limits;
  /** The site's address without a trailing slash. */
  readonly publicUrl: string;
  /** ISO 4217. */
  readonly currencyCode: string;
  /** A page of a project's donations without refunded ones, newest first, and their number. */
  donationPage(
    db: Queryable,
    projectId: string,
    asked: { skip: number; take: number },
  ): Promise<{ items: readonly ReadableDonation[]; total: number }>;
  /** When donations were shown on the stream; donations that were not shown are left out. */
  shownTimes(db: Queryable, payIds: readonly string[]): Promise<ReadonlyMap<string, Date>>;
  /** What opens a socket with the rights of a token. */
  connectionToken(tokenId: string): string;
}

const perPage = 30;

const knocking: Budget = { name: 'read-api-address', points: 600, seconds: 60, message: 'Too Many Attempts.' };
const reading: Budget = { name: 'read-api-person', points: 120, seconds: 60, message: 'Too Many Attempts.' };

function refuse(reply: FastifyReply, status: number, message: string): FastifyReply {
  return reply.code(status).header('cache-control', 'no-store').send({ message });
}

/** Whose token a request has, and its id. */
export interface Reader {
  readonly project: Project;
  readonly tokenId: string;
}

/** The owner of the token. Null where the token is refused; the reply has been sent then. */
export async function admit(
  { db, limits }: Pick<ReadApiOptions, 'db' | 'limits'>,
  scope: TokenScope,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Reader | null> {
  const [scheme, token = ''] = (request.headers.authorization ?? '').split(' ');
  try {
    const owner = scheme?.toLowerCase() === 'bearer' ? await findTokenOwner(db, token) : null;
    const project = owner && (await projectOfUser(db, owner.personId));
    if (!owner || !project?.isAvailable) {
      // Only those without a token: whoever has one is not refused by what others behind his address do.
      await limits.spendByNetwork(knocking, networkOf(request.ip));
      refuse(reply, 401, 'Unauthenticated.');
      return null;
    }
    if (!owner.scopes.includes(scope)) {
      refuse(reply, 403, 'Invalid scope(s) provided.');
      return null;
    }
    await limits.spend(reading, owner.personId);
    return { project, tokenId: owner.id };
  } catch (error) {
    if (!isCallFailure(error) || error.status !== 429) throw error;
    refuse(reply.header('retry-after', error.retryAfter ?? 60), 429, error.message);
    return null;
  }
}

function pageOf({ query }: FastifyRequest): number {
  const asked = typeof query === 'object' && query !== null && 'page' in query ? Number(query.page) : 1;
  return Number.isSafeInteger(asked) && asked >= 1 && asked <= 1_000_000 ? asked : 1;
}

function linksOf(path: string, page: number, last: number) {
  const at = (number: number) => `${path}?page=${number}`;
  return {
    first: at(1),
    last: at(last),
    prev: page > 1 ? at(page - 1) : null,
    next: page < last ? at(page + 1) : null,
  };
}

async function donations(options: ReadApiOptions, project: Project, page: number) {
  const { db, publicUrl, currencyCode } = options;
  const asked = { skip: (page - 1) * perPage, take: perPage };
  const { items, total } = await options.donationPage(db, project.projectId, asked);
  const shown = await options.shownTimes(
    db,
    items.map(({ payId }) => payId),
  );
  const path = `${publicUrl}/api/v1/alerts/donations`;
  const last = Math.max(1, Math.ceil(total / perPage));
  const isEmpty = items.length === 0;
  return {
    data: items.map((donation) => donationResource(donation, currencyCode, shown.get(donation.payId))),
    links: linksOf(path, page, last),
    meta: {
      current_page: page,
      from: isEmpty ? null : asked.skip + 1,
      last_page: last,
      path,
      per_page: perPage,
      to: isEmpty ? null : asked.skip + items.length,
      total,
    },
  };
}

async function user({ db, publicUrl, connectionToken }: ReadApiOptions, { project, tokenId }: Reader) {
  const { userId, userName, displayName, avatar } = project;
  return {
    data: {
      id: await numberOfPerson(db, userId),
      code: userName,
      name: displayName,
      is_active: 1,
      avatar: avatar === null ? '' : `${publicUrl}/api/Images/?name=${encodeURIComponent(avatar)}`,
      email: '',
      language: 'ru_RU',
      socket_connection_token: connectionToken(tokenId),
    },
  };
}

/**
 * Registers the read API for stream tools, in the shapes of the API that they support: `GET /api/v1/user/oauth` and
 * `GET /api/v1/alerts/donations?page`. No envelope; failures are `{message}` (docs/decisions/0010-creators-money-and-tools.md).
 */
export function registerReadApi(api: FastifyInstance, options: ReadApiOptions): void {
  api.get('/v1/user/oauth', async (request, reply) => {
    const reader = await admit(options, 'oauth-user-show', request, reply);
    return reader === null ? reply : reply.header('cache-control', 'no-store').send(await user(options, reader));
  });
  api.get('/v1/alerts/donations', async (request, reply) => {
    const reader = await admit(options, 'oauth-donation-index', request, reply);
    if (reader === null) return reply;
    return reply.header('cache-control', 'no-store').send(await donations(options, reader.project, pageOf(request)));
  });
}
