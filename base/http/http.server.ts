import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { admit, isStaffCaller } from '#base/calls/admission.server.ts';
import type { BoundCall, RawInput } from '#base/calls/bound-call.server.ts';
import { type Call, isFile } from '#base/calls/call.ts';
import type { Caller } from '#base/calls/call-context.server.ts';
import { nameOf, type Running, runCall } from '#base/calls/call-run.server.ts';
import type { CallServices } from '#base/calls/call-services.server.ts';
import { failures } from '#base/calls/errors.ts';
import { runIdempotent } from '#base/calls/idempotency.server.ts';
import { NamedLocks } from '#base/calls/named-locks.server.ts';
import { soundBody } from '#base/calls/validation.server.ts';
import { rerun } from '#base/db/database-trouble.server.ts';
import { QueueFull } from '#base/process/fair-queue.server.ts';
import { SiteReads } from '#base/process/site-reads.server.ts';
import { networkOf } from '../process/network-of.ts';
import { allowSlowBody } from './body/body-time.server.ts';
import { sendFailure, sendOverloaded } from './envelope.server.ts';

function rawQueryOf(request: FastifyRequest): string {
  const url = request.raw.url ?? '';
  const mark = url.indexOf('?');
  return mark === -1 ? '' : url.slice(mark + 1);
}

/** Whether the request is multipart. The multipart parser applies to all calls, so that calls without upload must refuse it. */
const isForm = (request: FastifyRequest): boolean =>
  /^multipart\//i.test(request.headers['content-type']?.trim() ?? '');

const envelope = (data: unknown) => JSON.stringify({ success: true, data });

function idempotencyKeyOf(call: Call, request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key'];
  if (!call.idempotent || key === undefined) return null;
  if (typeof key === 'string' && key.length >= 8 && key.length <= 128) return key;
  throw failures.validationFailed({ fields: { 'Idempotency-Key': 'От 8 до 128 знаков' } });
}

/** Identifies a guest by the secret that the browser sends with the key, else by network: no other guest gets the stored answer. */
function callerNameOf({ caller, request }: Running): string {
  if (caller !== null) return caller.userId;
  const secret = request.headers['guest-secret'];
  // No secret that a guest may choose makes the name of a network.
  if (secret === undefined) return `network ${networkOf(request.ip)}`;
  if (typeof secret === 'string' && secret.length >= 16 && secret.length <= 128) return `guest ${secret}`;
  throw failures.validationFailed({ fields: { 'Guest-Secret': 'От 16 до 128 знаков' } });
}

async function runKeyed(running: Running, key: string, locks: NamedLocks): Promise<unknown> {
  const { bound, services, raw } = running;
  bound.parse(raw);
  const request = { call: nameOf(bound.call), caller: callerNameOf(running), key, body: raw.body };
  return runIdempotent({ db: services.db, locks }, request, (run) => runCall(running, run));
}

/** An answer; a function begins to send a large file, which is not waited for. */
type Answer = FastifyReply | undefined | (() => FastifyReply);

async function answerCall(running: Running, locks: NamedLocks): Promise<Answer> {
  const { bound, request, reply } = running;
  const { call } = bound;
  const key = idempotencyKeyOf(call, request);
  const data = key === null ? await runCall(running) : await runKeyed(running, key, locks);
  if (call.form === 'events') return undefined;
  if (isFile(data)) {
    const { bytes, headers, contentType } = data;
    const send = (sent: Uint8Array | Readable) => reply.headers(headers).type(contentType).send(sent);
    if (bytes instanceof Readable) return () => send(bytes);
    return send(bytes instanceof Uint8Array ? bytes : Readable.from(bytes));
  }
  return reply.header('cache-control', 'no-store').type('application/json; charset=utf-8').send(envelope(data));
}

const isGuestRead = (call: Call): boolean =>
  call.method === 'GET' && call.access === 'guest' && call.hasEffect !== true;

interface Asked extends Pick<Running, 'bound' | 'services' | 'request' | 'reply' | 'caller'> {
  readonly locks: NamedLocks;
}

/** Answers an admitted request, from the cache if the call's answers are cached. */
async function answerRequest({ locks, ...asked }: Asked): Promise<Answer> {
  const { bound, services, request, reply } = asked;
  const { call } = bound;
  await rerun(async () => bound.verify?.(request));
  const body = soundBody(request.body, call.freeTexts);
  const raw: RawInput = { rawQuery: rawQueryOf(request), params: request.params, body };
  const tags = new Set<string>();
  const running: Running = { ...asked, raw, tags };
  if (call.cacheSeconds === undefined || services.answers === null) return answerCall(running, locks);
  const { query, params } = bound.parse(raw);
  return services.answers.answer(request, reply, {
    key: `${nameOf(call)} ${JSON.stringify([query, params])}`,
    seconds: call.cacheSeconds,
    make: async (tag) => {
      const data = await runCall(running);
      tag(...tags);
      return envelope(data);
    },
  });
}

/** Answers a reading call when it is the turn of its network (docs/rules.md#trouble). */
async function inTurn<Result>(reads: SiteReads, request: FastifyRequest, answer: () => Promise<Result>) {
  try {
    return await reads.run(networkOf(request.ip), answer);
  } catch (error) {
    if (error instanceof QueueFull) throw failures.unavailable({ retryAfter: 2 });
    throw error;
  }
}

/** What all calls share. */
interface Shared {
  readonly locks: NamedLocks;
  readonly reads: SiteReads;
}

function registerCall(api: FastifyInstance, bound: BoundCall, services: CallServices, shared: Shared): void {
  const { locks, reads } = shared;
  const { call } = bound;
  const callers = new WeakMap<FastifyRequest, Caller | null>();
  const handled = new WeakSet<FastifyRequest>();
  const { verify } = bound;
  // A call that waits for another server takes no turn: a silent one would close its network's pages.
  const isBounded = isGuestRead(call) && call.form !== 'events' && call.transaction !== 'own';
  api.route({
    method: call.method,
    // HEAD runs its GET, so that calls with side effects refuse it.
    exposeHeadRoute: isGuestRead(call),
    url: `/${call.path.replace(/\{(\w+)\}/g, ':$1')}`,
    onRequest: async (request, reply) => {
      // Requests of the provider and of widgets finish work that has begun, so that they are never refused for overload.
      if (call.access !== 'key' && services.isOverloaded?.()) return sendOverloaded(reply);
      callers.set(request, await admit(call, request, services));
      if (call.bodySeconds !== undefined) allowSlowBody(request.raw, call.bodySeconds);
      if (call.form !== 'upload' && call.method !== 'GET' && isForm(request)) throw failures.unsupportedMediaType();
      return undefined;
    },
    errorHandler: async (error: Error, request: FastifyRequest, reply: FastifyReply) => {
      // A body of the wrong type or size fails before the handler: an unsigned request learns only that it is unsigned.
      if (!handled.has(request)) await verify?.(request);
      services.disk?.note(error);
      return sendFailure(request, reply, error, { isForStaff: isStaffCaller(callers.get(request)) });
    },
    handler: async (request, reply) => {
      handled.add(request);
      const answerNow = () =>
        answerRequest({ bound, services, locks, caller: callers.get(request) ?? null, request, reply });
      const answer = () => (isBounded ? inTurn(reads, request, answerNow) : answerNow());
      // A call whose body may take long is none that others give way to.
      const isCounted = services.underWay !== undefined && call.bodySeconds === undefined;
      const answered = await (isCounted ? services.underWay.run(answer) : answer());
      return typeof answered === 'function' ? answered() : answered;
    },
  });
}

/** Registers the routes of calls. The order of checks is 401, 403, 400, 404, 409 (docs/rules.md#wire). */
export function registerCalls(api: FastifyInstance, bound: readonly BoundCall[], services: CallServices): void {
  const shared: Shared = { locks: new NamedLocks(), reads: new SiteReads() };
  for (const one of bound) registerCall(api, one, services, shared);
}
