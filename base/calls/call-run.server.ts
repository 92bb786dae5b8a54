import type { FastifyReply, FastifyRequest } from 'fastify';
import { v7 as uuidV7 } from 'uuid';
import { z } from 'zod';
import type { Limits } from '#base/calls/rate-limit.server.ts';
import type { Queryable, Tx } from '#base/db/db.server.ts';
import { networkOf } from '#base/process/network-of.ts';
import type { BoundCall, RawInput } from './bound-call.server.ts';
import { type Call, isFile } from './call.ts';
import type { AuditNote, CallContext, Caller } from './call-context.server.ts';
import type { CallServices } from './call-services.server.ts';
import type { IdempotentRun } from './idempotency.server.ts';

/** The state of one request while its call runs. */
export interface Running {
  readonly bound: BoundCall;
  readonly services: CallServices;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly caller: Caller | null;
  readonly raw: RawInput;
  readonly tags: Set<string>;
}

export const nameOf = (call: Call) => `${call.method} ${call.path}`;

function encodeAnswer(call: Call, result: unknown): unknown {
  if (call.alsoFile !== undefined && isFile(result)) return result;
  return z.encode(call.answer, result);
}

function mergeNotes(notes: readonly AuditNote[]): AuditNote {
  const merged: AuditNote = {};
  for (const note of notes) Object.assign(merged, note);
  return merged;
}

/** Writes the call's line of the audit trail. */
async function writeLine(tx: Tx, running: Running, notes: readonly AuditNote[]): Promise<void> {
  const { bound, services, caller, raw } = running;
  if (caller === null) return;
  const { query, params } = bound.parse(raw);
  // The body as it was sent: parsed, its amounts would be in minor units.
  const input = { ...query, ...params, ...Object.assign({}, raw.body) };
  await services.audit(tx, { caller, call: nameOf(bound.call), input, ...mergeNotes(notes) });
}

/** The part of the context that does not depend on how transactions are opened. */
function sharedContext({ services, request, reply, caller, tags }: Running) {
  return {
    database: services.db,
    caller,
    network: networkOf(request.ip),
    limits: services.limits,
    tag: (...names: string[]) => {
      for (const name of names) tags.add(name);
    },
    openEvents: () => services.streams.open(reply),
    request,
    reply,
  };
}

async function refuseWithin(): Promise<never> {
  throw new Error("a budget is spent within the call's transaction: the call needs transaction: 'own'");
}

/** Opens a transaction of the call. The caller's session is held by a statement that is sent together with the first one of `work`. */
async function openTransaction<Result>(
  { services, caller }: Running,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  return services.db.transaction(async (tx) => {
    if (caller === null) return work(tx);
    const [held, made] = await Promise.allSettled([services.holdSession(tx, caller), work(tx)]);
    if (held.status === 'rejected') throw held.reason;
    if (made.status === 'rejected') throw made.reason;
    return made.value;
  });
}

/** Spending a budget needs another connection: calls that hold all connections in transactions would wait for each other forever. */
const noLimits: Limits = {
  spend: refuseWithin,
  spendByNetwork: refuseWithin,
  note: refuseWithin,
  require: refuseWithin,
  restore: refuseWithin,
};

/** Runs the handler in one transaction, which also claims the key, writes the audit line and stores the answer. */
async function runInOne(running: Running, run: IdempotentRun | null): Promise<unknown> {
  const { bound, raw } = running;
  const { call } = bound;
  return openTransaction(running, async (tx) => {
    const notes: AuditNote[] = [];
    const subject = (await run?.claim(tx)) ?? uuidV7();
    const note = (one: AuditNote) => void notes.push(one);
    const result = await bound.run(raw, {
      ...sharedContext(running),
      limits: noLimits,
      db: tx,
      isKeyed: run !== null,
      transaction: (work) => work(tx),
      claim: async () => subject,
      conclude: (work) => work(tx),
      note,
      record: async (_tx, one) => note(one),
    });
    const data = encodeAnswer(call, result);
    const isOnRecord = call.audited === 'noted' ? notes.length > 0 : call.audited === true;
    if (isOnRecord) await writeLine(tx, running, notes);
    await run?.store(tx, data);
    return data;
  });
}

/** Runs a handler that opens its own transactions; each of them verifies that the claimed key is still held. */
class OwnTransactions {
  readonly #running: Running;
  readonly #run: IdempotentRun | null;
  readonly #notes: AuditNote[] = [];
  #isOnRecord = false;
  #concluded: { readonly data: unknown } | null = null;

  constructor(running: Running, run: IdempotentRun | null) {
    this.#running = running;
    this.#run = run;
  }

  async answer(): Promise<unknown> {
    const { bound, raw } = this.#running;
    const { call } = bound;
    const result = await bound.run(raw, this.#context());
    if (call.form === 'events' || call.form === 'file') return result;
    if (this.#run !== null && this.#concluded === null)
      throw new Error(`${nameOf(call)} has not concluded under its key`);
    // Under a key, an earlier attempt may have written the line.
    const hasLine = this.#isOnRecord || this.#run !== null;
    if (call.audited === true && !hasLine) throw new Error(`${nameOf(call)} wrote no audit line`);
    return this.#concluded === null ? encodeAnswer(call, result) : this.#concluded.data;
  }

  #context(): CallContext {
    const { services } = this.#running;
    const run = this.#run;
    return {
      ...sharedContext(this.#running),
      db: services.db,
      isKeyed: run !== null,
      transaction: (work) =>
        openTransaction(this.#running, async (tx) => {
          await run?.hold(tx);
          return work(tx);
        }),
      claim: async (db: Queryable) => (await run?.claim(db)) ?? uuidV7(),
      conclude: (work) => this.#conclude(work),
      note: (note) => void this.#notes.push(note),
      record: async (tx, note) => {
        await writeLine(tx, this.#running, [...this.#notes, note]);
        this.#isOnRecord = true;
      },
    };
  }

  async #conclude<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> {
    const { bound } = this.#running;
    const { result, data } = await openTransaction(this.#running, async (tx) => {
      const made = await work(tx);
      const encoded = encodeAnswer(bound.call, made);
      await this.#run?.store(tx, encoded);
      return { result: made, data: encoded };
    });
    this.#concluded = { data };
    return result;
  }
}

/** Runs a call's handler once and returns its answer in wire form. */
export async function runCall(running: Running, run: IdempotentRun | null = null): Promise<unknown> {
  const { call } = running.bound;
  const isOneTransaction =
    (call.transaction ?? (call.method === 'GET' ? 'own' : 'one')) === 'one' && call.form === undefined;
  return isOneTransaction ? runInOne(running, run) : new OwnTransactions(running, run).answer();
}
