import { type Queryable, statement, type Tx } from '#base/db/db.server.ts';

/** The clock that a donation meets: the one that runs, or that was not over yet when the donation was made. Waits for whoever changes it. */
const lockMet = statement<{ id: string }>(`
  select id from clock where project_id = $1 and over_at > $2 order by started_at desc limit 1 for no key update`);

const lockCounted = statement<{ id: string }>(`
  select id from clock
  where id = (select clock_id from clock_donation where donation_id = $1 and sum is not null) for no key update`);

interface InsertedRow extends Record<string, unknown> {
  /** Null: the clock is over. */
  readonly seconds: number | null;
  /** The moment for which that was decided, in whole milliseconds. */
  readonly now: Date;
}

// Not `now()`: the transaction may have waited for the clock.
const insert = statement<InsertedRow>(`
  with present as materialized (select date_trunc('milliseconds', clock_timestamp()) as now)
  insert into clock_donation (donation_id, clock_id, sum, rate_sum, rate_seconds, is_linear)
  select $1, c.id, case when c.over_at > present.now then $3::bigint end, c.rate_sum, c.rate_seconds, c.is_linear
  from clock c, present where c.id = $2
  returning seconds, (select now from present) as now`);

const reduce = statement(
  'update clock_donation set sum = sum - coalesce($2::bigint, sum) where donation_id = $1 and sum is not null',
);

interface AddedRow extends Record<string, unknown> {
  readonly donationId: string;
  readonly seconds: number;
}

const added = statement<AddedRow>(`
  select donation_id as "donationId", coalesce(seconds, 0) as seconds from clock_donation
  where donation_id = any ($1::uuid[]) and sum is not null`);

interface GivenTimeRow extends Record<string, unknown> {
  readonly seconds: number;
  readonly isCounted: boolean;
  readonly isFull: boolean;
}

const given = statement<GivenTimeRow>(`
  select coalesce(d.seconds, 0) as seconds, d.sum is not null as "isCounted", coalesce(
    c.most_seconds <= c.first_seconds
      + (select coalesce(sum(o.seconds), 0) from clock_donation o where o.clock_id = c.id)
      + (select coalesce(sum(x.seconds), 0) from clock_correction x where x.clock_id = c.id),
    false
  ) as "isFull"
  from clock_donation d join clock c on c.id = d.clock_id where d.donation_id = $1`);

const met = statement<{ id: string }>('select id from clock where project_id = $1 and over_at > $2 limit 1');

/** Locks the clock that a donation of this moment meets; null: none. */
export async function lockMetClock(tx: Tx, projectId: string, createdAt: Date): Promise<string | null> {
  return (await tx.run(lockMet, [projectId, createdAt]))[0]?.id ?? null;
}

/** Locks the clock that a donation counts for; null: it counts for none. */
export async function lockCountedClock(tx: Tx, donationId: string): Promise<string | null> {
  return (await tx.run(lockCounted, [donationId]))[0]?.id ?? null;
}

/** Writes a paid donation at the present rate of its locked clock; it counts unless that is over. */
export async function insertAddedTime(
  tx: Tx,
  { donationId, clockId, amount }: { readonly donationId: string; readonly clockId: string; readonly amount: number },
): Promise<InsertedRow> {
  const [row] = await tx.run(insert, [donationId, clockId, amount]);
  if (row === undefined) throw new Error(`the clock ${clockId} is gone`);
  return row;
}

/** Takes a refunded part out of a donation's row; null: all of it. */
export async function reduceAddedTime(tx: Tx, donationId: string, back: number | null): Promise<void> {
  await tx.run(reduce, [donationId, back]);
}

/** What one donation has added; null: it has met no clock. */
export async function readGivenTime(db: Queryable, donationId: string): Promise<GivenTimeRow | null> {
  return (await db.run(given, [donationId]))[0] ?? null;
}

/** What some donations have added; those that count for no clock are left out. */
export async function readAddedTime(db: Queryable, donationIds: readonly string[]): Promise<AddedRow[]> {
  return db.run(added, [donationIds]);
}

/** Whether a donation of this moment, which is not paid yet, has met a clock. */
export async function hasMetClock(db: Queryable, projectId: string, createdAt: Date): Promise<boolean> {
  return (await db.run(met, [projectId, createdAt])).length > 0;
}
