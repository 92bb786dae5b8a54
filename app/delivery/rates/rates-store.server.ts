import { type Queryable, statement, type Tx } from '#base/db/db.server.ts';
import type { DeliveryRate } from '../delivery-rates.ts';

interface RateRow extends Record<string, unknown> {
  readonly way: 'pickUp' | 'address';
  readonly regionId: number | null;
  readonly regionName: string | null;
  readonly pickupPointId: number | null;
  readonly pickupPointName: string | null;
  readonly price: number;
  readonly freeFrom: number | null;
  readonly daysFrom: number | null;
  readonly daysTo: number | null;
}

// One statement, so that both tables are of the same moment.
const ofCountry = statement<RateRow>(`
  select way, "regionId", "regionName", "pickupPointId", "pickupPointName", price, "freeFrom", "daysFrom", "daysTo"
  from (
    select d.way, d.region_id as "regionId", r.name as "regionName", null::integer as "pickupPointId", null::text as "pickupPointName",
      d.price, d.free_from as "freeFrom", d.days_from as "daysFrom", d.days_to as "daysTo", null::integer as point_region
    from delivery_rate d left join region r on r.country = d.country and r.id = d.region_id
    where d.country = $1
    union all
    select 'pickUp', null, null, p.id, p.name, q.price, q.free_from, q.days_from, q.days_to, p.region_id
    from pickup_point_rate q join pickup_point p on p.id = q.pickup_point_id
    where p.country = $1
  ) one
  order by way desc, point_region nulls first, "regionId" nulls first, "pickupPointName", "pickupPointId"`);

const highest = statement<{ price: number | null }>(`
  select max(case when rate.price is null or rate.free_from <= $2 then 0 else rate.price end) as price
  from pickup_point p left join lateral (
    select q.price, q.free_from, 1 as rank from pickup_point_rate q where q.pickup_point_id = p.id
    union all
    select d.price, d.free_from, case when d.region_id is null then 3 else 2 end
    from delivery_rate d
    where d.country = p.country and d.way = 'pickUp' and (d.region_id = p.region_id or d.region_id is null)
    order by rank limit 1
  ) rate on true
  where p.country = $1 and p.is_active`);

const lock = statement(`select pg_advisory_xact_lock(hashtextextended('prices of delivery', 0))`);

// None of them can be deleted until the transaction ends. In one order, so that two transactions do not wait for each other.
const keptPoints = statement<{ id: number }>(
  'select id from pickup_point where country = $1 and id = any($2) order by id for key share',
);

const terms = 'price bigint, "freeFrom" bigint, "daysFrom" smallint, "daysTo" smallint';

const written = `jsonb_to_recordset($2::jsonb) as one (way text, "regionId" integer, ${terms})`;

const writtenOfPoints = `jsonb_to_recordset($2::jsonb) as one ("pickupPointId" integer, ${terms})`;

const replace = statement(`
  with dropped as (
    delete from delivery_rate where country = $1 and id not in (
      select d.id from delivery_rate d join ${written} on d.way = one.way and d.region_id is not distinct from one."regionId"
      where d.country = $1
    )
  )
  insert into delivery_rate (country, way, region_id, price, free_from, days_from, days_to)
  select $1, one.way, one."regionId", one.price, one."freeFrom", one."daysFrom", one."daysTo"
  from ${written}
  on conflict (country, way, region_id) do update set price = excluded.price, free_from = excluded.free_from,
    days_from = excluded.days_from, days_to = excluded.days_to`);

const replaceOfPoints = statement(`
  with dropped as (
    delete from pickup_point_rate q using pickup_point p
    where p.id = q.pickup_point_id and p.country = $1
      and not exists (select from ${writtenOfPoints} where one."pickupPointId" = q.pickup_point_id)
  )
  insert into pickup_point_rate (pickup_point_id, price, free_from, days_from, days_to)
  select one."pickupPointId", one.price, one."freeFrom", one."daysFrom", one."daysTo"
  from ${writtenOfPoints}
  on conflict (pickup_point_id) do update set price = excluded.price, free_from = excluded.free_from,
    days_from = excluded.days_from, days_to = excluded.days_to`);

/** The rates of a country as rows: the default of each way, its regions, its pickup points. */
export async function readRateRows(db: Queryable, country: string): Promise<RateRow[]> {
  return db.run(ofCountry, [country]);
}

/** The highest price at which an open pickup point delivers items of this sum; null: none is open. */
export async function readHighest(db: Queryable, country: string, items: number): Promise<number | null> {
  return (await db.run(highest, [country, items]))[0]?.price ?? null;
}

/** Makes the transactions that change rates wait for each other. */
export async function lockRates(tx: Tx): Promise<void> {
  await tx.run(lock, []);
}

/** Which of the pickup points are the country's; they cannot be deleted until the transaction ends. */
export async function keepPoints(tx: Tx, country: string, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const rows = await tx.run(keptPoints, [country, ids]);
  return new Set(rows.map(({ id }) => id));
}

type Terms = Pick<DeliveryRate, 'price' | 'freeFrom' | 'daysFrom' | 'daysTo'>;

interface WrittenRates {
  readonly items: readonly (Pick<DeliveryRate, 'way' | 'regionId'> & Terms)[];
  readonly points: readonly ({ readonly pickupPointId: number } & Terms)[];
}

/** Replaces the rates of a country. */
export async function writeRates(tx: Tx, country: string, { items, points }: WrittenRates): Promise<void> {
  await tx.run(replace, [country, JSON.stringify(items)]);
  await tx.run(replaceOfPoints, [country, JSON.stringify(points)]);
}
