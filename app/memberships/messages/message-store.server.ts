import { type Queryable, statement, type Tx } from '#base/db/db.server.ts';
import { type ListPlace, microsecondsOf, momentOf } from '#base/db/list-place.server.ts';
import { placeValues } from '../member-lists-store.server.ts';
import { isMuted, isPaidNow } from '../membership-conditions.server.ts';

/** A message as stored. */
export interface MessageRow extends Record<string, unknown> {
  readonly id: string;
  readonly projectId: string;
  readonly levelId: string | null;
  readonly text: string;
  readonly readers: number;
  readonly removedAt: Date | null;
  readonly createdAt: Date;
}

const columns = `g.id, g.project_id as "projectId", g.level_id as "levelId", g.text, g.readers, g.removed_at as "removedAt",
  g.created_at as "createdAt"`;

/** A membership `m` whose donor gets the messages of project $1 to level $2, null: to all, at the moment of a parameter. */
const isReader = (now: string) => `m.project_id = $1 and ${isPaidNow(now)} and ($2::uuid is null or m.level_id = $2)`;

const countReaders = statement<{ count: number }>(`select count(*) as count from membership m where ${isReader('$3')}`);

const insert = statement<MessageRow>(`
  insert into membership_message as g (project_id, level_id, text, readers, created_at, day)
  values ($1, $2, $3, $4, $5, ($5::timestamptz at time zone $6)::date)
  on conflict (project_id, day) do nothing returning ${columns}`);

const nextDay = statement<{ at: Date }>(`
  select (g.day + 1)::timestamp at time zone $3 as at from membership_message g
  where g.project_id = $1 and g.day = ($2::timestamptz at time zone $3)::date`);

const ofProject = statement<MessageRow>(`
  select ${columns} from membership_message g where g.project_id = $1 order by g.created_at desc, g.id desc offset $2 limit $3`);

const countOfProject = statement<{ count: number }>(
  'select count(*) as count from membership_message where project_id = $1',
);

/** A membership `m` of the person $1 to whom messages may be shown at the moment $2. */
const isReceiver = `m.person_id = $1 and ${isPaidNow('$2')} and not ${isMuted}`;

/** Whether a message `g` is for the member `m`. */
const isReceived = `g.project_id = m.project_id and (g.level_id is null or g.level_id = m.level_id) and g.created_at >= m.since
  and g.removed_at is null`;

const received = statement<MessageRow>(`
  select g.* from (select * from membership m where ${isReceiver} offset 0) m cross join lateral (
    select ${columns} from membership_message g where ${isReceived}
    order by g.created_at desc, g.id desc limit $3::bigint + $4
  ) g order by g."createdAt" desc, g.id desc offset $3 limit $4`);

const countReceived = statement<{ count: number }>(
  `select count(*) as count from membership m, membership_message g where ${isReceiver} and ${isReceived}`,
);

const mute = statement('insert into membership_mute (person_id, project_id) values ($1, $2) on conflict do nothing');

const unmute = statement('delete from membership_mute where person_id = $1 and project_id = $2');

interface ListedMessage extends MessageRow {
  readonly placeAt: number;
}

const newest = statement<ListedMessage>(`
  select ${columns}, ${microsecondsOf('g.created_at')} as "placeAt" from membership_message g
  where ($1::uuid is null or g.project_id = $1) and (g.created_at, g.id) < (${momentOf('$2')}, $3::uuid)
  order by g.created_at desc, g.id desc limit $4`);

const remove = statement<{ projectId: string }>(`
  update membership_message set removed_at = coalesce(removed_at, $2) where id = $1 returning project_id as "projectId"`);

const shown = statement<MessageRow>(
  `select ${columns} from membership_message g where g.id = any ($1::uuid[]) and g.removed_at is null`,
);

interface WaitingMessage extends MessageRow {
  /** In microseconds since 1970. */
  readonly reachedSince: number | null;
  readonly reachedId: string | null;
}

const waiting = statement<WaitingMessage>(`
  select ${columns}, ${microsecondsOf('g.reached_since')} as "reachedSince", g.reached_id as "reachedId" from membership_message g
  where g.enqueued_at is null order by g.created_at limit 1 for no key update skip locked`);

/** A member who is to be notified of a message. */
interface Reader extends Record<string, unknown> {
  readonly id: string;
  /** In microseconds since 1970. */
  readonly since: number | null;
  readonly personId: string;
}

const readersAfter = statement<Reader>(`
  select m.id, ${microsecondsOf('m.since')} as since, m.person_id as "personId" from membership m
  where ${isReader('$7')} and not ${isMuted} and m.since <= $3
    and ($4::bigint is null or (m.since, m.id) > (${momentOf('$4')}, $5::uuid))
  order by m.since, m.id limit $6`);

const reach = statement(
  `update membership_message set reached_since = ${momentOf('$2')}, reached_id = $3 where id = $1`,
);

const finish = statement('update membership_message set enqueued_at = now() where id = $1');

/** How many members get a message to a level now; null: to all. */
export async function readReaderCount(
  db: Queryable,
  { projectId, levelId, now }: { readonly projectId: string; readonly levelId: string | null; readonly now: Date },
): Promise<number> {
  return (await db.run(countReaders, [projectId, levelId, now]))[0]?.count ?? 0;
}

/** Inserts the message of a day; null where the project has one. */
export async function insertMessage(
  tx: Tx,
  made: Pick<MessageRow, 'projectId' | 'levelId' | 'text' | 'readers' | 'createdAt'>,
  timeZone: string,
): Promise<MessageRow | null> {
  const { projectId, levelId, text, readers, createdAt } = made;
  const [row] = await tx.run(insert, [projectId, levelId, text, readers, createdAt, timeZone]);
  return row ?? null;
}

/** When a project may write next; null: now. */
export async function readNextTime(
  db: Queryable,
  projectId: string,
  now: Date,
  timeZone: string,
): Promise<Date | null> {
  return (await db.run(nextDay, [projectId, now, timeZone]))[0]?.at ?? null;
}

interface Part {
  readonly skip: number;
  readonly take: number;
}

/** The messages of a project, newest first, and how many there are. */
export async function readSent(
  db: Queryable,
  projectId: string,
  { skip, take }: Part,
): Promise<{ rows: MessageRow[]; count: number }> {
  const [rows, counted] = await Promise.all([
    db.run(ofProject, [projectId, skip, take]),
    db.run(countOfProject, [projectId]),
  ]);
  return { rows, count: counted[0]?.count ?? 0 };
}

/** The messages for a member, newest first, and how many there are. */
export async function readReceived(
  db: Queryable,
  { personId, now }: { readonly personId: string; readonly now: Date },
  { skip, take }: Part,
): Promise<{ rows: MessageRow[]; count: number }> {
  const [rows, counted] = await Promise.all([
    db.run(received, [personId, now, skip, take]),
    db.run(countReceived, [personId, now]),
  ]);
  return { rows, count: counted[0]?.count ?? 0 };
}

/** Mutes a project for a person, or ends that. */
export async function setMuted(
  tx: Tx,
  { personId, projectId }: { readonly personId: string; readonly projectId: string },
  isOn: boolean,
): Promise<void> {
  await tx.run(isOn ? mute : unmute, [personId, projectId]);
}

/** Messages of all projects or of one, newest first. */
export async function readNewest(
  db: Queryable,
  asked: { readonly projectId: string | null; readonly after: ListPlace | null; readonly take: number },
): Promise<ListedMessage[]> {
  const { projectId, after, take } = asked;
  return db.run(newest, [projectId, ...placeValues(after), take]);
}

/** Removes a message and returns its project; null: there is none. */
export async function removeMessage(tx: Tx, id: string, now: Date): Promise<string | null> {
  return (await tx.run(remove, [id, now]))[0]?.projectId ?? null;
}

/** Those of some messages that are not removed. */
export async function readShown(db: Queryable, ids: readonly string[]): Promise<MessageRow[]> {
  return db.run(shown, [ids]);
}

/** Locks the oldest message whose notices are not all enqueued; another process skips it. */
export async function lockWaiting(tx: Tx): Promise<WaitingMessage | null> {
  return (await tx.run(waiting, []))[0] ?? null;
}

/** The next members to be notified of a message. */
export async function readReaders(
  tx: Tx,
  message: WaitingMessage,
  { now, take }: { readonly now: Date; readonly take: number },
): Promise<Reader[]> {
  const { projectId, levelId, createdAt, reachedSince, reachedId } = message;
  return tx.run(readersAfter, [projectId, levelId, createdAt, reachedSince, reachedId, take, now]);
}

/** Records how far a message has come: up to this member; null: to all. */
export async function saveReached(tx: Tx, id: string, last: Reader | null): Promise<void> {
  await (last === null ? tx.run(finish, [id]) : tx.run(reach, [id, last.since, last.id]));
}
