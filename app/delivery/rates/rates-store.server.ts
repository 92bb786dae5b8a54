import { type Queryable, statement, type Tx } from '#base/db/db.server.ts';
import type { DeliveryRate } from '../delivery-rates.ts';

interface RateRow extends Record<string, unknown> {
  readonly way: 'pickUp' | 'address';
  readonly regionId: number | null;
  readonly regionName: string | null;
  readonly price: number;
  readonly freeFrom: number | null;
  readonly daysFrom: number | null;
  readonly daysTo: number | null;
}

const ofCountry = statement<RateRow>(`
  select d.way, d.region_id as "regionId", r.name as "regionName", d.price, d.free_from as "freeFrom", d.days_from as "daysFrom",
    d.days_to as "daysTo"
  from delivery_rate d left join region r on r.country = d.country and r.id = d.region_id
  where d.country = $1 order by d.way desc, d.region_id nulls first`);

const lock = statement(`select pg_advisory_xact_lock(hashtextextended('prices of delivery', 0))`);

const replace = statement(`
  with dropped as (
    delete from delivery_rate where country = $1 and id not in (
      select d.id from delivery_rate d join jsonb_to_recordset($2::jsonb) as kept (way text, "regionId" integer)
        on d.way = kept.way and d.region_id is not distinct from kept."regionId" where d.country = $1
    )
  )
  insert into delivery_rate (country, way, region_id, price, free_from, days_from, days_to)
  select $1, one.way, one."regionId", one.price, one."freeFrom", one."daysFrom", one."daysTo"
  from jsonb_to_recordset($2::jsonb) as one (
    way text, "regionId" integer, price bigint, "freeFrom" bigint, "daysFrom" smallint, "daysTo" smallint)
  on conflict (country, way, region_id) do update set price = excluded.price, free_from = excluded.free_from,
    days_from = excluded.days_from, days_to = excluded.days_to`);

/** The rates of a country as rows, the default of each way first. */
export async function readRateRows(db: Queryable, country: string): Promise<RateRow[]> {
  return db.run(ofCountry, [country]);
}

/** Makes the transactions that change rates wait for each other. */
export async function lockRates(tx: Tx): Promise<void> {
  await tx.run(lock, []);
}

/** Replaces the rates of a country. */
export async function writeRates(
  tx: Tx,
  country: string,
  rates: readonly Omit<DeliveryRate, 'regionName'>[],
): Promise<void> {
  await tx.run(replace, [country, JSON.stringify(rates)]);
}
