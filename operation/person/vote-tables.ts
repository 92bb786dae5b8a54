import sql from 'sql-template-tag';
import type { PersonalTable } from './personal-table.ts';

/** What a person has asked donors as a creator, and what was chosen as one of them. */
export const votes: Record<string, PersonalTable> = {
  vote_choice: {
    holds: 'what was chosen with own donations',
    own: ({ userId }) => sql`t.donation_id in (select id from donation where donor_id = ${userId})`,
    erase: () => [],
    stays: 'what was chosen with a donation, without a name, for the figures of the vote',
  },
  vote_option: {
    holds: 'the options of own votes, and those that were suggested to others',
    own: ({
      userId,
      projectId,
    }) => sql`(t.vote_id in (select id from vote where project_id = ${projectId}) or (t.vote_id, t.number) in (
      select c.vote_id, c.suggested from vote_choice c join donation d on d.id = c.donation_id where d.donor_id = ${userId}))`,
    erase: ({ projectId }) => [
      sql`update vote_option set text = '—', code = null, folded = case when folded is not null then '—' end,
        declined_for = case when declined_for is not null then '—' end where vote_id in (select id from vote where project_id = ${projectId})`,
    ],
    stays: 'that there was one, because choices refer to it; what was suggested to others, without a name',
  },
  vote: {
    holds: 'questions to donors',
    own: ({ projectId }) => sql`t.project_id = ${projectId}`,
    erase: ({ projectId }) => [
      sql`update vote set question = '—', removed_for = case when removed_for is not null then '—' end, closed_at = coalesce(closed_at, now()) where project_id = ${projectId}`,
    ],
    stays: 'that there was one, because choices refer to it',
  },
};
