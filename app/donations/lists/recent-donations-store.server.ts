import { type Queryable, statement } from '#base/db/db.server.ts';

interface NewestRow extends Record<string, unknown> {
  readonly id: string;
  readonly projectId: string;
  readonly name: string | null;
  readonly isAnonymous: boolean;
  readonly amount: number;
}

const newest = statement<NewestRow>(`
  select id, project_id as "projectId", name, is_anonymous as "isAnonymous", coalesce(joint_amount, amount) as amount
  from donation where number is not null and refunded_at is null and joint_of is null
  order by paid_at desc limit $1`);

/** The newest paid donations of all projects without refunded ones. */
export function readNewest(db: Queryable, most: number): Promise<NewestRow[]> {
  return db.run(newest, [most]);
}
