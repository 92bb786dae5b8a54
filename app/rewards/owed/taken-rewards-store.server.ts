import { type Queryable, statement } from '#base/db/db.server.ts';
import { inOrder } from '../reward-store.server.ts';
import { isMissed } from './owed-store.server.ts';

interface TakenRewardRow extends Record<string, unknown> {
  readonly id: string;
  readonly text: string;
}

/** More than anybody chooses from. */
const most = 100;

const taken = statement<TakenRewardRow>(`
  with listed as (
    (select r.id from reward r
     where r.project_id = $1 and (
       exists (select from reward_choice c where c.reward_id = r.id and c.taken_at is not null)
       or exists (select from reward_choice c where c.reward_id = r.id and ${isMissed}))
     order by ${inOrder} limit ${most})
    union
    select r.id from reward r where r.id = $2 and r.project_id = $1
  )
  select r.id, r.text from reward r where r.id in (select id from listed) order by ${inOrder}`);

/** The rewards of a project of which donors have taken or missed a piece, and the `named` one, in the order of its rewards. */
export async function readTakenRewards(
  db: Queryable,
  projectId: string,
  named?: string,
): Promise<readonly TakenRewardRow[]> {
  return db.run(taken, [projectId, named ?? null]);
}
