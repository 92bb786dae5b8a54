import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { isOutcomeUnknown, rerun } from '#base/db/database-trouble.server.ts';
import { type Database, type Queryable, statement } from '#base/db/db.server.ts';
import { waitForStandby } from '#base/db/wait-for-standby.server.ts';
import { failures } from './errors.ts';
import type { NamedLocks } from './named-locks.server.ts';

const waitMilliseconds = 5_000;
const pollMilliseconds = 40;

const digest = (...parts: readonly string[]) => createHash('sha256').update(JSON.stringify(parts)).digest();

interface Claim extends Record<string, unknown> {
  readonly subject: string;
  readonly token: string;
}

/** Without the advisory lock, a second attempt would occupy a connection while it waits for the first one's transaction. */
const claimKey = statement<Claim>(`
  insert into idempotency_key as stored (key, request_hash, subject, token, locked_until)
  select $1::bytea, $2::bytea, uuid_v7(), gen_random_uuid(), now() + interval '15 seconds' where pg_try_advisory_xact_lock($3)
  on conflict (key) do update set
    token = excluded.token,
    locked_until = excluded.locked_until,
    request_hash = excluded.request_hash,
    subject = case when stored.created_at < now() - interval '24 hours' then excluded.subject else stored.subject end,
    created_at = case when stored.created_at < now() - interval '24 hours' then excluded.created_at else stored.created_at end,
    answer = null
  where stored.created_at < now() - interval '24 hours'
     or (stored.answer is null and stored.locked_until < now() and stored.request_hash = excluded.request_hash)
  returning subject, token`);

const lockKey = statement('select pg_advisory_xact_lock($1)');

const heldKey = statement<{ key: Buffer }>(`
  select key from idempotency_key where key = $1 and token = $2 and answer is null for no key update`);

interface StoredKey extends Record<string, unknown> {
  readonly isFree: boolean;
  readonly isSameRequest: boolean | null;
  readonly isDone: boolean | null;
  readonly answer: unknown;
}

const storedKey = statement<StoredKey>(`
  select pg_try_advisory_xact_lock_shared($3) and (key is null or (answer is null and locked_until < now())) as "isFree",
    request_hash = $2 as "isSameRequest", answer is not null as "isDone", answer
  from (select) as one left join idempotency_key on key = $1 and created_at >= now() - interval '24 hours'`);

const storeAnswer = statement<{ key: Buffer }>(`
  update idempotency_key set answer = $3::json where key = $1 and token = $2 and answer is null returning key`);

const release = statement(`
  update idempotency_key set locked_until = now(), token = null where key = $1 and token = $2 and answer is null`);

const sweep = statement(`delete from idempotency_key where created_at < now() - interval '24 hours'`);

/** Another attempt holds the key: the transaction that gets this must roll back. */
class KeyTaken extends Error {}

/** The request that an `Idempotency-Key` stands for during 24 hours. */
interface KeyedRequest {
  readonly call: string;
  /** Identifies the person or guest. */
  readonly caller: string;
  readonly key: string;
  readonly body: unknown;
}

/** One attempt to execute a request that has an `Idempotency-Key`. */
export class IdempotentRun {
  readonly #key: Buffer;
  readonly #hash: Buffer;
  readonly #lock: string;
  #claim: Claim | null = null;

  constructor(request: KeyedRequest) {
    const key = digest(request.call, request.caller, request.key);
    this.#key = key;
    this.#hash = digest(JSON.stringify(request.body ?? null));
    this.#lock = key.readBigInt64BE().toString();
  }

  get name(): string {
    return this.#key.toString('base64');
  }

  /**
   * Takes a key that is new, abandoned by a crashed attempt, or over 24 hours old. Returns its subject, the same for every attempt: the
   * request's new row gets this id, so that an attempt after a crash creates no second one.
   */
  async claim(db: Queryable): Promise<string> {
    const [claim] = await db.run(claimKey, [this.#key, this.#hash, this.#lock]);
    if (claim === undefined) throw new KeyTaken();
    this.#claim = claim;
    return claim.subject;
  }

  /** Verifies in a transaction that this attempt still holds the key, and locks it until the transaction ends. */
  async hold(tx: Queryable): Promise<void> {
    if (this.#claim === null) return;
    const [, held] = await Promise.all([
      tx.run(lockKey, [this.#lock]),
      tx.run(heldKey, [this.#key, this.#claim.token]),
    ]);
    if (held.length === 0) throw new KeyTaken();
  }

  /** Stores the answer in the transaction of the effect, which fails if another attempt has taken the key. */
  async store(tx: Queryable, answer: unknown): Promise<void> {
    if (this.#claim === null) throw new Error('an answer is stored under a key that was never claimed');
    const stored = await tx.run(storeAnswer, [this.#key, this.#claim.token, JSON.stringify(answer)]);
    if (stored.length === 0) throw new KeyTaken();
  }

  /** Releases the key of a failed request, so that it can be retried at once. */
  async release(db: Queryable): Promise<void> {
    if (this.#claim !== null) await db.run(release, [this.#key, this.#claim.token]);
    this.#claim = null;
  }

  /** Reads the state of the key. Throws `IdempotencyMismatch`. */
  async read(db: Queryable): Promise<{ readonly isFree: boolean; readonly done: { readonly answer: unknown } | null }> {
    const [row] = await db.run(storedKey, [this.#key, this.#hash, this.#lock]);
    if (row?.isSameRequest === false) throw failures.idempotencyMismatch();
    return { isFree: row?.isFree === true, done: row?.isDone === true ? { answer: row.answer } : null };
  }
}

/**
 * Executes a request once, or returns its stored answer. Waits up to 5 s while another attempt runs. `attempt` claims the key in the
 * transaction of its first effect at the latest, and stores the answer in the transaction of its last one. If a commit's outcome is
 * unknown, the key is read again. A stored answer is returned once it has reached the standby. Throws `IdempotencyMismatch`, `RequestInProgress`.
 */
export async function runIdempotent(
  { db, locks }: { readonly db: Database; readonly locks: NamedLocks },
  request: KeyedRequest,
  attempt: (run: IdempotentRun) => Promise<unknown>,
): Promise<unknown> {
  const giveUpAt = Date.now() + waitMilliseconds;
  /** A commit whose outcome is unknown: while no server can answer for it, no other failure may take its place. */
  let doubt: unknown = null;
  const orDoubt = (error: unknown) => {
    throw doubt ?? error;
  };
  for (;;) {
    const run = new IdempotentRun(request);
    // Attempts in one process wait for each other, so that only the first one spends budgets and connections.
    await locks.wait(run.name, giveUpAt);
    const { isFree, done } = await rerun(() => run.read(db)).catch(orDoubt);
    if (done !== null) {
      await waitForStandby(db).catch(orDoubt);
      return done.answer;
    }
    const isOver = Date.now() > giveUpAt;
    const unlock = isFree ? locks.begin(run.name) : null;
    if (unlock === null) {
      if (isOver) throw failures.requestInProgress({ retryAfter: 1 });
      await pause(pollMilliseconds);
      continue;
    }
    try {
      return await attempt(run);
    } catch (error) {
      if (isOutcomeUnknown(error)) doubt = error;
      await run.release(db).catch(orDoubt);
      // The stored key shows whether a commit with an unknown outcome took place: there is an answer then.
      if (isOutcomeUnknown(error) && !isOver) continue;
      if (!(error instanceof KeyTaken)) throw error;
      if (isOver) throw failures.requestInProgress({ retryAfter: 1 });
    } finally {
      unlock();
    }
  }
}

/** Deletes keys older than 24 hours. */
export async function sweepIdempotencyKeys(db: Queryable): Promise<void> {
  await db.run(sweep, []);
}
