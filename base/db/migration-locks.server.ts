import { type Client, DatabaseError } from 'pg';
import { growingPauses } from './growing-pauses.server.ts';

/**
 * How long a migration waits for a lock: all who come to the table later wait behind it. Shorter than the second after which PostgreSQL
 * looks for a deadlock, so that the migration gives way and not a process that serves.
 */
const lockMilliseconds = 500;

const firstPauseMilliseconds = 1_000;
const longestPauseMilliseconds = 30_000;

/** A lock was not to be had in time, or was part of a deadlock: nothing was done, and it may be had later. */
const isRefusedLock = (error: unknown): error is DatabaseError =>
  error instanceof DatabaseError && (error.code === '55P03' || error.code === '40P01');

/** Makes the statements of the transaction under way give up on a lock that others hold. */
export async function giveUpOnLocks(client: Client): Promise<void> {
  await client.query(`set local lock_timeout = ${lockMilliseconds}`);
}

/** Makes the statements of a session wait for locks: those of concurrent indexes hold up no reader or writer meanwhile. */
export async function waitForLocks(client: Client): Promise<void> {
  await client.query('set lock_timeout = 0');
}

export interface LockRetries {
  /** Waits so many milliseconds. */
  readonly pause: (milliseconds: number) => Promise<unknown>;
  readonly log: (message: string) => void;
}

/**
 * Runs work that has no effect without its locks, again and again after a growing pause of at most 30 seconds until it has got them: whoever
 * holds them, such as a backup, may need long.
 */
export async function untilLocked(what: string, work: () => Promise<void>, { pause, log }: LockRetries): Promise<void> {
  for (const wait of growingPauses(firstPauseMilliseconds, longestPauseMilliseconds)) {
    try {
      return await work();
    } catch (error) {
      if (!isRefusedLock(error)) throw error;
      log(`${what} could not lock what others use (${error.message}); it is tried again in ${wait / 1_000} s`);
      await pause(wait);
    }
  }
}
