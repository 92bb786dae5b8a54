import { type Queryable, statement, type Tx } from '#base/db/db.server.ts';
import { totalOf } from '#base/db/list-total.server.ts';

export interface JointRow extends Record<string, unknown> {
  readonly id: string;
  readonly hostProjectId: string;
  readonly title: string;
  readonly revision: number;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly endsAt: Date | null;
  /** Also where its time is over and nobody has noted that yet. */
  readonly endedAt: Date | null;
  readonly removedFor: string | null;
}

export interface JointMemberRow extends Record<string, unknown> {
  readonly jointId: string;
  readonly projectId: string;
  readonly percent: number;
  readonly agreedAt: Date | null;
  readonly declinedAt: Date | null;
  readonly leftAt: Date | null;
  readonly isSharing: boolean;
}

/** What a member has of a stream, without refunds. */
interface IncomeRow extends Record<string, unknown> {
  readonly jointId: string;
  readonly projectId: string;
  readonly amount: number;
}

const columns = `s.id, s.host_project_id as "hostProjectId", s.title, s.revision, s.created_at as "createdAt",
  s.started_at as "startedAt", s.ends_at as "endsAt",
  coalesce(s.ended_at, case when s.ends_at <= statement_timestamp() then s.ends_at end) as "endedAt", s.removed_for as "removedFor"`;

const memberColumns = `m.joint_id as "jointId", m.project_id as "projectId", m.percent, m.agreed_at as "agreedAt",
  m.declined_at as "declinedAt", m.left_at as "leftAt", m.is_sharing as "isSharing"`;

interface RunningRow extends Record<string, unknown> {
  readonly id: string;
  readonly title: string;
  readonly revision: number;
  readonly endsAt: Date | null;
  readonly hostProjectId: string;
  readonly members: readonly { readonly projectId: string; readonly percent: number }[];
}

/** The stream in which a project shares now, with those who share in it. */
const running = `
  select s.id, s.title, s.revision, s.ends_at as "endsAt", s.host_project_id as "hostProjectId", (
    select jsonb_agg(jsonb_build_object('projectId', o.project_id, 'percent', o.percent) order by o.project_id)
    from joint_member o where o.joint_id = s.id and o.is_sharing) as members
  from joint_member m join joint_stream s on s.id = m.joint_id
  where m.project_id = $1 and m.is_sharing and s.ended_at is null and s.ends_at > statement_timestamp()`;

const readRunning = statement<RunningRow>(running);

const holdStream = statement<{ id: string }>(`
  select s.id from joint_stream s where s.id = (select joint_id from joint_member where project_id = $1 and is_sharing) for key share`);

const lock = statement<{ id: string }>('select id from joint_stream where id = $1 for update');

const byIds = statement<JointRow>(`select ${columns} from joint_stream s where s.id = any ($1::uuid[])`);

const membersOf = statement<JointMemberRow>(`
  select ${memberColumns} from joint_member m join joint_stream s on s.id = m.joint_id where m.joint_id = any ($1::uuid[])
  order by m.project_id <> s.host_project_id, m.project_id`);

const incomes = statement<IncomeRow>(`
  select joint_id as "jointId", project_id as "projectId", amount from joint_income where joint_id = any ($1::uuid[])`);

const ownWhere = `m.project_id = $1 and m.declined_at is null
  and not (s.started_at is null and s.ended_at is not null and s.host_project_id <> $1)`;

const ownPage = statement<JointRow & { total: number }>(`
  select ${columns}, count(*) over () as total from joint_member m join joint_stream s on s.id = m.joint_id
  where ${ownWhere} order by s.started_at is not null or s.ended_at is not null, s.created_at desc, s.id desc offset $2 limit $3`);

const ownCount = statement<{ total: number }>(
  `select count(*) as total from joint_member m join joint_stream s on s.id = m.joint_id where ${ownWhere}`,
);

const lockProject = statement('select pg_advisory_xact_lock(hashtextextended($1, 66))');

const planned = statement<{ count: number }>(
  'select count(*) as count from joint_stream where host_project_id = $1 and started_at is null and ended_at is null',
);

const invitations = statement<{ projectId: string; count: number }>(`
  select m.project_id as "projectId", count(*) as count from joint_member m join joint_stream s on s.id = m.joint_id
  where m.project_id = any ($1::uuid[]) and m.agreed_at is null and m.declined_at is null
    and s.started_at is null and s.ended_at is null and s.id is distinct from $2::uuid
  group by m.project_id`);

const insert = statement('insert into joint_stream (id, host_project_id, title) values ($1, $2, $3)');

const update = statement('update joint_stream set title = $2, revision = revision + 1 where id = $1');

const clearMembers = statement('delete from joint_member where joint_id = $1');

const insertMembers = statement(`
  insert into joint_member (joint_id, project_id, percent, agreed_at)
  select $1, project_id, percent, case when project_id = $2 then now() end
  from unnest($3::uuid[], $4::integer[]) as given (project_id, percent)`);

const answer = statement(`
  update joint_member set agreed_at = case when $3 then coalesce(agreed_at, now()) end,
    declined_at = case when not $3 then coalesce(declined_at, now()) end
  where joint_id = $1 and project_id = $2`);

const ableMembers = `
  from joint_member o join project p on p.id = o.project_id join creator c on c.user_id = p.user_id
  where o.joint_id = s.id and o.is_sharing and not c.is_blocked`;

/** Its time is over, its host is blocked or gone, or nobody is left with whom to share. */
const isOver = `s.ended_at is null and s.ends_at is not null and (s.ends_at <= statement_timestamp()
  or (select count(*) ${ableMembers}) < 2 or not exists (select ${ableMembers} and o.project_id = s.host_project_id))`;

const lockOverOf = statement<{ id: string }>(`
  select s.id from joint_stream s
  where s.id in (select joint_id from joint_member where is_sharing and project_id = any ($1::uuid[])) and ${isOver}
  order by s.id for update of s`);

const busy = statement<{ projectId: string }>(
  'select project_id as "projectId" from joint_member where is_sharing and project_id = any ($1::uuid[])',
);

const start = statement(`
  with started as (
    update joint_stream set started_at = now(), ends_at = now() + make_interval(hours => $2) where id = $1 returning id
  )
  update joint_member m set is_sharing = true from started where m.joint_id = started.id`);

const leave = statement(`
  with left_one as (
    update joint_member set left_at = now(), is_sharing = false where joint_id = $1 and project_id = $2 and left_at is null returning joint_id
  )
  update joint_stream s set revision = s.revision + 1 from left_one where s.id = left_one.joint_id`);

const end = statement(`
  with ended as (
    update joint_stream set ended_at = least(now(), ends_at), removed_for = $2 where id = $1 and ended_at is null returning id
  )
  update joint_member m set is_sharing = false from ended where m.joint_id = ended.id and m.is_sharing`);

const over = statement<{ id: string }>(
  `select s.id from joint_stream s where ${isOver} order by s.ends_at limit 50 for update of s skip locked`,
);

/** Reads the stream in which a project shares now; null: in none. */
export async function readRunningRow(db: Queryable, projectId: string): Promise<RunningRow | null> {
  return (await db.run(readRunning, [projectId]))[0] ?? null;
}

/** The same until the transaction ends: who ends the stream or leaves it waits. */
export async function holdRunningRow(tx: Tx, projectId: string): Promise<RunningRow | null> {
  await tx.run(holdStream, [projectId]);
  return readRunningRow(tx, projectId);
}

/** Locks a stream against all changes; null: there is none. */
export async function lockJoint(tx: Tx, id: string): Promise<JointRow | null> {
  // What was written while the lock was waited for is only seen by the next statement.
  return (await tx.run(lock, [id])).length === 0 ? null : readJoint(tx, id);
}

/** Null: there is none. */
export async function readJoint(db: Queryable, id: string): Promise<JointRow | null> {
  return (await db.run(byIds, [[id]]))[0] ?? null;
}

/** The members of some streams, the host first. */
export async function readMembers(db: Queryable, jointIds: readonly string[]): Promise<readonly JointMemberRow[]> {
  return jointIds.length === 0 ? [] : db.run(membersOf, [jointIds]);
}

export async function readIncomes(db: Queryable, jointIds: readonly string[]): Promise<readonly IncomeRow[]> {
  return jointIds.length === 0 ? [] : db.run(incomes, [jointIds]);
}

/** A page of the streams of a project, first those that have not started. */
export async function readOwnJoints(
  db: Queryable,
  { projectId, skip, take }: { readonly projectId: string; readonly skip: number; readonly take: number },
): Promise<{ readonly items: readonly JointRow[]; readonly count: number }> {
  const items = await db.run(ownPage, [projectId, skip, take]);
  return { items, count: await totalOf(items, skip, () => db.run(ownCount, [projectId])) };
}

/** Until the transaction ends none of these projects plans another stream, is invited to one, or starts one. */
export async function holdPlanning(tx: Tx, projectIds: readonly string[]): Promise<void> {
  for (const projectId of projectIds.toSorted()) await tx.run(lockProject, [projectId]);
}

/** How many invitations some projects have not answered, beside those to the stream `jointId`; those who have none are left out. */
export async function countInvitations(
  tx: Tx,
  projectIds: readonly string[],
  jointId: string | undefined,
): Promise<ReadonlyMap<string, number>> {
  const rows = await tx.run(invitations, [projectIds, jointId ?? null]);
  return new Map(rows.map(({ projectId, count }) => [projectId, count]));
}

/** How many streams a host has planned. */
export async function countPlanned(tx: Tx, projectId: string): Promise<number> {
  return (await tx.run(planned, [projectId]))[0]?.count ?? 0;
}

/** Who is invited with which percent, the host among them. */
type Member = Pick<JointMemberRow, 'projectId' | 'percent'>;

async function writeMembers(tx: Tx, id: string, hostProjectId: string, members: readonly Member[]): Promise<void> {
  const projects = members.map(({ projectId }) => projectId);
  await tx.run(insertMembers, [id, hostProjectId, projects, members.map(({ percent }) => percent)]);
}

interface WrittenJoint {
  readonly id: string;
  readonly hostProjectId: string;
  readonly title: string;
  readonly members: readonly Member[];
}

export async function insertJoint(tx: Tx, { id, hostProjectId, title, members }: WrittenJoint): Promise<void> {
  await tx.run(insert, [id, hostProjectId, title]);
  await writeMembers(tx, id, hostProjectId, members);
}

/** Replaces what was agreed to: all but the host are asked again. */
export async function rewriteJoint(tx: Tx, { id, hostProjectId, title, members }: WrittenJoint): Promise<void> {
  await tx.run(update, [id, title]);
  await tx.run(clearMembers, [id]);
  await writeMembers(tx, id, hostProjectId, members);
}

export async function writeAnswer(tx: Tx, id: string, projectId: string, agrees: boolean): Promise<void> {
  await tx.run(answer, [id, projectId, agrees]);
}

/** Starts a stream, unless one of its projects shares in another; two starts with a common one run one after the other. */
export async function startStream(
  tx: Tx,
  { id, projectIds, hours }: { readonly id: string; readonly projectIds: readonly string[]; readonly hours: number },
): Promise<boolean> {
  await holdPlanning(tx, projectIds);
  // Whoever shares in one that is over is free for another.
  for (const over of await tx.run(lockOverOf, [projectIds])) await endStream(tx, over.id);
  if ((await tx.run(busy, [projectIds])).length > 0) return false;
  await tx.run(start, [id, hours]);
  return true;
}

export async function leaveStream(tx: Tx, id: string, projectId: string): Promise<void> {
  await tx.run(leave, [id, projectId]);
}

/** Ends a stream where it has not ended; with the reason of a moderator. */
export async function endStream(tx: Tx, id: string, removedFor: string | null = null): Promise<void> {
  await tx.run(end, [id, removedFor]);
}

/** Some streams that are over and have not ended yet, locked. */
export async function lockOver(tx: Tx): Promise<readonly string[]> {
  return (await tx.run(over, [])).map(({ id }) => id);
}
