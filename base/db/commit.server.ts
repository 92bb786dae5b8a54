import { DatabaseError, type PoolClient } from 'pg';
import { OutcomeUnknown, troubleOf } from './database-trouble.server.ts';

class RolledBack extends Error {
  constructor() {
    super('the transaction was rolled back: the error of one of its statements was ignored');
  }
}

/**
 * Commits. Throws `OutcomeUnknown` if the connection breaks meanwhile, and on a warning: then the commit is on this server alone, because
 * waiting for a synchronous standby was cancelled.
 */
export async function commit(client: PoolClient): Promise<void> {
  let isWarned = false;
  const heed = ({ code }: { code: string | undefined }) => {
    isWarned ||= code !== '00000';
  };
  client.on('notice', heed);
  try {
    const { command } = await client.query('commit');
    // PostgreSQL answers COMMIT in a failed transaction with ROLLBACK, without an error.
    if (command !== 'COMMIT') throw new RolledBack();
  } catch (error) {
    const isAnswered = error instanceof RolledBack || (error instanceof DatabaseError && troubleOf(error) !== 'away');
    throw isAnswered ? error : new OutcomeUnknown(error);
  } finally {
    client.off('notice', heed);
  }
  if (isWarned) throw new OutcomeUnknown(new Error('the commit has not reached a standby'));
}
