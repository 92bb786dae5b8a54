import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { isCallFailure } from '#base/calls/errors.ts';
import type { Budget, Limits } from '#base/calls/rate-limit.server.ts';
import type { Database } from '#base/db/db.server.ts';
import { registerFormRoutes } from '#base/http/body/form-routes.server.ts';
import { networkOf } from '#base/process/network-of.ts';
import { grantedSeconds } from '../scopes.ts';
import { endSocketsOf } from './application-handlers.server.ts';
import { type Application, proveApplication } from './application-store.server.ts';
import { scopesIn } from './asked-access.ts';
import { type Exchange, exchangeCode, renewKeys } from './grant-store.server.ts';

interface OAuthOptions {
  readonly db: Database;
  readonly limits: Limits;
}

const knocking: Budget = { name: 'oauth-address', points: 120, seconds: 60, message: 'Too Many Attempts.' };
const exchanging: Budget = { name: 'oauth-application', points: 600, seconds: 60, message: 'Too Many Attempts.' };

/** The screen that asks the person; with the guards of the own pages. */
const question = '/profile/tools?ask=access';

const text = z
  .union([z.string().max(2_000), z.int()])
  .transform(String)
  .optional();

/** Of a form or JSON. DonationAlerts' programs send the secret beside the code; others in the header. */
const tokenBody = z.object({
  grant_type: text,
  client_id: text,
  client_secret: text,
  code: text,
  redirect_uri: text,
  code_verifier: text,
  refresh_token: text,
  scope: text,
});

type TokenBody = z.infer<typeof tokenBody>;

/** A refusal as RFC 6749 and DonationAlerts write it. */
class Refusal extends Error {
  readonly status: number;
  readonly error: string;

  constructor(error: string, message: string, status = 400) {
    super(message);
    this.error = error;
    this.status = status;
  }
}

const notReadable = (status?: number) => new Refusal('invalid_request', 'A form or a JSON object is expected.', status);
const wrongGrant = (what: string) => new Refusal('invalid_grant', `The ${what} is invalid, expired or revoked.`);

function send(reply: FastifyReply, status: number, body: object): FastifyReply {
  return reply.code(status).header('cache-control', 'no-store').header('pragma', 'no-cache').send(body);
}

function refuse(reply: FastifyReply, { error, message, status }: Refusal): FastifyReply {
  if (status === 401) reply.header('www-authenticate', 'Basic realm="OAuth"');
  return send(reply, status, { error, error_description: message, message });
}

/** By RFC 6749 both are form-encoded in the header. */
function credentialsIn(request: FastifyRequest, body: TokenBody): readonly [id: string, secret: string] {
  const [scheme, encoded = ''] = (request.headers.authorization ?? '').split(' ');
  if (scheme?.toLowerCase() !== 'basic') return [body.client_id ?? '', body.client_secret ?? ''];
  const [, id = '', secret = ''] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded, 'base64').toString()) ?? [];
  const form = new URLSearchParams(`id=${id}&secret=${secret}`);
  return [form.get('id') ?? '', form.get('secret') ?? ''];
}

async function applicationIn({ db, limits }: OAuthOptions, request: FastifyRequest, body: TokenBody) {
  const [id, secret] = credentialsIn(request, body);
  const application = await proveApplication(db, id, secret);
  if (application === null) {
    // Only those without a right secret: an application is not refused by what others behind its address do.
    await limits.spendByNetwork(knocking, networkOf(request.ip));
    throw new Refusal('invalid_client', 'Client authentication failed.', 401);
  }
  await limits.spend(exchanging, application.id);
  return application;
}

async function exchange({ db }: OAuthOptions, application: Application, body: TokenBody): Promise<Exchange | 'wide'> {
  const { grant_type: type, code, redirect_uri: redirect, refresh_token: refreshToken } = body;
  if (type !== 'authorization_code' && type !== 'refresh_token')
    throw new Refusal('unsupported_grant_type', 'Only authorization_code and refresh_token are supported.');
  return db.transaction(async (tx) => {
    let outcome: Exchange | 'wide';
    if (type === 'refresh_token') {
      if (refreshToken === undefined) throw new Refusal('invalid_request', 'refresh_token is missing.');
      outcome = await renewKeys(tx, application.id, { refreshToken, scopes: scopesIn(body.scope) });
    } else {
      if (code === undefined || redirect === undefined)
        throw new Refusal('invalid_request', 'code or redirect_uri is missing.');
      outcome = await exchangeCode(tx, application.id, { code, redirect, verifier: body.code_verifier ?? null });
    }
    if (outcome !== null && outcome !== 'wide' && 'ended' in outcome) await endSocketsOf(tx, outcome.ended);
    return outcome;
  });
}

async function issue(options: OAuthOptions, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  try {
    const parsed = tokenBody.safeParse(
      request.body instanceof URLSearchParams ? Object.fromEntries(request.body) : request.body,
    );
    if (!parsed.success) throw notReadable();
    const application = await applicationIn(options, request, parsed.data);
    const outcome = await exchange(options, application, parsed.data);
    if (outcome === 'wide') throw new Refusal('invalid_scope', 'More was asked for than was granted.');
    if (outcome === null || 'ended' in outcome)
      throw wrongGrant(parsed.data.grant_type === 'refresh_token' ? 'refresh token' : 'authorization code');
    return send(reply, 200, {
      token_type: 'Bearer',
      expires_in: grantedSeconds,
      access_token: outcome.accessToken,
      refresh_token: outcome.refreshToken,
      scope: outcome.scopes.join(' '),
    });
  } catch (error) {
    if (error instanceof Refusal) return refuse(reply, error);
    if (!isCallFailure(error) || error.status !== 429) throw error;
    reply.header('retry-after', error.retryAfter ?? 60);
    return refuse(reply, new Refusal('temporarily_unavailable', error.message, 429));
  }
}

/**
 * Registers OAuth 2.0 as DonationAlerts' programs know it (docs/rules.md#applications): `/oauth/authorize` leads to the screen that asks the person,
 * `/oauth/token` exchanges codes and refresh tokens.
 */
export function registerOAuth(app: FastifyInstance, options: OAuthOptions): void {
  app.route({
    method: 'GET',
    url: '/oauth/authorize',
    handler: async (request, reply) => {
      const { search } = new URL(request.raw.url ?? '', 'http://oauth');
      return reply.header('cache-control', 'no-store').redirect(`${question}${search.replace('?', '&')}`, 302);
    },
  });
  registerFormRoutes(app, (scope) => {
    scope.route({
      method: 'POST',
      url: '/oauth/token',
      bodyLimit: 16 * 1024,
      errorHandler: (error, request, reply) => {
        const status = error.statusCode ?? 500;
        if (status < 500) return refuse(reply, notReadable(status));
        request.log.error({ err: error }, 'request failed');
        return refuse(reply, new Refusal('server_error', 'Try again later.', 503));
      },
      handler: (request, reply) => issue(options, request, reply),
    });
  });
}
