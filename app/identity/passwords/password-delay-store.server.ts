import { type Database, type Queryable, statement } from '#base/db/db.server.ts';

/** Attempts before the first delay, so that typing mistakes cost nothing. */
const freeTries = 3;
const longestDelaySeconds = 3600;

/** Networks that try one phone within an hour like a flood, not like its owner; the attempts that a new one then has behind it. */
const crowd = 20;
const triesInCrowd = 8;

const countTry = statement<{ tries: number }>(`
  insert into password_delay as known (phone, address, tries, next_try_at, last_try_at)
  values ($1, $2, case when not $3 and (
    select count(*) from (
      select from password_delay where phone = $1 and last_try_at > now() - interval '1 hour' limit ${crowd}
    ) as others) = ${crowd} then ${triesInCrowd} else 1 end, now(), now())
  on conflict (phone, address) do update set
    tries = case when known.last_try_at < now() - interval '1 day' then 1 else known.tries + 1 end,
    next_try_at = case
      when known.last_try_at < now() - interval '1 day' or known.tries + 1 < ${freeTries} then now()
      else now() + least(power(2, least(known.tries + 1 - ${freeTries}, 20)), ${longestDelaySeconds}) * interval '1 second'
    end,
    last_try_at = now()
  where known.next_try_at <= now()
  returning tries`);

const delay = statement<{ seconds: number }>(`
  select extract(epoch from next_try_at - now())::float8 as seconds from password_delay
  where phone = $1 and address = $2`);

/**
 * Counts a password attempt before the check. Returns 0 if it may proceed, else the seconds to wait. From the fourth attempt on the delay
 * doubles: 1 s, 2 s, 4 s, up to an hour. While a phone is tried from many networks, one that its owner has not logged in from begins with
 * the second attempt and a minute. `countedAs`: a network, or a browser that the owner has logged in with, wherever it is now. A day without
 * attempts resets the counter.
 */
export async function countPasswordTry(
  db: Queryable,
  { phone, countedAs, isKnown }: { phone: string; countedAs: string; isKnown: boolean },
): Promise<number> {
  const counted = await db.run(countTry, [phone, countedAs, isKnown]);
  if (counted.length === 1) return 0;
  const found = await db.run(delay, [phone, countedAs]);
  return Math.max(1, Math.ceil(found[0]?.seconds ?? 1));
}

const forget = statement('delete from password_delay where phone = $1 and address = $2');

/** Deletes the attempts of a phone from a network or browser, after a correct password. */
export async function forgetPasswordTries(db: Queryable, phone: string, countedAs: string): Promise<void> {
  await db.run(forget, [phone, countedAs]);
}

const sweep = statement(`delete from password_delay where last_try_at < now() - interval '1 day'`);

/** Deletes counters that have been reset anyway. */
export async function sweepPasswordDelays(db: Database): Promise<void> {
  await db.run(sweep, []);
}

const forgetAll = statement('delete from password_delay where phone = $1');

/** Deletes the attempts of a phone from all addresses, after a password change. */
export async function forgetAllPasswordTries(db: Queryable, phone: string): Promise<void> {
  await db.run(forgetAll, [phone]);
}
