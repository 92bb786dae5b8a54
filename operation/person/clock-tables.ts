import sql, { type Sql } from 'sql-template-tag';
import type { PersonalTable } from './personal-table.ts';

const ownClocks = (projectId: string): Sql => sql`select id from clock where project_id = ${projectId}`;

/** The clocks of a person's streams, and what own donations have added to those of others. */
export const clocks: Record<string, PersonalTable> = {
  clock_donation: {
    holds: 'the time that own donations have added to streams',
    own: ({ userId }) => sql`t.donation_id in (select id from donation where donor_id = ${userId})`,
    erase: () => [],
    stays: 'the time that a donation has added, without a name, for the end of the clock',
  },
  clock_correction: {
    holds: 'time added to own streams by hand',
    own: ({ projectId }) => sql`t.clock_id in (${ownClocks(projectId)})`,
    erase: ({ projectId }) => [sql`delete from clock_correction where clock_id in (${ownClocks(projectId)})`],
  },
  clock_pause: {
    holds: 'pauses of own streams',
    own: ({ projectId }) => sql`t.clock_id in (${ownClocks(projectId)})`,
    erase: ({ projectId }) => [sql`delete from clock_pause where clock_id in (${ownClocks(projectId)})`],
  },
  clock: {
    holds: 'countdowns of own streams',
    own: ({ projectId }) => sql`t.project_id = ${projectId}`,
    erase: ({ projectId }) => [
      sql`update clock set closed_at = case when over_at > now() then now() else closed_at end,
        ended_for = case when ended_for is not null then '—' end where project_id = ${projectId}`,
    ],
    stays: 'that there was one, because what donations have added refers to it',
  },
};
