import { type Queryable, statement } from '#base/db/db.server.ts';

export interface TopRow extends Record<string, unknown> {
  readonly name: string | null;
  readonly amount: number;
  readonly count: number;
}

export const topDonors = statement<TopRow>(`
  select name, amount, count from donor_total
  where project_id = $1 and count > 0 order by amount desc, donor_key limit $2`);

/** The largest donors first. */
export async function readTop(db: Queryable, projectId: string, most: number) {
  return db.run(topDonors, [projectId, most]);
}
