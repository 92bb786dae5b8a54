import { type Queryable, statement, type Tx } from '#base/db/db.server.ts';
import { minor } from '#base/money/money.ts';

/** A level as stored; amount in minor units. */
export interface LevelRow extends Record<string, unknown> {
  readonly id: string;
  readonly projectId: string;
  readonly name: string;
  readonly amount: number;
  readonly words: string;
  readonly benefits: string[];
  readonly picture: string | null;
  readonly link: string | null;
  /** Off the creator's merch, for members. */
  readonly discountPercent: number;
  readonly removedAt: Date | null;
}

/** What a creator writes of a level. */
export type LevelText = Pick<
  LevelRow,
  'name' | 'amount' | 'words' | 'benefits' | 'picture' | 'link' | 'discountPercent'
>;

/** What a change of the offer needs to know of a level. */
export interface OfferedRow extends Record<string, unknown> {
  readonly id: string;
  readonly name: string;
  readonly amount: number;
  readonly place: number;
}

const columns = `l.id, l.project_id as "projectId", l.name, l.amount, l.words, l.benefits, l.picture, l.link,
  l.discount_percent as "discountPercent", l.removed_at as "removedAt"`;

const byId = statement<LevelRow>(`select ${columns} from membership_level l where l.id = $1`);

const shareById = statement<LevelRow>(`select ${columns} from membership_level l where l.id = $1 for share`);

const byIds = statement<LevelRow>(`select ${columns} from membership_level l where l.id = any ($1::uuid[])`);

const offered = statement<LevelRow>(
  `select ${columns} from membership_level l where l.project_id = $1 and l.removed_at is null order by l.place, l.id`,
);

/** What members of a project may get off its merch; in per cent. */
export interface MerchDiscounts extends Record<string, unknown> {
  /** The largest one of the levels that are offered; 0: none of them takes anything off. */
  readonly offered: number;
  /** Some members may have a level that is offered no more. */
  readonly hasMembers: boolean;
}

const merchDiscounts = statement<MerchDiscounts>(`
  select coalesce((select max(discount_percent) from membership_level where project_id = $1 and removed_at is null), 0) as offered,
    exists (select from membership_count where project_id = $1 and members > 0 and state in ('Active', 'Overdue', 'Leaving')) as "hasMembers"`);

const members = statement<{ id: string; members: number }>(`
  select l.id, count(*) as members from membership_level l join membership m on m.level_id = l.id
  where l.id = any ($1::uuid[]) and m.state in ('Active', 'Overdue', 'Leaving')
    and (m.state <> 'Overdue' or m.paid_until is not null)
  group by l.id`);

const lockOffered = statement<OfferedRow>(`
  select id, name, amount, place from membership_level where project_id = $1 and removed_at is null order by id for no key update`);

const lockProject = statement('select pg_advisory_xact_lock(hashtextextended($1, 28))');

const insert = statement<{ id: string }>(`
  insert into membership_level (project_id, name, amount, words, benefits, picture, link, discount_percent, place)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning id`);

const update = statement<{ id: string }>(`
  update membership_level set name = $3, amount = $4, words = $5, benefits = $6, picture = $7, link = $8,
    discount_percent = $9
  where id = $1 and project_id = $2 and removed_at is null returning id`);

const remove = statement<{ id: string }>(`
  update membership_level set removed_at = now() where id = $1 and project_id = $2 and removed_at is null returning id`);

const order = statement(`
  update membership_level l set place = wanted.place from unnest($1::uuid[]) with ordinality as wanted (id, place) where l.id = wanted.id`);

const usedPictures = statement<{ picture: string }>(
  "select distinct coalesce(picture, '') as picture from membership_level where picture = any ($1::text[])",
);

const valuesOf = ({ name, amount, words, benefits, picture, link, discountPercent }: LevelText) => [
  name,
  amount,
  words,
  benefits,
  picture,
  link,
  discountPercent,
];

/** A level as everybody sees it. */
export const shownLevel = ({ id, name, amount, words, benefits, picture, discountPercent }: LevelRow) => ({
  id,
  name,
  amount: minor(amount),
  words,
  benefits,
  picture,
  discountPercent,
});

/** A level, removed ones too. */
export async function readLevel(db: Queryable, id: string): Promise<LevelRow | null> {
  return (await db.run(byId, [id]))[0] ?? null;
}

/** The same, as it stays until the transaction ends. */
export async function shareLevel(tx: Tx, id: string): Promise<LevelRow | null> {
  return (await tx.run(shareById, [id]))[0] ?? null;
}

/** The levels of some memberships by id, removed ones too. */
export async function readLevelsOf(
  db: Queryable,
  memberships: readonly { readonly levelId: string | null }[],
): Promise<ReadonlyMap<string, LevelRow>> {
  const ids = memberships.flatMap(({ levelId }) => levelId ?? []);
  const rows = ids.length === 0 ? [] : await db.run(byIds, [ids]);
  return new Map(rows.map((row) => [row.id, row]));
}

/** The levels that a project offers, in their order. */
export async function readOfferedLevels(db: Queryable, projectId: string): Promise<LevelRow[]> {
  return db.run(offered, [projectId]);
}

export async function readMerchDiscounts(db: Queryable, projectId: string): Promise<MerchDiscounts> {
  return (await db.run(merchDiscounts, [projectId]))[0] ?? { offered: 0, hasMembers: false };
}

/** How many members have each of some levels; those without any are left out. */
export async function countLevelMembers(db: Queryable, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const rows = await db.run(members, [ids]);
  return new Map(rows.map(({ id, members: count }) => [id, count]));
}

/** Locks the offer of a project until the transaction ends, and returns its levels. */
export async function lockOfferedLevels(tx: Tx, projectId: string): Promise<OfferedRow[]> {
  await tx.run(lockProject, [projectId]);
  return tx.run(lockOffered, [projectId]);
}

export async function insertLevel(tx: Tx, projectId: string, level: LevelText & { place: number }): Promise<string> {
  const [row] = await tx.run(insert, [projectId, ...valuesOf(level), level.place]);
  if (row === undefined) throw new Error('the level was not inserted');
  return row.id;
}

/** Changes a level that is offered; false where there is none of the project. */
export async function updateLevel(tx: Tx, projectId: string, id: string, level: LevelText): Promise<boolean> {
  return (await tx.run(update, [id, projectId, ...valuesOf(level)])).length > 0;
}

/** Removes a level from the offer; false where there is none of the project. */
export async function removeLevel(tx: Tx, projectId: string, id: string): Promise<boolean> {
  return (await tx.run(remove, [id, projectId])).length > 0;
}

export async function orderLevels(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.run(order, [ids]);
}

/** Which of these pictures any level shows. */
export async function usedLevelImages(db: Queryable, names: readonly string[]): Promise<string[]> {
  return (await db.run(usedPictures, [names])).map(({ picture }) => picture);
}
