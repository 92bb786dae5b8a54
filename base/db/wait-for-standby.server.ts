import { type Database, type Queryable, statement } from './db.server.ts';

const emitMessage = statement(`select from pg_logical_emit_message(true, 'opora', '')`);

/**
 * Makes the commit of a transaction that may have written nothing wait for the synchronous standby, and so for every earlier commit. Needed
 * before a stored effect is acknowledged again: the wait for its own commit may have been cancelled.
 */
export async function waitForStandbyAtCommit(tx: Queryable): Promise<void> {
  await tx.run(emitMessage, []);
}

/** Waits until every earlier commit has reached the standby, if there is one. Throws `OutcomeUnknown` if the wait is cancelled. */
export function waitForStandby(db: Database): Promise<void> {
  return db.transaction(waitForStandbyAtCommit);
}
