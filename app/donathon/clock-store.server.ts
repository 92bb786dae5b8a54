import { type Queryable, statement, type Tx } from '#base/db/db.server.ts';

/** A clock as stored, with what donations have brought; sums in minor units. */
export interface ClockRow extends Record<string, unknown> {
  readonly id: string;
  readonly projectId: string;
  readonly startedAt: Date;
  readonly firstSeconds: number;
  /** Null: no cap. */
  readonly mostSeconds: number | null;
  readonly rateSum: number;
  readonly rateSeconds: number;
  readonly isLinear: boolean;
  /** Without the pause that lasts. */
  readonly endsAt: Date;
  readonly pausedAt: Date | null;
  readonly closedAt: Date | null;
  readonly endedFor: string | null;
  readonly revision: number;
  readonly sum: number;
  /** Of donations. */
  readonly count: number;
  readonly added: number;
  /** By hand. */
  readonly corrected: number;
  /** The moment of reading, in whole milliseconds: whatever a transaction decides of a locked clock, it decides for this moment. */
  readonly now: Date;
  readonly isOver: boolean;
}

export interface CorrectionRow extends Record<string, unknown> {
  readonly seconds: number;
  readonly madeAt: Date;
}

/** Read once in a statement, so that `now` and `isOver` agree. Not `now()`: a transaction that has waited for a clock began before it. */
const present = `(select date_trunc('milliseconds', clock_timestamp()) as now) present`;

const columns = `c.id, c.project_id as "projectId", c.started_at as "startedAt", c.first_seconds as "firstSeconds",
  c.most_seconds as "mostSeconds", c.rate_sum as "rateSum", c.rate_seconds as "rateSeconds", c.is_linear as "isLinear",
  c.ends_at as "endsAt", c.paused_at as "pausedAt",
  case when c.over_at <= present.now then c.over_at end as "closedAt", c.ended_for as "endedFor", c.revision,
  given.sum, given.count, given.added, (
    select coalesce(sum(x.seconds), 0)::bigint from clock_correction x where x.clock_id = c.id
  ) as corrected, present.now, c.over_at <= present.now as "isOver"`;

/** What counts, added up from an index alone. */
const given = `lateral (
    select coalesce(sum(d.sum), 0)::bigint as sum, count(*) filter (where d.sum > 0) as count,
      coalesce(sum(d.seconds), 0)::bigint as added
    from clock_donation d where d.clock_id = c.id
  ) given`;

const byId = statement<ClockRow>(`select ${columns} from clock c, ${present}, ${given} where c.id = $1`);

const last = statement<ClockRow>(`
  select ${columns} from clock c, ${present}, ${given} where c.project_id = $1 order by c.started_at desc limit 1`);

const corrections = statement<CorrectionRow>(`
  select seconds, made_at as "madeAt" from clock_correction where clock_id = $1 order by number desc limit $2`);

const lock = statement<{ id: string }>('select id from clock where id = $1 for no key update');

const lockProject = statement('select pg_advisory_xact_lock(hashtextextended($1, 66))');

// A payment that has prolonged it may not be committed yet.
const lockLast = statement<{ id: string }>(`
  select id from clock where project_id = $1 order by started_at desc limit 1 for no key update`);

const insert = statement(`
  insert into clock (id, project_id, started_at, first_seconds, most_seconds, rate_sum, rate_seconds, is_linear, ends_at)
  select $1, $2, present.now, $3::integer, $4, $5, $6, $7, present.now + make_interval(secs => $3::integer)
  from ${present}`);

/**
 * The end and the pause from the rows that make them, at the moment `$2` of the transaction; a clock without time left is over at that moment.
 * Seconds, not intervals, are added: a day of an interval may have 23 hours.
 */
const project = statement(`
  with made as (
    select c.id, c.started_at + make_interval(secs => least(
        coalesce(c.most_seconds, $3::integer),
        c.first_seconds
          + coalesce((select sum(d.seconds) from clock_donation d where d.clock_id = c.id), 0)
          + coalesce((select sum(x.seconds) from clock_correction x where x.clock_id = c.id), 0)
      )::float8 + coalesce((
        select sum(extract(epoch from p.ended_at - p.started_at)) from clock_pause p where p.clock_id = c.id
      ), 0)::float8) as ends_at,
      (select p.started_at from clock_pause p where p.clock_id = c.id and p.ended_at is null) as paused_at
    from clock c where c.id = $1
  )
  update clock c set ends_at = made.ends_at, paused_at = made.paused_at,
    closed_at = case when made.ends_at <= coalesce(made.paused_at, $2::timestamptz) then $2::timestamptz end
  from made where c.id = made.id`);

const pause = statement('insert into clock_pause (clock_id, started_at) values ($1, $2)');

const resume = statement(
  'update clock_pause set ended_at = greatest($2, started_at) where clock_id = $1 and ended_at is null',
);

const correct = statement(`
  insert into clock_correction (clock_id, number, seconds, made_at)
  select $1, coalesce(max(number), 0) + 1, $2, $3 from clock_correction where clock_id = $1`);

const changeRate = statement('update clock set rate_sum = $2, rate_seconds = $3, is_linear = $4 where id = $1');

const revise = statement('update clock set revision = revision + 1 where id = $1');

const end = statement('update clock set closed_at = $2, ended_for = $3 where id = $1');

/** The last clock of a project, over or not; null: there was none. */
export async function readLastClock(db: Queryable, projectId: string): Promise<ClockRow | null> {
  return (await db.run(last, [projectId]))[0] ?? null;
}

/** The last corrections by hand, newest first. */
export async function readCorrections(db: Queryable, clockId: string, most: number): Promise<CorrectionRow[]> {
  return db.run(corrections, [clockId, most]);
}

/** A clock that the transaction has locked, as it is now; null: there is none. */
export async function readClock(tx: Tx, id: string): Promise<ClockRow | null> {
  return (await tx.run(byId, [id]))[0] ?? null;
}

/** Locks a clock against donations, refunds and its creator; null: there is none. */
export async function lockClock(tx: Tx, id: string): Promise<ClockRow | null> {
  // What was written while the lock was waited for is only seen by the next statement.
  const found = await tx.run(lock, [id]);
  return found.length === 0 ? null : readClock(tx, id);
}

/** The last clock of a project; until the transaction ends no other one is started. */
export async function lockStart(tx: Tx, projectId: string): Promise<ClockRow | null> {
  await tx.run(lockProject, [projectId]);
  await tx.run(lockLast, [projectId]);
  return readLastClock(tx, projectId);
}

/** So many seconds for so many minor units. */
export interface StoredRate {
  readonly sum: number;
  readonly seconds: number;
  readonly isLinear: boolean;
}

/** A new clock; `most` null: no cap. */
export interface NewClock extends StoredRate {
  readonly projectId: string;
  readonly firstSeconds: number;
  readonly mostSeconds: number | null;
}

export async function insertClock(tx: Tx, id: string, clock: NewClock): Promise<void> {
  const { projectId, firstSeconds, mostSeconds, sum, seconds, isLinear } = clock;
  await tx.run(insert, [id, projectId, firstSeconds, mostSeconds, sum, seconds, isLinear]);
}

/** Works out anew when a locked clock that is not over ends. `longest`: its most seconds where its creator has set no cap. */
export async function projectEnd(tx: Tx, clockId: string, at: Date, longest: number): Promise<void> {
  await tx.run(project, [clockId, at, longest]);
}

export async function pauseClock(tx: Tx, clockId: string, at: Date): Promise<void> {
  await tx.run(pause, [clockId, at]);
}

export async function resumeClock(tx: Tx, clockId: string, at: Date): Promise<void> {
  await tx.run(resume, [clockId, at]);
}

export async function correctClock(tx: Tx, clockId: string, at: Date, seconds: number): Promise<void> {
  await tx.run(correct, [clockId, seconds, at]);
}

/** Donations that are paid from now on count at this rate. */
export async function writeRate(tx: Tx, clockId: string, { sum, seconds, isLinear }: StoredRate): Promise<void> {
  await tx.run(changeRate, [clockId, sum, seconds, isLinear]);
}

/** Marks that the creator has changed the clock: what another page does on what it read before is refused. */
export async function reviseClock(tx: Tx, clockId: string): Promise<void> {
  await tx.run(revise, [clockId]);
}

/** Ends a locked clock. `reason`: of the staff; null: its creator ends it. */
export async function endClock(tx: Tx, clockId: string, at: Date, reason: string | null): Promise<void> {
  await tx.run(end, [clockId, at, reason]);
}
