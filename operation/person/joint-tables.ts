import sql from 'sql-template-tag';
import type { PersonalTable } from './personal-table.ts';

/** The streams that a person has given together with others. */
export const jointStreams: Record<string, PersonalTable> = {
  joint_member: {
    holds: 'shares in streams together',
    own: ({ projectId }) => sql`t.project_id = ${projectId}`,
    erase: ({ projectId }) => [
      sql`update joint_member set left_at = coalesce(left_at, now()), is_sharing = false where project_id = ${projectId}`,
    ],
    stays: 'that and how donations were shared, which the books refer to',
  },
  joint_stream: {
    holds: 'streams together that the person planned as the host',
    own: ({ projectId }) => sql`t.host_project_id = ${projectId}`,
    erase: ({ projectId }) => [
      sql`update joint_member m set is_sharing = false from joint_stream s
        where s.id = m.joint_id and m.is_sharing and s.host_project_id = ${projectId}`,
      sql`update joint_stream set title = '—', ended_at = coalesce(ended_at, now()),
        removed_for = case when removed_for is not null then '—' end where host_project_id = ${projectId}`,
    ],
    stays: 'that there was one, because donations refer to it',
  },
};
