import sql from 'sql-template-tag';
import { type ArchivedFile, field, money } from './archived-file.ts';

/** Streams that creators give together, and how the donations of the person were shared in them. */
export const archivedJoints: Record<string, ArchivedFile> = {
  'joint/streams.jsonl': {
    table: 'joint_member',
    key: [{ from: 't.joint_id', type: 'uuid' }],
    join: 'join joint_stream s on s.id = t.joint_id',
    holds: 'streams together of the creator, and invitations to them',
    fields: {
      id: field('t.joint_id', 'id of the stream'),
      title: field('s.title', 'title'),
      isHost: field('s.host_project_id = t.project_id', 'whether the creator planned it'),
      percent: field('t.percent', 'what the creator gets of a donation, in percent'),
      agreedAt: field('t.agreed_at', 'when the creator agreed'),
      declinedAt: field('t.declined_at', 'when the creator declined'),
      leftAt: field('t.left_at', 'when the creator left it'),
      createdAt: field('s.created_at', 'when it was planned'),
      startedAt: field('s.started_at', 'when it began'),
      endsAt: field('s.ends_at', 'when it ends at the latest'),
      endedAt: field(
        'coalesce(s.ended_at, case when s.ends_at <= statement_timestamp() then s.ends_at end)',
        'when it ended',
      ),
      // Of a plan that came to nothing, those who were invited are not shown why.
      removedFor: field(
        'case when s.started_at is not null or s.host_project_id = t.project_id then s.removed_for end',
        'why a moderator ended it',
      ),
      own: money(
        `coalesce((select i.amount from joint_income i where i.joint_id = t.joint_id and i.project_id = t.project_id), 0)`,
        'what the creator has of its donations',
      ),
      whole: money(
        `coalesce((select sum(i.amount) from joint_income i where i.joint_id = t.joint_id), 0)::bigint`,
        'what all its members have of them',
      ),
    },
  },
  'joint/members.jsonl': {
    table: 'joint_member',
    own: ({ projectId }) =>
      sql`t.joint_id = any (array(select o.joint_id from joint_member o where o.project_id = ${projectId}))`,
    key: [
      { from: 't.joint_id', type: 'uuid' },
      { from: 't.project_id', type: 'uuid' },
    ],
    join: 'left join project j on j.id = t.project_id left join creator c on c.user_id = j.user_id',
    holds: 'who gives those streams, or was asked to',
    fields: {
      jointId: field('t.joint_id', 'id in `joint/streams.jsonl`'),
      creator: field('c.user_name', 'user name of the creator'),
      percent: field('t.percent', 'what that creator gets of a donation, in percent'),
      answer: field(
        `case when t.agreed_at is not null then 'Agreed' when t.declined_at is not null then 'Declined' else 'None' end`,
        '`Agreed`, `Declined` or `None`',
      ),
      hasLeft: field('t.left_at is not null', 'whether that creator has left it'),
    },
  },
  'joint/given.jsonl': {
    table: 'donation',
    own: ({ userId }) => sql`t.donor_id = ${userId} and t.number is not null and t.joint_id is not null`,
    key: [
      { from: 't.paid_at', type: 'timestamptz' },
      { from: 't.id', type: 'uuid' },
    ],
    join: 'left join project j on j.id = t.project_id left join creator c on c.user_id = j.user_id',
    holds: 'how donations that the person gave were shared: a line for each creator',
    fields: {
      donationId: field('coalesce(t.joint_of, t.id)', 'id in `donations/given.jsonl`'),
      creator: field('c.user_name', 'user name of the creator'),
      amount: money('t.amount', 'part of the creator, less what went back while the rest stayed paid'),
      refunded: money('t.refunded', 'what went back of it while the rest stayed paid'),
      refundedAt: field('t.refunded_at', 'when all of the part went back'),
      thankedAt: field('t.thanked_at', 'when the creator thanked'),
    },
  },
};
