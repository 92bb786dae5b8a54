import { statement, type Tx } from '#base/db/db.server.ts';

const endOfProject = statement(`
  with gone as (
    select id from gifted_months where project_id = $1 and due_at is not null order by id for no key update
  )
  update gifted_months g set ended_at = $2, end_reason = 'CreatorGone', due_at = null,
    -- Their stock is returned by a job, since products are locked already by whoever blocks their creator.
    held_until = case when stocked > 0 then $2::timestamptz end
  from gone where g.id = gone.id`);

/** Ends the gifts of a project whose creator is gone; months that were taken end with all memberships. */
export async function endGiftsOfProject(tx: Tx, projectId: string, now: Date): Promise<void> {
  await tx.run(endOfProject, [projectId, now]);
}
