import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Database, type Queryable, statement } from './db.server.ts';
import { failures } from './errors.ts';

/** The right to carry out a request that bears an `Idempotency-Key`. */
export interface IdempotentRun {
  readonly key: Buffer;
  /** The same UUID for every try of the request: what the handler makes gets this id, so that a try after a crash makes no second one. */
  readonly subject: string;
}

export type IdempotencyStart = { readonly run: IdempotentRun } | { readonly answer: unknown };

const waitMilliseconds = 5_000;
const pollMilliseconds = 40;

const digest = (...parts: readonly string[]) => createHash('sha256').update(JSON.stringify(parts)).digest();

const claimKey = statement<{ subject: string }>(`
  insert into idempotency_key as stored (key, request_hash, subject, locked_until)
  values ($1, $2, uuid_v7(), now() + interval '15 seconds')
  on conflict (key) do update set
    locked_until = excluded.locked_until,
    request_hash = excluded.request_hash,
    subject = case when stored.created_at < now() - interval '24 hours' then excluded.subject else stored.subject end,
    created_at = case when stored.created_at < now() - interval '24 hours' then excluded.created_at else stored.created_at end,
    answer = null
  where stored.created_at < now() - interval '24 hours'
     or (stored.answer is null and stored.locked_until < now() and stored.request_hash = excluded.request_hash)
  returning subject`);

const storedKey = statement<StoredKey>(`
  select request_hash = $2 as same_request, answer is not null as is_done, answer from idempotency_key where key = $1`);

const keep = statement(`update idempotency_key set answer = $2::json where key = $1`);
const release = statement(`update idempotency_key set locked_until = now() where key = $1 and answer is null`);
const sweep = statement(`delete from idempotency_key where created_at < now() - interval '24 hours'`);

interface StoredKey extends Record<string, unknown> {
  readonly same_request: boolean;
  readonly is_done: boolean;
  readonly answer: unknown;
}

/**
 * Starts a request under its key, or finds what it has answered before. The key holds for 24 hours per call and caller.
 * While another try is at work this one waits for up to 5 s. Throws `IdempotencyMismatch`, `RequestInProgress`.
 */
export async function startIdempotent(
  db: Database,
  request: { call: string; caller: string; key: string; body: unknown },
): Promise<IdempotencyStart> {
  const key = digest(request.call, request.caller, request.key);
  const hash = digest(JSON.stringify(request.body ?? null));
  const giveUpAt = Date.now() + waitMilliseconds;
  for (;;) {
    const claimed = await claim(db, key, hash);
    if (claimed !== undefined) return { run: { key, subject: claimed } };
    const [row] = await db.run(storedKey, [key, hash]);
    if (row !== undefined && !row.same_request) throw failures.idempotencyMismatch.because();
    if (row?.is_done) return { answer: row.answer };
    if (Date.now() > giveUpAt) throw failures.requestInProgress.because({ retryAfter: 1 });
    await pause(pollMilliseconds);
  }
}

/** Takes a key that is new, left by a crashed try, or over 24 hours old; answers its subject. */
async function claim(db: Database, key: Buffer, hash: Buffer): Promise<string | undefined> {
  return (await db.run(claimKey, [key, hash]))[0]?.subject;
}

/** Keeps the answer for repeated requests; called in the transaction of the effect where there is one. */
export async function keepAnswer(db: Queryable, run: IdempotentRun, answer: unknown): Promise<void> {
  await db.run(keep, [run.key, JSON.stringify(answer)]);
}

/** Lets go of a key whose request failed without effect, so that it may be tried again at once. */
export async function releaseKey(db: Queryable, run: IdempotentRun): Promise<void> {
  await db.run(release, [run.key]);
}

/** Removes keys past their 24 hours. */
export async function sweepIdempotencyKeys(db: Queryable): Promise<void> {
  await db.run(sweep, []);
}
