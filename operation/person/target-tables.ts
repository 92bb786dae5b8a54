import sql from 'sql-template-tag';
import type { PersonalTable } from './personal-table.ts';

/** What a person has promised donors as a creator, and what was chosen as one of them. */
export const targets: Record<string, PersonalTable> = {
  target_choice: {
    holds: 'targets that own donations were given for',
    own: ({ userId }) => sql`t.donation_id in (select id from donation where donor_id = ${userId})`,
    erase: () => [],
    stays: 'what a donation was given for, without a name, for the figures of the target',
  },
  target: {
    holds: 'promises to donors',
    own: ({ projectId }) => sql`t.project_id = ${projectId}`,
    erase: ({ projectId }) => [
      sql`update target set text = '—', removed_for = case when removed_for is not null then '—' end, closed_at = coalesce(closed_at, now()) where project_id = ${projectId}`,
    ],
    stays: 'that there was one, because choices refer to it',
  },
};
