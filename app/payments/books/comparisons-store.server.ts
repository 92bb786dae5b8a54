import { type Queryable, statement } from '#base/db/db.server.ts';
import type { SystemResult } from './reconcile.server.ts';

/** How the books of one system compared, with the first of its differences. Amounts in minor units. */
export interface KeptResult extends SystemResult {
  /** How many differences there are. */
  readonly differing: number;
}

const mostKept = 100;

/** A result as it is kept, with the first of its differences. */
export function keptOf(result: SystemResult): KeptResult {
  const { differences } = result;
  return { ...result, differing: differences.length, differences: differences.slice(0, mostKept) };
}

/** A night's comparison. */
export interface Comparison extends Record<string, unknown> {
  /** The day on whose morning it was made, in the country's time zone. */
  readonly night: string;
  readonly since: Date;
  /** Null: it is under way, or was left by a process that ended. */
  readonly endedAt: Date | null;
  readonly isUnderWay: boolean;
  readonly results: readonly KeptResult[];
}

/** What a night has found, without its results. */
interface NightRow extends Record<string, unknown> {
  readonly night: string;
  readonly endedAt: Date | null;
  readonly isUnderWay: boolean;
  readonly isWhole: boolean;
  readonly differing: number;
}

// A process that was killed is followed by another after three hours, one that has stopped at once.
const take = statement<TakenNight & Record<string, unknown>>(`
  insert into book_comparison as kept (night, since) values ($1, $2)
  on conflict (night) do update set seen_at = now(), attempt = kept.attempt + 1, since = excluded.since
    where kept.ended_at is null and kept.seen_at < now() - interval '3 hours'
  returning night::text as night, attempt`);

const see = statement<{ attempt: number }>(`
  update book_comparison set seen_at = now() where night = $1 and attempt = $2 and ended_at is null returning attempt`);

const end = statement(`
  update book_comparison set ended_at = now(), is_whole = $3, differing = $4, results = $5::jsonb
  where night = $1 and attempt = $2 and ended_at is null`);

const leave = statement(`
  update book_comparison set seen_at = '-infinity' where night = $1 and attempt = $2 and ended_at is null`);

const forget = statement(`delete from book_comparison where night < $1::date - 90`);

const isUnderWay = `ended_at is null and seen_at > now() - interval '3 hours' as "isUnderWay"`;

const one = statement<Comparison>(`
  select night::text as night, since, ended_at as "endedAt", ${isUnderWay}, results
  from book_comparison where $1::date is null or night = $1::date order by night desc limit 1`);

const nights = statement<NightRow>(`
  select night::text as night, ended_at as "endedAt", ${isUnderWay}, is_whole as "isWhole", differing
  from book_comparison order by night desc limit $1`);

/** A night's comparison that this process makes. */
export interface TakenNight {
  readonly night: string;
  readonly attempt: number;
}

/** Takes a night; null: another process has it, or it was made. */
export async function takeNight(db: Queryable, night: string, since: Date): Promise<TakenNight | null> {
  return (await db.run(take, [night, since]))[0] ?? null;
}

/** Stores what was found, unless another process has taken the night in the meantime. */
export async function endNight(
  db: Queryable,
  { night, attempt }: TakenNight,
  found: { readonly isWhole: boolean; readonly results: readonly KeptResult[] },
): Promise<void> {
  const differing = found.results.reduce((sum, result) => sum + result.differing, 0);
  await db.run(end, [night, attempt, found.isWhole, differing, JSON.stringify(found.results)]);
}

/** Says that the comparison of a night goes on; false: another process has taken it. */
export async function seeNight(db: Queryable, { night, attempt }: TakenNight): Promise<boolean> {
  return (await db.run(see, [night, attempt])).length === 1;
}

/** Gives a night back that was not ended. */
export async function leaveNight(db: Queryable, { night, attempt }: TakenNight): Promise<void> {
  await db.run(leave, [night, attempt]);
}

/** Forgets the nights over 90 days before one. */
export async function forgetNights(db: Queryable, night: string): Promise<void> {
  await db.run(forget, [night]);
}

/** The comparison of a night, or of the last one; null: there is none. */
export async function readComparison(db: Queryable, night: string | null): Promise<Comparison | null> {
  return (await db.run(one, [night]))[0] ?? null;
}

/** The latest nights, the last one first. */
export async function latestNights(db: Queryable, most: number): Promise<readonly NightRow[]> {
  return db.run(nights, [most]);
}
