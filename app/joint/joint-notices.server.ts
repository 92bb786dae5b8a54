import { findProjects } from '#app/creators/creators.server.ts';
import type { Queryable, Tx } from '#base/db/db.server.ts';
import { type JointMemberRow, type JointRow, readJoint, readMembers } from './joint-store.server.ts';

/** What members are notified of (docs/rules.md#joint-streams). `changed`: they had answered, and are asked again. */
export const jointNoticeKinds = [
  'invited',
  'changed',
  'agreed',
  'declined',
  'started',
  'left',
  'ended',
  'removed',
] as const;

type JointNoticeKind = (typeof jointNoticeKinds)[number];

/** What one member is notified of. */
export interface JointNotice {
  readonly kind: JointNoticeKind;
  readonly jointId: string;
  /** The project of the member. */
  readonly projectId: string;
  /** The project of whoever invites, declines, leaves or ends. */
  readonly aboutId: string;
  readonly personId: string;
  /** Each receiver gets one notice for one subject. */
  readonly subject: string;
}

/** What a notice says when it is sent. */
export interface JointNews {
  readonly said: JointNoticeKind;
  /** Who invites, declines, leaves or ends: the name with the `@userName`, which nobody else has. */
  readonly about: string;
  readonly title: string;
  /** Of the member that reads it. */
  readonly percent: number;
  readonly hasStarted: boolean;
  readonly isOver: boolean;
  readonly endsAt: Date | null;
  /** A moderator's. */
  readonly reason: string | null;
  /** Of the page where it is answered. */
  readonly path: string;
}

/** What has happened in a stream. */
export interface Happened {
  readonly kind: JointNoticeKind;
  readonly jointId: string;
  readonly aboutId: string;
  /** Who is notified. */
  readonly members: readonly Pick<JointMemberRow, 'projectId'>[];
  /** What tells it from the same of another time; nothing where it happens once. */
  readonly time?: string | number;
}

/** Notifies members in the transaction of what has happened. */
export type NotifyMembers = (tx: Tx, happened: Happened) => Promise<void>;

/** A host who plans, cancels and plans again rings nobody more than once an hour. */
export const askedAt = () => new Date().toISOString().slice(0, 13);

/** The notices of what has happened in a stream. An invitation is of its host, whichever stream it is to. */
export async function noticesOf(tx: Tx, { kind, jointId, aboutId, members, time }: Happened): Promise<JointNotice[]> {
  const projectIds = members.map(({ projectId }) => projectId);
  const projects = await findProjects(tx, projectIds);
  const subject = [kind, kind === 'invited' ? aboutId : `${jointId}:${aboutId}`, time].join(':');
  return projectIds.flatMap((projectId) => {
    const personId = projects.get(projectId)?.userId;
    return personId === undefined ? [] : [{ kind, jointId, projectId, aboutId, personId, subject }];
  });
}

/** Whether there is still something to say of it. */
function holds(kind: JointNoticeKind, row: JointRow, members: readonly JointMemberRow[], own: JointMemberRow): boolean {
  const isPlanned = row.startedAt === null && row.endedAt === null;
  switch (kind) {
    case 'invited':
    case 'changed':
      return isPlanned && own.agreedAt === null && own.declinedAt === null;
    case 'agreed':
      return isPlanned && members.every(({ agreedAt }) => agreedAt !== null);
    case 'declined':
      return isPlanned;
    case 'started':
      return own.isSharing && row.endedAt === null;
    case 'left':
      return own.leftAt === null;
    case 'ended':
    case 'removed':
      return row.endedAt !== null;
  }
}

/** What there is to say of a stream to one of its members; null: nothing any more. */
export async function readJointNews(
  db: Queryable,
  { kind, jointId, projectId, aboutId }: Omit<JointNotice, 'personId' | 'subject'>,
): Promise<JointNews | null> {
  const row = await readJoint(db, jointId);
  const members = await readMembers(db, [jointId]);
  const own = members.find((member) => member.projectId === projectId);
  const about = (await findProjects(db, [aboutId])).get(aboutId);
  if (row === null || own === undefined || about === undefined || !holds(kind, row, members, own)) return null;
  if (!about.isAvailable && (kind === 'invited' || kind === 'changed')) return null;
  const { displayName, userName } = about;
  return {
    said: kind,
    about: displayName === userName ? `@${userName}` : `${displayName} (@${userName})`,
    title: row.title,
    percent: own.percent,
    hasStarted: row.startedAt !== null,
    isOver: row.endedAt !== null,
    endsAt: row.endsAt,
    reason: row.removedFor,
    path: '/profile/together',
  };
}
