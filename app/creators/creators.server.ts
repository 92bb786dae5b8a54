import type { Area } from '#base/calls/area.server.ts';
import { bindCalls } from '#base/calls/bound-call.server.ts';
import { failures } from '#base/calls/errors.ts';
import type { Queryable, Tx } from '#base/db/db.server.ts';
import { dropCached } from '#base/events/cache-tags.server.ts';
import { creatorsCalls, type User } from './creators.calls.ts';
import {
  type CreatorColumn,
  type CreatorRow,
  findCreator,
  insertCreator,
  lockByUserIds,
  lockCreator,
  readByProjectId,
  readByProjectIds,
  readByUserIds,
  readByUserName,
  readUsedImages,
  shareAvailable,
  updateProjectAccount,
} from './creators-store.server.ts';
import { readListedCount, readListedNames } from './list/creator-list-store.server.ts';
import { changeCreator } from './page/change-creator.server.ts';
import { creatorHandlers } from './page/creator-handlers.server.ts';
import { publicUserOf } from './page/public-user.server.ts';
import { columnOf } from './page/published-columns.server.ts';
import { displayNameOf } from './public-user.ts';
import type { PublishedField } from './published-fields.ts';
import { claimable, claiming, madeUserName } from './user-names.server.ts';
import { type VideoRunOptions, videoJobs } from './video/video-run.server.ts';
import { readUsedVideoPictures } from './video/video-store.server.ts';

/** A project as needed by areas that take money for it. Not available: its creator is blocked. */
export interface Project {
  readonly projectId: string;
  readonly userId: string;
  /** The account that its donations are credited to. */
  readonly accountId: string;
  readonly userName: string;
  /** Obeys `HideFullName`. */
  readonly displayName: string;
  readonly avatar: string | null;
  readonly banner: string | null;
  /** The colour of his page; null: that of the platform. */
  readonly accent: string | null;
  /** The number of his ikat; null: by his user name. */
  readonly pattern: number | null;
  /** His words for donors. */
  readonly thanksText: string | null;
  /** His page must not say that he is streaming. */
  readonly hideLive: boolean;
  /** By which the tax service knows him; null: he has not named it. */
  readonly taxNumber: string | null;
  readonly isAvailable: boolean;
}

function projectOf(row: CreatorRow): Project {
  const { projectId, userId, accountId, userName, avatar, banner, accent, pattern, thanksText, hideLive, isBlocked } =
    row;
  const look = { displayName: displayNameOf(row), avatar, banner, accent, pattern, thanksText, hideLive };
  return { projectId, userId, accountId, userName, ...look, taxNumber: row.taxNumber, isAvailable: !isBlocked };
}

/** What makes the stage of a page the creator's own. */
export function stagedOf({ userId, userName, displayName, avatar, banner, accent, pattern }: Project) {
  return { userId, userName, displayName, avatar, banner, accent, pattern };
}

/** The user name of a person; null where there is no such person. */
export async function userNameOf(db: Queryable, userId: string): Promise<string | null> {
  return (await findCreator(db, userId))?.userName ?? null;
}

/** A person's user name, and the whole name if there is one: hidden or not, so for that person alone. Null: there is no such person. */
export async function ownNamesOf(db: Queryable, userId: string): Promise<{ userName: string; name?: string } | null> {
  const row = await findCreator(db, userId);
  if (row === null) return null;
  const { userName, givenName, surName } = row;
  const name = [givenName, surName].filter(Boolean).join(' ');
  return name === '' ? { userName } : { userName, name };
}

/** Like `findCreator` for several ids; unknown ones are left out. */
export async function findCreators(
  db: Queryable,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, CreatorRow>> {
  return new Map((await readByUserIds(db, userIds)).map((row) => [row.userId, row]));
}

/** Like `findCreator` by user name, in any case. */
export async function findCreatorByName(db: Queryable, userName: string): Promise<CreatorRow | null> {
  return readByUserName(db, userName.toLowerCase());
}

/** Returns the project of an id, or null. */
export async function findProject(db: Queryable, projectId: string): Promise<Project | null> {
  const row = await readByProjectId(db, projectId);
  return row && projectOf(row);
}

/** Like `findProject` by the creator's user name, in any case. */
export async function findProjectByName(db: Queryable, userName: string): Promise<Project | null> {
  const row = await findCreatorByName(db, userName);
  return row && projectOf(row);
}

/** Returns the projects of some ids, also those of blocked creators; unknown ids are left out. */
export async function findProjects(
  db: Queryable,
  projectIds: readonly string[],
): Promise<ReadonlyMap<string, Project>> {
  const rows = await readByProjectIds(db, [...new Set(projectIds)]);
  return new Map(rows.map((row) => [row.projectId, projectOf(row)]));
}

/** Returns the public view and the project of some creators, also of blocked ones; unknown ids are left out. */
export async function creatorsOf(
  db: Queryable,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, { readonly user: User; readonly project: Project }>> {
  const rows = await readByUserIds(db, [...new Set(userIds)]);
  return new Map(rows.map((row) => [row.userId, { user: publicUserOf(row), project: projectOf(row) }]));
}

/** Locks creators until the transaction ends. Returns for each whether he has products. */
export async function lockCreators(tx: Tx, userIds: readonly string[]): Promise<ReadonlyMap<string, boolean>> {
  const rows = await lockByUserIds(tx, [...new Set(userIds)]);
  return new Map(rows.map(({ userId, hasProducts }) => [userId, hasProducts]));
}

/**
 * Finds out which of some creators and projects may take money, and keeps it so until the transaction ends: who blocks or deletes one waits.
 * Call it before products are locked, as whoever changes one does.
 */
export async function whoTakesMoney(
  tx: Tx,
  { userIds = [], projectIds = [] }: { userIds?: readonly string[]; projectIds?: readonly string[] },
): Promise<ReadonlySet<string>> {
  const rows = await shareAvailable(tx, { userIds, projectIds });
  return new Set(rows.flatMap(({ userId, projectId }) => [userId, projectId]));
}

/** Returns the project of a user. Every user has one from registration. */
export async function projectOfUser(db: Queryable, userId: string): Promise<Project | null> {
  const row = await findCreator(db, userId);
  return row && projectOf(row);
}

/**
 * Creates the public page and the project of a new user, credited to `accountId`. Generates a user name if none is given. Call it in the
 * transaction of the registration. Throws `UserNameTaken`. `createdAt`: only for imported data.
 */
export async function createCreator(
  tx: Tx,
  creator: { userId: string; accountId: string; userName?: string | undefined; createdAt?: Date | undefined },
): Promise<{ projectId: string; userName: string }> {
  const { userId, accountId, createdAt = null } = creator;
  const userName = claimable(creator.userName ?? madeUserName());
  const { projectId } = await claiming(insertCreator(tx, { userId, accountId, userName, createdAt }));
  await dropCached(tx, [`creatorName:${userName}`]);
  return { projectId, userName };
}

/** Replaces the given names; an empty one becomes null. */
export async function setNames(
  tx: Tx,
  userId: string,
  names: { givenName?: string | undefined; surName?: string | undefined; patronymic?: string | undefined },
): Promise<void> {
  const columns: Partial<Record<CreatorColumn, string | null>> = {};
  if (names.givenName !== undefined) columns.given_name = names.givenName.trim() || null;
  if (names.surName !== undefined) columns.sur_name = names.surName.trim() || null;
  if (names.patronymic !== undefined) columns.patronymic = names.patronymic.trim() || null;
  if (Object.keys(columns).length > 0) await changeCreator(tx, userId, columns);
}

/** Publishes a confirmed, validated value of a field; `''` removes it from the page (docs/rules.md#profile). */
export async function publishField(tx: Tx, userId: string, name: PublishedField, value: string): Promise<void> {
  await changeCreator(tx, userId, columnOf(name, value));
}

/** Hides a blocked creator from all public answers and refuses donations to him, or undoes that. */
export async function setBlocked(tx: Tx, userId: string, isBlocked: boolean): Promise<void> {
  await changeCreator(tx, userId, { is_blocked: isBlocked });
}

/** Sets or removes the verified mark (`confirmed` on the wire). */
export async function setVerified(tx: Tx, userId: string, isVerified: boolean): Promise<void> {
  await changeCreator(tx, userId, { is_verified: isVerified });
}

/** Returns the pictures among the given ones that public pages show as avatar, banner or of a video, which must not be deleted. */
export async function usedCreatorImages(db: Queryable, names: readonly string[]): Promise<ReadonlySet<string>> {
  return new Set([...(await readUsedImages(db, names)), ...(await readUsedVideoPictures(db, names))]);
}

/** Stores whether the creator has active products, for the filter `hasProducts`. */
export async function setHasProducts(tx: Tx, userId: string, hasProducts: boolean): Promise<void> {
  await changeCreator(tx, userId, { has_products: hasProducts });
}

/** Stores whether the creator has posts to be seen, as `readHasPosts` answers once no other change of the creator runs. */
export async function setHasPosts(tx: Tx, userId: string, readHasPosts: () => Promise<boolean>): Promise<void> {
  const before = await lockCreator(tx, userId);
  const hasPosts = await readHasPosts();
  if (before !== null && before.hasPosts !== hasPosts) await changeCreator(tx, userId, { has_posts: hasPosts });
}

/**
 * Credits further donations of the project to the account. Throws `Forbidden` unless the project belongs to the user and the account is
 * among `ownAccountIds`, which the caller reads from the ledger.
 */
export async function changeProjectAccount(
  tx: Tx,
  change: { userId: string; projectId: string; accountId: string; ownAccountIds: readonly string[] },
): Promise<void> {
  const isOwn = change.ownAccountIds.includes(change.accountId);
  if (!isOwn || !(await updateProjectAccount(tx, change))) throw failures.forbidden();
  await dropCached(tx, [`project:${change.projectId}`]);
}

/** Creates the area. */
export function createCreators(options: VideoRunOptions) {
  return {
    jobs: videoJobs(options),
    calls: bindCalls(creatorsCalls, creatorHandlers),
    sitemap: creatorsSitemap,
    ownNamesOf,
  } satisfies Area & Record<string, unknown>;
}

/** The creators' part of the sitemap: how many pages there are, and the paths of some of them. */
export const creatorsSitemap = {
  name: 'creators',
  readCount: readListedCount,
  async readPages(db: Queryable, page: { skip: number; take: number }) {
    return (await readListedNames(db, page)).map(({ userName, changedAt }) => ({ path: `/${userName}`, changedAt }));
  },
};
