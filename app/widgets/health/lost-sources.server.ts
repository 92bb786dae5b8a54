import type { Database, Tx } from '#base/db/db.server.ts';
import { type LostSource, readLostSources } from './source-store.server.ts';

/** Runs in a transaction of its own, again and again while the pages stay away. */
export type LostListener = (tx: Tx, source: LostSource) => Promise<void>;

/** Notifies of creators who lose their pages during a stream: donations come, and nothing shows them (docs/rules.md#notices). */
export async function reportLostSources(db: Database, listeners: readonly LostListener[]): Promise<void> {
  for (const source of await readLostSources(db)) {
    await db.transaction(async (tx) => {
      for (const listener of listeners) await listener(tx, source);
    });
  }
}
