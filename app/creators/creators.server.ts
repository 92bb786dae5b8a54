import type { SQL } from 'drizzle-orm';
import type { Handlers } from '#base/bound-call.server.ts';
import { dropCached } from '#base/cache-tags.server.ts';
import type { CallContext } from '#base/call-context.server.ts';
import { isUniqueViolation, type Queryable, type Tx } from '#base/db.server.ts';
import { failures } from '#base/errors.ts';
import { isReservedUserName } from '../reserved-names.ts';
import { type CreatorPage, readCreators } from './creator-list-store.server.ts';
import type { creatorsCalls, User } from './creators.calls.ts';
import {
  type CreatorColumn,
  type CreatorRow,
  insertCreator,
  lockByUserIds,
  readByProjectId,
  readByProjectIds,
  readByUserId,
  readByUserIds,
  readByUserName,
  readUsedImages,
  updateCreator,
  updateProjectAccount,
} from './creators-store.server.ts';
import { type EverybodyFilter, namedLike, readEverybody, readNewByDay } from './everybody-store.server.ts';
import { madeUserName } from './made-user-name.server.ts';
import { publicUserOf } from './public-user.server.ts';
import { displayNameOf } from './public-user.ts';
import { columnOf } from './published-columns.server.ts';
import type { PublishedField } from './published-fields.ts';
import { rankingHandlers } from './ranking.server.ts';
import { isUserName, userNameTaken } from './user-name.ts';

/** A project as those who take money for it need it. Not available: its creator is blocked. */
export interface Project {
  readonly projectId: string;
  readonly userId: string;
  /** Where its gifts are credited from now on. */
  readonly accountId: string;
  readonly userName: string;
  /** Obeys `HideFullName`. */
  readonly displayName: string;
  readonly avatar: string | null;
  readonly isAvailable: boolean;
}

function projectOf(row: CreatorRow): Project {
  const { projectId, userId, accountId, userName, avatar, isBlocked } = row;
  return { projectId, userId, accountId, userName, displayName: displayNameOf(row), avatar, isAvailable: !isBlocked };
}

/** The creator of an id with the names as they are, blocked ones too; for the owner's and the moderators' views. */
export async function findCreator(db: Queryable, userId: string): Promise<CreatorRow | null> {
  return readByUserId(db, userId);
}

/** The same of several ids; unknown ones are left out. */
export async function findCreators(
  db: Queryable,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, CreatorRow>> {
  return new Map((await readByUserIds(db, userIds)).map((row) => [row.userId, row]));
}

/** The same by user name, whatever its case. */
export async function findCreatorByName(db: Queryable, userName: string): Promise<CreatorRow | null> {
  return readByUserName(db, userName.toLowerCase());
}

/** A page of everybody, blocked and unlisted people too, with the names as they are: for moderators. */
export async function everybody(db: Queryable, filter: EverybodyFilter, page: CreatorPage) {
  return readEverybody(db, filter, page);
}

/** A query of the ids of people by their names, hidden ones too, to narrow another one with; null where nothing is searched for. */
export function peopleNamed(search: string): SQL | null {
  return namedLike(search);
}

/** New people by day (`2026-01-31`) of a time zone; `listed`: those of them whom the public list shows now. */
export async function newPeopleByDay(db: Queryable, asked: { from: Date; to: Date; timeZone: string }) {
  return readNewByDay(db, asked);
}

/** The project of an id, or null. */
export async function findProject(db: Queryable, projectId: string): Promise<Project | null> {
  const row = await readByProjectId(db, projectId);
  return row && projectOf(row);
}

/** The projects of some ids, blocked creators' ones too; unknown ids are left out. */
export async function findProjects(
  db: Queryable,
  projectIds: readonly string[],
): Promise<ReadonlyMap<string, Project>> {
  const rows = await readByProjectIds(db, [...new Set(projectIds)]);
  return new Map(rows.map((row) => [row.projectId, projectOf(row)]));
}

/** Creators of some ids as everybody sees them, with their projects, blocked ones too; unknown ids are left out. */
export async function creatorsOf(
  db: Queryable,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, { readonly user: User; readonly project: Project }>> {
  const rows = await readByUserIds(db, [...new Set(userIds)]);
  return new Map(rows.map((row) => [row.userId, { user: publicUserOf(row), project: projectOf(row) }]));
}

/** Lets nobody else change these creators until the transaction ends; tells of each whether he has products. */
export async function lockCreators(tx: Tx, userIds: readonly string[]): Promise<ReadonlyMap<string, boolean>> {
  const rows = await lockByUserIds(tx, [...new Set(userIds)]);
  return new Map(rows.map(({ userId, hasProducts }) => [userId, hasProducts]));
}

/** The project of a person: everybody has one from registration. */
export async function projectOfUser(db: Queryable, userId: string): Promise<Project | null> {
  const row = await readByUserId(db, userId);
  return row && projectOf(row);
}

/** Tags of everything that shows the creator; a page of a name that was not to be found is tagged by that name. */
function tagsOf(userId: string, projectId: string, ...userNames: string[]): string[] {
  return [`creator:${userId}`, `project:${projectId}`, 'creators', ...userNames.map((name) => `creatorName:${name}`)];
}

async function change(tx: Tx, userId: string, columns: Parameters<typeof updateCreator>[2]): Promise<void> {
  const before = await updateCreator(tx, userId, columns);
  if (before === null) throw failures.notFound.because();
  const names = typeof columns.user_name === 'string' ? [columns.user_name] : [];
  await dropCached(tx, tagsOf(userId, before.projectId, before.userName, ...names));
}

/**
 * Gives a new person his public page and his project, credited to `accountId`. Without a user name one is made. To be
 * called in the transaction of the registration; 409 `UserNameTaken`. `createdAt`: only for data brought from elsewhere.
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

function claimable(userName: string): string {
  if (isUserName(userName) && !isReservedUserName(userName)) return userName;
  throw userNameTaken.because();
}

async function claiming<Result>(write: Promise<Result>): Promise<Result> {
  return write.catch((error: unknown) => {
    throw isUniqueViolation(error, 'creator_user_name') ? userNameTaken.because() : error;
  });
}

/** Whether nobody has this user name and it may be taken; form and reserved words included. */
export async function isUserNameFree(db: Queryable, userName: string): Promise<boolean> {
  const isFit = isUserName(userName) && !isReservedUserName(userName);
  return isFit && (await readByUserName(db, userName)) === null;
}

/** Renames a creator; of two simultaneous claims one wins, the other gets 409 `UserNameTaken` and must roll back. */
export async function setUserName(tx: Tx, userId: string, userName: string): Promise<void> {
  await claiming(change(tx, userId, { user_name: claimable(userName) }));
}

/** Replaces the names that are given; an empty one becomes null. */
export async function setNames(
  tx: Tx,
  userId: string,
  names: { givenName?: string | undefined; surName?: string | undefined; patronymic?: string | undefined },
): Promise<void> {
  const columns: Partial<Record<CreatorColumn, string | null>> = {};
  if (names.givenName !== undefined) columns.given_name = names.givenName.trim() || null;
  if (names.surName !== undefined) columns.sur_name = names.surName.trim() || null;
  if (names.patronymic !== undefined) columns.patronymic = names.patronymic.trim() || null;
  if (Object.keys(columns).length > 0) await change(tx, userId, columns);
}

/** Puts a confirmed (and already validated) field value on the public page; `''` takes it off (contract, section 3). */
export async function publishField(tx: Tx, userId: string, name: PublishedField, value: string): Promise<void> {
  await change(tx, userId, columnOf(name, value));
}

/** A blocked creator is gone from every public answer and cannot be given to. */
export async function setBlocked(tx: Tx, userId: string, isBlocked: boolean): Promise<void> {
  await change(tx, userId, { is_blocked: isBlocked });
}

/** Sets or takes the verified mark (`confirmed` on the wire). */
export async function setVerified(tx: Tx, userId: string, isVerified: boolean): Promise<void> {
  await change(tx, userId, { is_verified: isVerified });
}

/** Which of the pictures are shown on public pages as avatar or banner: they must not be swept. */
export async function usedCreatorImages(db: Queryable, names: readonly string[]): Promise<ReadonlySet<string>> {
  return new Set(await readUsedImages(db, names));
}

/** Says whether the creator has active products, for the filter `hasProducts`. */
export async function setHasProducts(tx: Tx, userId: string, hasProducts: boolean): Promise<void> {
  await change(tx, userId, { has_products: hasProducts });
}

/**
 * From now on gifts to the project are credited to the account. 403 where the project is not the user's, or where the
 * account is not among his own ones, which the caller brings from the ledger.
 */
export async function changeProjectAccount(
  tx: Tx,
  change: { userId: string; projectId: string; accountId: string; ownAccountIds: readonly string[] },
): Promise<void> {
  const isOwn = change.ownAccountIds.includes(change.accountId);
  if (!isOwn || !(await updateProjectAccount(tx, change))) throw failures.forbidden.because();
  await dropCached(tx, [`project:${change.projectId}`]);
}

function shown(row: CreatorRow | null, context: CallContext): User {
  if (row === null) throw failures.notFound.because({ message: 'Такого автора нет' });
  // The same 404 as for nobody; what stood at this address tells the page which words to find.
  if (row.isBlocked)
    throw failures.notFound.because({ message: 'Автор сейчас недоступен', details: { isUnavailable: true } });
  context.tag(`creator:${row.userId}`, 'ranking');
  return publicUserOf(row);
}

export const creatorsHandlers: Handlers<typeof creatorsCalls> = {
  getByName: async ({ query }, context) => {
    const userName = query.userName.toLowerCase();
    context.tag(`creatorName:${userName}`);
    return shown(await readByUserName(context.db, userName), context);
  },
  get: async ({ query }, context) => shown(await readByUserId(context.db, query.userId), context),
  list: async ({ query }, context) => {
    context.tag('creators');
    const { Skip, Take, Search, hasProducts, IsMerch, userType } = query;
    const page = { ranking: IsMerch ? 'order_merchant' : 'order_place', skip: Skip, take: Take } as const;
    const { rows, count } = await readCreators(context.db, { search: Search, hasProducts, type: userType }, page);
    return { items: rows.map(publicUserOf), count };
  },
  ...rankingHandlers,
};
