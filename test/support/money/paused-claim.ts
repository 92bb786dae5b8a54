import { setTimeout as pause } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import type { ApiAnswer } from '#test/support/start-app.ts';
import type { Fleet, ServerProcess } from '#test/torture/fleet/server-fleet.ts';

const gate = 4_711_081_501;

/** The results of a request whose server paused while it held the claim. */
export interface PausedStory {
  /** The other server's final answer. */
  readonly answer: ApiAnswer;
  /** The paused server's answer after it resumed; null: none. */
  readonly late: ApiAnswer | null;
  /** Both servers' answers to the same request after that. */
  readonly again: readonly ApiAnswer[];
}

/** Makes every claim of an `Idempotency-Key` wait while the gate is closed. */
export async function buildGate({ db }: Pick<Fleet, 'db'>): Promise<void> {
  await db.pool.query(`
    create function wait_at_gate() returns trigger language plpgsql as $$ begin
      perform pg_advisory_xact_lock_shared(${gate});
      return new;
    end $$;
    create trigger gate after insert on idempotency_key for each row execute function wait_at_gate()`);
}

async function waitingAtGate(client: PoolClient): Promise<number> {
  for (;;) {
    const { rows } = await client.query<{ pid: number }>(
      `select pid from pg_locks where locktype = 'advisory' and not granted and mode = 'ShareLock'`,
    );
    if (rows[0] !== undefined) return rows[0].pid;
    await pause(10);
  }
}

async function untilItRests(client: PoolClient, pid: number): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ state: string }>('select state from pg_stat_activity where pid = $1', [pid]);
    if (rows[0]?.state !== 'active') return;
    await pause(10);
  }
}

/** Simulates 30 s of silence, after which PostgreSQL ends the session and the claim has expired. */
async function letTimePass(client: PoolClient, pid: number): Promise<void> {
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where pid = $1 and state = 'idle in transaction'`,
    [pid],
  );
  await client.query(`update idempotency_key set locked_until = now() - interval '1 second' where answer is null`);
}

async function untilTaken(ask: (server: ServerProcess) => Promise<ApiAnswer>, server: ServerProcess) {
  for (;;) {
    const answer = await ask(server);
    if (answer.status !== 409) return answer;
  }
}

/** One request at a server that is stopped (SIGSTOP) with its claim at hand, for longer than any claim lasts; the retry runs on another one. */
export async function playPausedClaim(
  { db, servers }: Fleet,
  ask: (server: ServerProcess) => Promise<ApiAnswer>,
): Promise<PausedStory> {
  const [stopped, other] = servers;
  if (stopped === undefined || other === undefined) throw new Error('two servers are needed');
  const client = await db.pool.connect();
  try {
    await client.query(`select pg_advisory_lock(${gate})`);
    const asked = ask(stopped).catch(() => null);
    const pid = await waitingAtGate(client);
    stopped.pause();
    await client.query(`select pg_advisory_unlock(${gate})`);
    await untilItRests(client, pid);
    await letTimePass(client, pid);
    const answer = await untilTaken(ask, other);
    stopped.resume();
    const late = await asked;
    return { answer, late, again: [await ask(stopped), await ask(other)] };
  } finally {
    stopped.resume();
    client.release(true);
  }
}
