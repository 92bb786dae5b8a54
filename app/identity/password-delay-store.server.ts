import { sql } from 'drizzle-orm';
import type { Database, Queryable } from '#base/db.server.ts';

/** Tries before the first pause; a typing mistake costs nobody anything. */
const freeTries = 3;
const longestDelaySeconds = 3600;

/**
 * Counts a password try before it is looked at. Answers 0 where it may go on, else after how many seconds it may. From
 * the fourth on each try makes the next one wait: 1 s, 2 s, 4 s, up to an hour; a day without tries forgets them all.
 */
export async function countPasswordTry(db: Queryable, phone: string, address: string): Promise<number> {
  const counted = await db.execute(sql`
    insert into password_delay as known (phone, address, tries, next_try_at, last_try_at)
    values (${phone}, ${address}, 1, now(), now())
    on conflict (phone, address) do update set
      tries = case when known.last_try_at < now() - interval '1 day' then 1 else known.tries + 1 end,
      next_try_at = case
        when known.last_try_at < now() - interval '1 day' or known.tries + 1 < ${freeTries} then now()
        else now() + least(power(2, least(known.tries + 1 - ${freeTries}, 20)), ${longestDelaySeconds}) * interval '1 second'
      end,
      last_try_at = now()
    where known.next_try_at <= now()
    returning tries`);
  if (counted.rowCount === 1) return 0;
  const found = await db.execute<{ seconds: number }>(sql`
    select extract(epoch from next_try_at - now())::float8 as seconds from password_delay
    where phone = ${phone} and address = ${address}`);
  return Math.max(1, Math.ceil(found.rows[0]?.seconds ?? 1));
}

/** Forgets the tries of a phone from an address, after a right password. */
export async function forgetPasswordTries(db: Queryable, phone: string, address: string): Promise<void> {
  await db.execute(sql`delete from password_delay where phone = ${phone} and address = ${address}`);
}

/** Removes what has been forgotten anyway. */
export async function sweepPasswordDelays(db: Database): Promise<void> {
  await db.execute(sql`delete from password_delay where last_try_at < now() - interval '1 day'`);
}

/** Forgets the tries of a phone from everywhere, after its password was changed. */
export async function forgetAllPasswordTries(db: Queryable, phone: string): Promise<void> {
  await db.execute(sql`delete from password_delay where phone = ${phone}`);
}
