import { type Queryable, statement } from '#base/db/db.server.ts';
import { type LargestRow, readLargestWithHistory } from '../imports/public-history-store.server.ts';

interface TopRow extends Record<string, unknown> {
  /** Null with `amount`: there is no donor. */
  readonly count: number | null;
  readonly name: string | null;
  readonly amount: number | null;
  readonly hasHistory: boolean;
}

/** One row at least, which says whether the project shows a history too. */
export const topDonors = statement<TopRow>(`
  select top.name, top.amount, top.count, coalesce(history.is_public and history.count > 0, false) as "hasHistory"
  from (select $1::uuid as project_id) asked
  left join imported_total history on history.project_id = asked.project_id
  left join lateral (
    select name, amount, count, donor_key from donor_total
    where project_id = $1 and count > 0 order by amount desc, donor_key limit $2
  ) top on true
  order by top.amount desc, top.donor_key`);

/** The largest donors first; with the history if the creator shows it. */
export async function readTop(db: Queryable, projectId: string, most: number): Promise<LargestRow[]> {
  const rows = await db.run(topDonors, [projectId, most]);
  if (rows[0]?.hasHistory === true) return readLargestWithHistory(db, projectId, most);
  return rows.flatMap(({ name, amount, count }) => {
    return amount === null || count === null ? [] : [{ name, amount, count, imported: 0 }];
  });
}
