import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Fleet, ServerProcess } from '#test/load/server-fleet.ts';

export interface StopPlan {
  /** Stops at random moments. Claims and leases of the stopped process expire meanwhile. */
  readonly pauses: number;
  /** Stops of 31 to 45 real seconds, longer than any client or lease waits for a process. */
  readonly longPauses: number;
}

/** A claim or lease in the database: its table, primary key, column of expiry, and the condition under which it is open. */
export type Lease = readonly [table: string, key: string, expiry: string, open: string];

/** Emulates the passing of time for a stopped process: PostgreSQL ends its idle transactions, and the leases expire. */
async function expire({ db }: Fleet, leases: readonly Lease[]): Promise<void> {
  await db.pool.query(`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name ~ '^opora-[0-9]+$' and state = 'idle in transaction'
      and state_change < now() - interval '250 milliseconds'`);
  for (const [table, key, expiry, open] of leases) {
    const free = `select ${key} from ${table} where ${open} for update skip locked`;
    await db.pool.query(`update ${table} set ${expiry} = now() where ${key} in (${free})`);
  }
}

/** Stops the processes of a fleet one after the other (SIGSTOP) and lets them continue; `onStop` is called at each stop. */
export async function stopAtRandom(
  fleet: Fleet,
  { pauses, longPauses }: StopPlan,
  { leases, onStop }: { readonly leases: readonly Lease[]; readonly onStop: (server: ServerProcess) => void },
): Promise<void> {
  const { servers } = fleet;
  for (let index = 0; index < pauses + longPauses; index += 1) {
    const server = servers[index % servers.length];
    if (server === undefined) throw new Error('the fleet has no servers');
    await pause(randomInt(1, 200));
    server.pause();
    onStop(server);
    if (index < longPauses) await pause(randomInt(31_000, 45_000));
    else {
      await pause(300);
      await expire(fleet, leases);
      await pause(randomInt(300, 1_000));
    }
    server.resume();
  }
}
