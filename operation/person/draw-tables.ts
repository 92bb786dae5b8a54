import sql from 'sql-template-tag';
import { inner, type PersonalTable } from './personal-table.ts';

/** What a person gives as a creator to donors who are drawn, and what was won as one of them. */
export const draws: Record<string, PersonalTable> = {
  draw_place: {
    holds: 'prizes won in draws, and what was written about them',
    own: ({ userId }) =>
      sql`exists (select from draw_entry e where e.draw_id = t.draw_id and e.ticket = t.ticket and e.person_id = ${userId})`,
    erase: ({ userId }) => [
      sql`update draw_place p set answer = null, answered_at = null from draw_entry e
        where e.draw_id = p.draw_id and e.ticket = p.ticket and e.person_id = ${userId} and p.answer is not null`,
    ],
    stays: 'that a ticket has won, without a name',
  },
  draw_entry: {
    holds: 'tickets of draws',
    own: ({ userId }) => sql`t.person_id = ${userId}`,
    leftOut: { score: inner },
    erase: ({ userId }) => [sql`update draw_entry set person_id = null where person_id = ${userId}`],
    stays: 'that there was a ticket, so that the draw can still be checked',
  },
  draw: {
    holds: 'draws among donors',
    own: ({ projectId }) => sql`t.project_id = ${projectId}`,
    leftOut: { seed: 'a secret until the draw is held, and published then', ticket_key: 'a secret' },
    erase: ({ projectId }) => [
      sql`update draw set text = '—', removed_for = case when removed_for is not null then '—' end,
        cancelled_at = case when held_at is null then coalesce(cancelled_at, now()) end,
        cancelled_for = case when held_at is null then '—' end
        where project_id = ${projectId}`,
    ],
    stays: 'that there was one, because tickets refer to it',
  },
};
