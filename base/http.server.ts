import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { admit } from './admission.server.ts';
import type { BoundCall, RawInput } from './bound-call.server.ts';
import type { Call, FileAnswer } from './call.ts';
import type { AuditNote, CallContext, Caller } from './call-context.server.ts';
import type { Database, Queryable, Tx } from './db.server.ts';
import { sendOverloaded } from './envelope.server.ts';
import { failures } from './errors.ts';
import type { EventStreams } from './event-stream.server.ts';
import { type IdempotentRun, keepAnswer, releaseKey, startIdempotent } from './idempotency.server.ts';
import type { Limits } from './rate-limit.server.ts';
import { soundBody } from './validation.server.ts';

/** One line of the audit trail. */
export interface AuditEntry extends AuditNote {
  readonly caller: Caller;
  /** `PUT Moderator/BlockUser` */
  readonly call: string;
  /** What was sent, amounts in main units. */
  readonly input: unknown;
}

/** What answering calls needs from the house. */
export interface CallServices {
  readonly db: Database;
  readonly limits: Limits;
  readonly streams: EventStreams;
  /** Who a bearer token belongs to; null where it is not valid or its session has ended. */
  authenticate(token: string): Promise<Caller | null>;
  /** Writes a line of the audit trail in the transaction of what it tells of. */
  audit(tx: Tx, entry: AuditEntry): Promise<void>;
  /** Answers that are equal for every guest; null: none are kept. */
  readonly answers: AnswerCache | null;
  /** Whether the process has more to do than it can: new calls are refused then (invariant 22). Default: never. */
  isOverloaded?(): boolean;
}

/** Keeps whole answers of guest calls until their time is over or one of their tags is dropped. */
export interface AnswerCache {
  answer(
    request: FastifyRequest,
    reply: FastifyReply,
    entry: { key: string; seconds: number; make: (tag: (...tags: string[]) => void) => Promise<string> },
  ): Promise<FastifyReply>;
}

function rawQueryOf(request: FastifyRequest): string {
  const url = request.raw.url ?? '';
  const mark = url.indexOf('?');
  return mark === -1 ? '' : url.slice(mark + 1);
}

/** Whether a form is sent: where there are uploads, its type is known to the parser below every call that has a body. */
const isForm = (request: FastifyRequest): boolean =>
  /^multipart\//i.test(request.headers['content-type']?.trim() ?? '');

function encodeAnswer(call: Call, result: unknown): unknown {
  return z.encode(call.answer, result);
}

function isFile(value: unknown): value is FileAnswer {
  return typeof value === 'object' && value !== null && 'bytes' in value && 'contentType' in value;
}

const nameOf = (call: Call) => `${call.method} ${call.path}`;

const envelope = (data: unknown) => JSON.stringify({ success: true, data });

/** Everything one request carries through its run. */
interface Running {
  readonly bound: BoundCall;
  readonly services: CallServices;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly caller: Caller | null;
  readonly raw: RawInput;
  readonly tags: Set<string>;
}

function contextFor(
  running: Running,
  db: Queryable,
  tx: Tx | null,
  run: IdempotentRun | null,
  notes: AuditNote[],
): CallContext {
  const { services, request, reply, caller, tags } = running;
  return {
    db,
    database: services.db,
    transaction: (work) => (tx === null ? services.db.transaction(work) : work(tx)),
    caller,
    address: request.ip,
    limits: services.limits,
    idempotencySubject: run?.subject ?? null,
    tag: (...names) => {
      for (const name of names) tags.add(name);
    },
    note: (note) => notes.push(note),
    openEvents: () => services.streams.open(reply),
    request,
    reply,
  };
}

function mergeNotes(notes: readonly AuditNote[]): AuditNote {
  const merged: AuditNote = {};
  for (const note of notes) Object.assign(merged, note);
  return merged;
}

/** Runs the handler in its transaction, with the audit line and the kept answer in the same one. */
async function runOnce(running: Running, run: IdempotentRun | null): Promise<unknown> {
  const { bound, services, caller, raw } = running;
  const { call } = bound;
  const work = async (db: Queryable, tx: Tx | null) => {
    const notes: AuditNote[] = [];
    const result = await bound.run(raw, contextFor(running, db, tx, run, notes));
    if (call.form === 'events' || call.form === 'file') return result;
    const data = encodeAnswer(call, result);
    if (run !== null) await keepAnswer(db, run, data);
    const isOnRecord = call.audited === 'noted' ? notes.length > 0 : call.audited === true;
    if (isOnRecord && caller !== null) {
      const { query, params } = bound.parse(raw);
      // The body as it was sent: parsed, its amounts would be in minor units.
      const input = { ...query, ...params, ...Object.assign({}, raw.body) };
      const entry = { caller, call: nameOf(call), input, ...mergeNotes(notes) };
      // A call with transactions of its own has ended them: its line comes after what it tells of.
      await (tx === null ? services.db.transaction((last) => services.audit(last, entry)) : services.audit(tx, entry));
    }
    return data;
  };
  const isOneTransaction =
    (call.transaction ?? (call.method === 'GET' ? 'own' : 'one')) === 'one' && call.form === undefined;
  return isOneTransaction ? services.db.transaction((tx) => work(tx, tx)) : work(services.db, null);
}

function idempotencyKeyOf(call: Call, request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key'];
  if (!call.idempotent || key === undefined) return null;
  if (typeof key === 'string' && key.length >= 8 && key.length <= 128) return key;
  throw failures.validationFailed.because({ fields: { 'Idempotency-Key': 'От 8 до 128 знаков' } });
}

async function runIdempotent(running: Running, key: string): Promise<unknown> {
  const { bound, services, caller, raw } = running;
  bound.parse(raw);
  const start = await startIdempotent(services.db, {
    call: nameOf(bound.call),
    caller: caller?.userId ?? '',
    key,
    body: raw.body,
  });
  if ('answer' in start) return start.answer;
  try {
    return await runOnce(running, start.run);
  } catch (error) {
    await releaseKey(services.db, start.run);
    throw error;
  }
}

async function answerCall(running: Running): Promise<FastifyReply | undefined> {
  const { bound, request, reply } = running;
  const { call } = bound;
  const key = idempotencyKeyOf(call, request);
  const data = key === null ? await runOnce(running, null) : await runIdempotent(running, key);
  if (call.form === 'events') return undefined;
  if (isFile(data)) {
    const bytes = data.bytes instanceof Uint8Array ? data.bytes : Readable.from(data.bytes);
    return reply.headers(data.headers).type(data.contentType).send(bytes);
  }
  return reply.header('cache-control', 'no-store').type('application/json; charset=utf-8').send(envelope(data));
}

function registerCall(api: FastifyInstance, bound: BoundCall, services: CallServices): void {
  const { call } = bound;
  const callers = new WeakMap<FastifyRequest, Caller | null>();
  const looked = new WeakSet<FastifyRequest>();
  const { verify } = bound;
  api.route({
    method: call.method,
    url: `/${call.path.replace(/\{(\w+)\}/g, ':$1')}`,
    onRequest: async (request, reply) => {
      // What the provider and the widgets send ends work that is begun: it makes the line shorter.
      if (call.access !== 'key' && services.isOverloaded?.()) return sendOverloaded(reply);
      callers.set(request, await admit(call, request, services));
      if (call.form !== 'upload' && call.method !== 'GET' && isForm(request))
        throw failures.unsupportedMediaType.because();
      return undefined;
    },
    // A body of the wrong type, form or size ends a request before its handler: a stranger is told no more than that he is one.
    ...(verify && {
      errorHandler: async (error: Error, request: FastifyRequest) => {
        if (!looked.has(request)) await verify(request);
        throw error;
      },
    }),
    handler: async (request, reply) => {
      looked.add(request);
      await verify?.(request);
      const body = soundBody(request.body, call.freeTexts);
      const raw: RawInput = { rawQuery: rawQueryOf(request), params: request.params, body };
      const tags = new Set<string>();
      const running: Running = { bound, services, request, reply, caller: callers.get(request) ?? null, raw, tags };
      if (call.cacheSeconds === undefined || services.answers === null) return answerCall(running);
      const { query, params } = bound.parse(raw);
      return services.answers.answer(request, reply, {
        key: `${nameOf(call)} ${JSON.stringify([query, params])}`,
        seconds: call.cacheSeconds,
        make: async (tag) => {
          const data = await runOnce(running, null);
          tag(...tags);
          return envelope(data);
        },
      });
    },
  });
}

/** Registers bound calls below the prefix of `api`. The order of checks is 401, 403, 400, 404, 409 (contract, section 1). */
export function registerCalls(api: FastifyInstance, bound: readonly BoundCall[], services: CallServices): void {
  for (const one of bound) registerCall(api, one, services);
}
