import sql, { join, raw, type Sql } from 'sql-template-tag';
import { type Queryable, statement, type Tx } from '#base/db/db.server.ts';
import { holdsWords, wordsOf } from '#base/db/search.server.ts';
import type { PickUpPoint, Region } from './delivery.calls.ts';

/** A row of `pickup_point` with the names of the wire. */
interface PickUpRow extends PickUpPoint, Record<string, unknown> {}

/** The values of a point that staff edit. */
export type PickUpValues = Omit<PickUpPoint, 'id' | 'isActive'> & { readonly isActive: boolean | null };

/** The filters of the list. */
export interface PickUpFilter {
  readonly country: string;
  readonly isActive?: boolean | undefined;
  readonly search?: string | undefined;
  /** The words of a place in other languages. */
  readonly otherNames?: (typed: string) => readonly string[];
}

const columns = `
  p.id, p.name, p.region_id as "regionId", p.region_name as "regionName", p.address, p.latitude, p.longitude, p.phone,
  p.working_hours as "workingHours", p.comment, p.is_active as "isActive"`;

const selectRegions = statement<Region>('select id, name from region where country = $1 order by id');

const selectOne = statement<PickUpRow>(`select ${columns} from pickup_point p where p.id = $1`);

// The point cannot be deleted while the transaction that refers to it is open.
const selectKept = statement<PickUpRow>(`${selectOne.text} for key share`);

const selectLocked = statement<{ name: string }>(
  'select name from pickup_point where country = $1 and id = $2 for update',
);

const insert = statement<PickUpRow>(`
  insert into pickup_point as p (country, name, region_id, region_name, address, latitude, longitude, phone,
    working_hours, comment, is_active)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, coalesce($11, true))
  returning ${columns}`);

const update = statement<PickUpRow>(`
  update pickup_point p set name = $2, region_id = $3, region_name = $4, address = $5, latitude = $6, longitude = $7,
    phone = $8, working_hours = $9, comment = $10, is_active = coalesce($11, p.is_active)
  where p.country = $1 and p.id = $12
  returning ${columns}`);

const updateState = statement<{ name: string }>(
  'update pickup_point set is_active = $3 where country = $1 and id = $2 returning name',
);

const remove = statement('delete from pickup_point where id = $1');

function valuesOf({ name, regionId, regionName, address, latitude, longitude, ...more }: PickUpValues): unknown[] {
  const { phone, workingHours, comment, isActive } = more;
  return [name, regionId, regionName, address, latitude, longitude, phone, workingHours, comment, isActive];
}

/** The query of the list; exported for a test of its plan. */
export function pickUpsQuery({ country, isActive, search = '', otherNames }: PickUpFilter): Sql {
  const words = holdsWords({ text: sql`p.search_text`, otherNames }, wordsOf(search));
  const state = isActive === undefined ? [] : [sql`p.is_active = ${isActive}`];
  return sql`
    select ${raw(columns)} from pickup_point p
    where ${join([sql`p.country = ${country}`, ...state, ...words], ' and ')}
    order by p.region_id, p.name, p.id`;
}

/** The regions of a country, in its own order. */
export function readRegions(db: Queryable, country: string): Promise<Region[]> {
  return db.run(selectRegions, [country]);
}

/** All points that match, by region and name. */
export async function readPickUps(db: Queryable, filter: PickUpFilter): Promise<PickUpPoint[]> {
  const { rows } = await db.execute<PickUpRow>(pickUpsQuery(filter));
  return rows;
}

/** One point, closed ones too, or null. */
export async function readPickUp(db: Queryable, id: number): Promise<PickUpPoint | null> {
  const [row] = await db.run(selectOne, [id]);
  return row ?? null;
}

/** The same; the point cannot be deleted until the transaction ends. */
export async function findPickUp(db: Queryable, id: number): Promise<PickUpPoint | null> {
  const [row] = await db.run(selectKept, [id]);
  return row ?? null;
}

/** Adds a point. */
export async function insertPickUp(tx: Tx, country: string, values: PickUpValues): Promise<PickUpPoint> {
  const [row] = await tx.run(insert, [country, ...valuesOf(values)]);
  if (row === undefined) throw new Error('a pickup point was not written');
  return row;
}

/** Replaces a point's values; null for an unknown point. `isActive: null` leaves the state unchanged. */
export async function updatePickUp(
  tx: Tx,
  country: string,
  id: number,
  values: PickUpValues,
): Promise<PickUpPoint | null> {
  const [row] = await tx.run(update, [country, ...valuesOf(values), id]);
  return row ?? null;
}

/** Opens or closes a point and returns its name; null for an unknown point. */
export async function writeState(tx: Tx, country: string, id: number, isActive: boolean): Promise<string | null> {
  const [point] = await tx.run(updateState, [country, id, isActive]);
  return point?.name ?? null;
}

/** Locks a point against new references from orders and returns its name; null for an unknown point. */
export async function lockPickUp(tx: Tx, country: string, id: number): Promise<string | null> {
  const [point] = await tx.run(selectLocked, [country, id]);
  return point?.name ?? null;
}

/** Deletes a point. */
export async function removePickUp(tx: Tx, id: number): Promise<void> {
  await tx.run(remove, [id]);
}
