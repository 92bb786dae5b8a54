import { findProjects, stagedOf } from '#app/creators/creators.server.ts';
import type { Queryable } from '#base/db/db.server.ts';
import { add, minor, zero } from '#base/money/money.ts';
import { type JointMemberRow, type JointRow, readIncomes, readMembers } from '../joint-store.server.ts';

function stateOf({ startedAt, endedAt }: JointRow) {
  if (endedAt !== null) return 'Ended' as const;
  return startedAt === null ? ('Planned' as const) : ('Runs' as const);
}

function answerOf({ agreedAt, declinedAt }: JointMemberRow) {
  if (agreedAt !== null) return 'Agreed' as const;
  return declinedAt === null ? ('None' as const) : ('Declined' as const);
}

/** Some streams as one of their members sees them. */
export async function ownJointsOf(db: Queryable, projectId: string, rows: readonly JointRow[]) {
  const ids = rows.map(({ id }) => id);
  const [members, incomes] = await Promise.all([readMembers(db, ids), readIncomes(db, ids)]);
  const projects = await findProjects(
    db,
    members.map((member) => member.projectId),
  );
  return rows.map((row) => {
    const given = incomes.filter(({ jointId }) => jointId === row.id);
    const sumOf = (some: typeof given) => add(zero, ...some.map(({ amount }) => minor(amount)));
    const { id, revision, title, removedFor } = row;
    return {
      id,
      revision,
      title,
      state: stateOf(row),
      isHost: row.hostProjectId === projectId,
      createdAt: row.createdAt.toISOString(),
      startedAt: row.startedAt?.toISOString() ?? null,
      endsAt: row.endsAt?.toISOString() ?? null,
      endedAt: row.endedAt?.toISOString() ?? null,
      removedFor,
      own: sumOf(given.filter((income) => income.projectId === projectId)),
      whole: sumOf(given),
      members: members.flatMap((member) => {
        const project = member.jointId === id ? projects.get(member.projectId) : undefined;
        if (project === undefined) return [];
        const isHost = member.projectId === row.hostProjectId;
        const staged = { ...stagedOf(project), percent: member.percent, isHost };
        return [{ ...staged, answer: answerOf(member), hasLeft: member.leftAt !== null }];
      }),
    };
  });
}
