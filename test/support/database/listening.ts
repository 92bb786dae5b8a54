import { vi } from 'vitest';
import type { Database } from '#base/db/db.server.ts';

/** Waits until a listener's server listens to the channel that it was asked for last: notifications before that are missed. */
export async function listening(db: Database, channel: string): Promise<void> {
  const isListening = async () => {
    const { rows } = await db.pool.query(
      `select from pg_stat_activity
       where datname = current_database() and application_name = 'opora-listener' and state = 'idle' and query = $1`,
      [`listen "${channel}"`],
    );
    return rows.length > 0;
  };
  await vi.waitUntil(isListening, { timeout: 20_000 });
}
