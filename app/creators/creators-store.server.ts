import { escapeIdentifier } from 'pg';
import sql, { join, raw } from 'sql-template-tag';
import { type Queryable, statement, type Tx } from '#base/db/db.server.ts';
import type { CreatorLinks } from './page/creator-links.ts';

/** A row of `creator` with its project: confirmed values, and the names even if hidden. */
export interface CreatorRow extends CreatorLinks, Record<string, unknown> {
  readonly userId: string;
  readonly userName: string;
  readonly givenName: string | null;
  readonly surName: string | null;
  readonly patronymic: string | null;
  readonly hideFullName: boolean;
  readonly types: number[];
  readonly avatar: string | null;
  readonly banner: string | null;
  readonly about: string | null;
  readonly accent: string | null;
  readonly pattern: number | null;
  readonly video: string | null;
  readonly thanksText: string | null;
  readonly hideLive: boolean;
  readonly taxNumber: string | null;
  readonly orderPlace: number;
  readonly orderMerchant: number;
  readonly isVerified: boolean;
  readonly isBlocked: boolean;
  readonly hasProducts: boolean;
  readonly hasPosts: boolean;
  readonly createdAt: Date;
  readonly projectId: string;
  readonly accountId: string;
}

/** The row of one creator's page: with what the site of the pinned video says of it, and whether a stream together runs on it. */
export interface PageCreatorRow extends CreatorRow {
  readonly videoTitle: string | null;
  readonly videoPicture: string | null;
  readonly isSharing: boolean;
}

/** The select list of `CreatorRow`. */
export const creatorRow = `
  c.user_id as "userId", c.user_name as "userName", c.given_name as "givenName", c.sur_name as "surName",
  c.patronymic as "patronymic", c.hide_full_name as "hideFullName", c.types as "types", c.avatar as "avatar",
  c.banner as "banner", c.about as "about", c.accent as "accent", c.pattern as "pattern", c.video as "video", c.thanks_text as "thanksText",
  c.hide_live as "hideLive", c.tax_number as "taxNumber", c.ins_link as "insLink", c.tg_link as "tgLink", c.fb_link as "fbLink",
  c.youtube_link as "youtubeLink", c.twitch_link as "twitchLink", c.twitter_link as "twitterLink",
  c.web_link as "webLink", c.order_place as "orderPlace", c.order_merchant as "orderMerchant",
  c.is_verified as "isVerified", c.is_blocked as "isBlocked", c.has_products as "hasProducts",
  c.has_posts as "hasPosts", c.created_at as "createdAt", p.id as "projectId", p.account_id as "accountId"`;

const selectCreator = `select ${creatorRow} from creator c join project p on p.user_id = c.user_id`;

const selectForPage = `
  select ${creatorRow}, v.title as "videoTitle", v.picture as "videoPicture",
    exists (select from joint_now j where j.project_id = p.id) as "isSharing"
  from creator c join project p on p.user_id = c.user_id
  left join creator_video v on v.user_id = c.user_id and v.address = c.video`;

const byUserName = statement<PageCreatorRow>(`${selectForPage} where c.user_name = $1`);
const pageByUserId = statement<PageCreatorRow>(`${selectForPage} where c.user_id = $1`);
const byUserId = statement<CreatorRow>(`${selectCreator} where c.user_id = $1`);
const lockedByUserId = statement<CreatorRow>(`${selectCreator} where c.user_id = $1 for no key update of c`);
const byProjectId = statement<CreatorRow>(`${selectCreator} where p.id = $1`);
const byUserIds = statement<CreatorRow>(`${selectCreator} where c.user_id = any($1::uuid[])`);
const lockedByUserIds = statement<{ userId: string; hasProducts: boolean }>(`
  select user_id as "userId", has_products as "hasProducts" from creator where user_id = any($1::uuid[])
  order by user_id for no key update`);
const sharedAvailable = statement<{ userId: string; projectId: string }>(`
  select c.user_id as "userId", p.id as "projectId" from creator c join project p on p.user_id = c.user_id
  where not c.is_blocked
    and c.user_id in (select unnest($1::uuid[]) union select user_id from project where id = any($2::uuid[]))
  order by c.user_id for share of c`);
const byProjectIds = statement<CreatorRow>(`${selectCreator} where p.id = any($1::uuid[])`);

/** Returns the creator of a user name in lower case, also a blocked one. */
export async function readByUserName(db: Queryable, userName: string): Promise<PageCreatorRow | null> {
  return (await db.run(byUserName, [userName]))[0] ?? null;
}

/** The same by the creator's id. */
export async function readPageCreator(db: Queryable, userId: string): Promise<PageCreatorRow | null> {
  return (await db.run(pageByUserId, [userId]))[0] ?? null;
}

export async function findCreator(db: Queryable, userId: string): Promise<CreatorRow | null> {
  return (await db.run(byUserId, [userId]))[0] ?? null;
}

/** Returns and locks the creator until the transaction ends. */
export async function lockCreator(tx: Tx, userId: string): Promise<CreatorRow | null> {
  return (await tx.run(lockedByUserId, [userId]))[0] ?? null;
}

export async function readByProjectId(db: Queryable, projectId: string): Promise<CreatorRow | null> {
  return (await db.run(byProjectId, [projectId]))[0] ?? null;
}

/** In no particular order; unknown ids are left out. */
export async function readByUserIds(db: Queryable, userIds: readonly string[]): Promise<CreatorRow[]> {
  return db.run(byUserIds, [userIds]);
}

/** Locks creators until the transaction ends; unknown ids are left out. */
export async function lockByUserIds(tx: Tx, userIds: readonly string[]) {
  return tx.run(lockedByUserIds, [userIds]);
}

/** Locks those who are not blocked against being blocked or deleted, until the transaction ends. */
export async function shareAvailable(
  tx: Tx,
  asked: { readonly userIds: readonly string[]; readonly projectIds: readonly string[] },
): Promise<{ userId: string; projectId: string }[]> {
  return tx.run(sharedAvailable, [asked.userIds, asked.projectIds]);
}

/** In no particular order; unknown ids are left out. */
export async function readByProjectIds(db: Queryable, projectIds: readonly string[]): Promise<CreatorRow[]> {
  return db.run(byProjectIds, [projectIds]);
}

const insert = statement(`
  insert into creator (user_id, user_name, created_at)
  values ($1, $2, coalesce($3::timestamptz, now()))`);

const insertProject = statement<{ projectId: string }>(`
  insert into project (user_id, account_id) values ($1, $2)
  returning id as "projectId"`);

export async function insertCreator(
  tx: Tx,
  creator: { userId: string; accountId: string; userName: string; createdAt: Date | null },
): Promise<{ projectId: string }> {
  await tx.run(insert, [creator.userId, creator.userName, creator.createdAt]);
  const [project] = await tx.run(insertProject, [creator.userId, creator.accountId]);
  if (project === undefined) throw new Error('the new project has no id');
  return project;
}

/** Columns of `creator` that a change may replace. */
export type CreatorColumn =
  | 'user_name'
  | 'given_name'
  | 'sur_name'
  | 'patronymic'
  | 'hide_full_name'
  | 'types'
  | 'avatar'
  | 'banner'
  | 'about'
  | 'accent'
  | 'pattern'
  | 'video'
  | 'thanks_text'
  | 'hide_live'
  | 'ins_link'
  | 'tg_link'
  | 'fb_link'
  | 'youtube_link'
  | 'twitch_link'
  | 'twitter_link'
  | 'web_link'
  | 'is_verified'
  | 'is_blocked'
  | 'has_products'
  | 'has_posts';

const setTaxNumber = statement('update creator set tax_number = $2 where user_id = $1');

const taxNumberOf = statement<{ taxNumber: string | null }>(
  'select tax_number as "taxNumber" from creator where user_id = $1',
);

/** The number by which the tax service knows a creator; null: none. */
export async function readTaxNumber(db: Queryable, userId: string): Promise<string | null> {
  return (await db.run(taxNumberOf, [userId]))[0]?.taxNumber ?? null;
}

/** Writes the number by which the tax service knows a creator; null: none. */
export async function writeTaxNumber(tx: Tx, userId: string, taxNumber: string | null): Promise<void> {
  await tx.run(setTaxNumber, [userId, taxNumber]);
}

type ColumnValue = string | number | boolean | readonly number[] | null;

/** Writes columns of one creator. Returns the previous user name and the project, or null if there is no such creator. */
export async function updateCreator(
  tx: Tx,
  userId: string,
  columns: Partial<Readonly<Record<CreatorColumn, ColumnValue>>>,
): Promise<{ userName: string; projectId: string } | null> {
  const assignments = Object.entries(columns).map(([column, value]) =>
    Array.isArray(value)
      ? sql`${raw(escapeIdentifier(column))} = ${value}::smallint[]`
      : sql`${raw(escapeIdentifier(column))} = ${value}`,
  );
  const { rows } = await tx.execute<{ userName: string; projectId: string }>(sql`
    update creator c set ${join(assignments, ', ')}
    from creator before join project p on p.user_id = before.user_id
    where c.user_id = ${userId} and before.user_id = c.user_id
    returning before.user_name as "userName", p.id as "projectId"`);
  return rows[0] ?? null;
}

const usedImages = statement<{ name: string }>(`
  select avatar as name from creator where avatar = any($1::text[])
  union select banner from creator where banner = any($1::text[])`);

/** Returns the pictures among the given ones that are an avatar or a banner. */
export async function readUsedImages(db: Queryable, names: readonly string[]): Promise<string[]> {
  const rows = await db.run(usedImages, [names]);
  return rows.map(({ name }) => name);
}

const changeAccount = statement<{ id: string }>(
  'update project set account_id = $1 where id = $2 and user_id = $3 returning id',
);

export async function updateProjectAccount(
  tx: Tx,
  change: { projectId: string; userId: string; accountId: string },
): Promise<boolean> {
  return (await tx.run(changeAccount, [change.accountId, change.projectId, change.userId])).length === 1;
}
