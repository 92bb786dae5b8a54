import sql from 'sql-template-tag';
import { inner, type PersonalTable } from './personal-table.ts';

/** What a person has offered donors as a creator, and what was taken as one of them. */
export const rewards: Record<string, PersonalTable> = {
  reward_choice: {
    holds: 'rewards that own donations have taken, and for whom a piece is kept',
    own: ({ userId }) => sql`t.donation_id in (select id from donation where donor_id = ${userId})`,
    leftOut: { held_by: inner, held_since: inner, is_handed_over: inner },
    erase: ({ userId }) => [
      sql`update reward_choice set held_by = null, held_since = null where donation_id in (select id from donation where donor_id = ${userId})`,
    ],
    stays: 'what a donation has taken, without a name, for the figures of the reward and the list of its creator',
  },
  reward: {
    holds: 'offers to donors',
    own: ({ projectId }) => sql`t.project_id = ${projectId}`,
    erase: ({ projectId }) => [
      sql`update reward set text = '—', removed_for = case when removed_for is not null then '—' end, closed_at = coalesce(closed_at, now()) where project_id = ${projectId}`,
    ],
    stays: 'that there was one, because choices refer to it',
  },
};
