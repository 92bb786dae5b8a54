import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { countryOf } from '#app/country.ts';
import { ownNamesOf } from '#app/creators/creators.server.ts';
import { createIdentity, holdSession, type Identity, type IdentityOptions } from '#app/identity/identity.server.ts';
import type { Role } from '#app/identity/roles.ts';
import { createConnectedTools } from '#app/integrations/connected-tools.server.ts';
import { preparePerson } from '#app/profile/new-person.server.ts';
import { writeAudit } from '#app/staff/staff.server.ts';
import { serialiseQuery } from '#base/calls/call-client.ts';
import { createLimits } from '#base/calls/rate-limit.server.ts';
import { readConfig } from '#base/config/config.server.ts';
import { type Database, openDatabase } from '#base/db/db.server.ts';
import { connectCache } from '#base/events/cache-tags.server.ts';
import { EventStreams } from '#base/events/event-stream.server.ts';
import { openListener } from '#base/events/listener.server.ts';
import { registerEnvelope } from '#base/http/envelope.server.ts';
import { createFastify } from '#base/http/fastify.server.ts';
import { registerCalls } from '#base/http/http.server.ts';
import { createLog } from '#base/process/log.server.ts';
import { createTestDatabase } from './database/database.ts';
import { type SignedIn, signIn } from './sign-in.ts';
import { testSecrets } from './start-app.ts';

const envelope = z.object({
  success: z.boolean(),
  data: z.record(z.string(), z.unknown()).or(z.array(z.unknown())).nullable(),
  error: z
    .object({
      code: z.string(),
      message: z.string(),
      fields: z.record(z.string(), z.string()).optional(),
      details: z.record(z.string(), z.unknown()).optional(),
    })
    .optional(),
});

/** The password of every person that `someone` creates. */
export const testPassword = 'верная лошадь 47';

const outbox = z.array(z.object({ code: z.string(), text: z.string(), sentAt: z.iso.datetime() }));

/** An answer, taken out of its envelope. */
interface Answer {
  readonly status: number;
  /** The failure's name; an empty text for a success. */
  readonly code: string;
  readonly message: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly details: Readonly<Record<string, unknown>>;
  readonly retryAfter: number;
  readonly data: unknown;
  /** What the browser is asked to store; an empty text for nothing. */
  readonly setCookie: string;
  /** A member of `data` that is a text; an empty text where there is none. */
  text(member: string): string;
}

/** Makes a call by method and path: `call('GET Identity/CheckPhone', {query: {phone}})`. */
type Ask = (
  name: string,
  input?: { query?: Record<string, unknown>; body?: unknown },
  settings?: { token?: string; address?: string; userAgent?: string; cookie?: string },
) => Promise<Answer>;

function askerOf(url: string): Ask {
  return async (name, { query = {}, body } = {}, { token, address, userAgent, cookie } = {}) => {
    const [method = 'GET', path = ''] = name.split(' ');
    const response = await fetch(`${url}/api/${path}?${serialiseQuery(query)}`, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(address !== undefined && { 'x-forwarded-for': address }),
        ...(userAgent !== undefined && { 'user-agent': userAgent }),
        ...(cookie !== undefined && { cookie }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const { data, error } = envelope.parse(await response.json());
    const members = new Map(Object.entries(data ?? {}));
    return {
      status: response.status,
      code: error?.code ?? '',
      message: error?.message ?? '',
      fields: error?.fields ?? {},
      details: error?.details ?? {},
      retryAfter: Number(response.headers.get('retry-after') ?? 0),
      data,
      setCookie: response.headers.get('set-cookie') ?? '',
      text: (member) => String(members.get(member) ?? ''),
    };
  };
}

/** A server process that answers the calls of Identity and Sms only. */
export interface IdentityApp {
  readonly url: string;
  readonly databaseUrl: string;
  readonly ask: Ask;
  /** The newest code sent to a phone, read from the outbox. */
  codeOf(phone: string): Promise<string>;
  sendCode(phone: string): Promise<string>;
  /** A person with `testPassword`, logged in with the second factor where his role has one. */
  someone(role?: Role): Promise<SignedIn>;
  /** Logs in by password, `testPassword` where none is given. */
  logIn(phone: string, password?: string, settings?: Parameters<Ask>[2]): Promise<Answer>;
  readonly db: Database;
  readonly identity: Identity;
  readonly logLines: readonly string[];
  readonly printed: readonly string[];
  close(): Promise<void>;
}

async function registerArea(app: FastifyInstance, identity: Identity, db: Database, hasLimits: boolean) {
  const streams = new EventStreams();
  app.addHook('onClose', async () => streams.close());
  const services = {
    db,
    limits: createLimits(db, hasLimits),
    streams,
    authenticate: identity.authenticate,
    holdSession,
    audit: async () => undefined,
    answers: null,
  };
  await app.register(
    (api, _options, done) => {
      registerEnvelope(api);
      registerCalls(api, identity.calls ?? [], services);
      done();
    },
    { prefix: '/api' },
  );
}

/** Starts a server process of the area. */
export async function startIdentityApp(
  options: Partial<Pick<IdentityOptions, 'smsPerHour' | 'country'>> & {
    /** That of another process; else it gets one of its own, dropped with it. */
    readonly databaseUrl?: string;
    readonly hasLimits?: boolean;
    readonly env?: Readonly<Record<string, string>>;
    readonly jwtSecret?: string;
  } = {},
): Promise<IdentityApp> {
  const database = options.databaseUrl === undefined ? await createTestDatabase() : null;
  const databaseUrl = options.databaseUrl ?? database?.url ?? '';
  const jwtSecret = options.jwtSecret ?? testSecrets.jwt;
  const logLines: string[] = [];
  const printed: string[] = [];
  const log = createLog({ level: 'debug', pretty: false }, { write: (line) => void logLines.push(line) });
  const db = openDatabase({ url: databaseUrl, max: 10 });
  const listener = await openListener({ url: databaseUrl, log });
  const identity = createIdentity({
    db,
    config: readConfig({
      JWT_SECRET: jwtSecret,
      LIMITS: options.hasLimits === false ? 'off' : 'on',
      ...options.env,
    }),
    country: countryOf('uz'),
    preparePerson,
    tools: createConnectedTools({ secret: testSecrets.jwt, audit: writeAudit }),
    ownNamesOf,
    siteName: async () => 'Opora',
    codeMeter: { tried: () => undefined, paid: () => undefined, balance: () => undefined },
    print: (line) => void printed.push(line),
    log,
    ...options,
  });
  const caches = (identity.caches ?? []).map((cache) => connectCache(listener, cache, db));
  const app = await createFastify({ log, trustProxy: '127.0.0.1' });
  await registerArea(app, identity, db, options.hasLimits ?? true);
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const ask = askerOf(url);
  const codeOf = async (phone: string) => {
    const { data } = await ask('GET Dev/Outbox', { query: { phone } });
    return outbox.parse(data)[0]?.code ?? '';
  };
  const passwordHash = identity.hashPassword(testPassword);
  return {
    url,
    databaseUrl,
    ask,
    codeOf,
    async sendCode(phone) {
      const { status, code } = await ask('GET Sms/SendComfirmCode', { query: { phone } });
      if (status !== 200) throw new Error(`no code was sent: ${code}`);
      return codeOf(phone);
    },
    someone: async (role = 'user') => signIn(db, jwtSecret, { role, passwordHash: await passwordHash }),
    logIn: (phone, password = testPassword, settings = {}) =>
      ask('POST Identity/Token', { body: { phone, password, rememberMe: false } }, settings),
    db,
    identity,
    logLines,
    printed,
    async close() {
      await app.close();
      for (const cache of caches) cache.disconnect();
      await listener.close();
      await db.close();
      await database?.drop();
    },
  };
}
