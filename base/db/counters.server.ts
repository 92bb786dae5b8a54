import { type Database, statement } from './db.server.ts';

/** A counter of fewer rows is quick to read as it is. */
const leastRows = 200;
const mostAtOnce = 5_000;

const fold = statement<{ moved: number }>('select fold_counters($1, $2) as moved');

/**
 * Replaces the rows of counters, to which writers only add, by their sums, a batch a transaction. Any number of processes may run it: one
 * works, and the others find nothing to do. Whoever reads a counter sums all its rows, so the sum is right at any moment.
 */
export async function foldCounters(db: Database, least: number = leastRows, most: number = mostAtOnce): Promise<void> {
  for (let moved = most; moved === most; ) moved = (await db.run(fold, [least, most]))[0]?.moved ?? 0;
}
