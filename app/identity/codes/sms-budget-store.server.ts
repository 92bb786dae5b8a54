import { failures } from '#base/calls/errors.ts';
import { type Database, type Queryable, statement, type Tx } from '#base/db/db.server.ts';
import { sitePrefixOf } from '#base/process/network-of.ts';
import type { Origin } from '../origins/origin-of-try.server.ts';
import { type Reason, reasonOf } from './code-refusals.server.ts';
import type { CodePurpose } from './sms-codes-store.server.ts';

/** Limits on the number of codes (docs/rules.md#codes). */
export interface SmsBudget {
  /** Codes in an hour over all phones and addresses. */
  readonly globalPerHour: number;
  /** Called when a code is refused because so many are asked for. */
  onFull(): void;
}

/** A message to be sent. */
interface Asked {
  readonly phone: string;
  readonly purpose: CodePurpose;
  readonly network: string;
  readonly origin: Origin;
}

/** Limits of one phone and one address (docs/rules.md#codes). */
const gapSeconds = 60;
const perPhoneHour = 5;
const perPhoneDay = 10;
const perAddressHour = 30;

/** What strange networks and browsers may use of the codes of a phone whose owner has logged in elsewhere: the rest is the owner's. */
const strangePerPhoneHour = 3;
const strangePerPhoneDay = 6;

/** The share of the global cap that all networks of one site (an IPv6 /48) get together. */
const shareOfSite = 0.1;

/** Codes of a site in the last hour from which on it is busy, not quiet. */
const busyFrom = 2;

/** The shares of the global cap that are open to busy sites, and to all that nobody has logged in from. */
const shareOfBusy = 0.6;
const shareOfStrange = 0.85;

/** Codes a minute, as parts of the global cap, with a floor for small caps: busy sites cannot use up an hour in less than it. */
const minutesOfBusy = 60;
const minutesOfStrange = 20;
const leastPerMinute = 30;

/** The limit that blocks a message, and the seconds until it no longer does. */
interface Obstacle extends Record<string, unknown> {
  readonly reason: Reason;
  readonly seconds: number;
}

/** Windows of all codes: when they are full, people are refused for what others did. */
const ofAll: readonly Reason[] = ['busyMinute', 'busyHour', 'globalMinute', 'globalHour'];

const hourAgo = `clock_timestamp() - interval '1 hour'`;
const nth = (reason: Reason, window: string, where: string, offset: string) => `
    (select '${reason}' as reason, sent_at + interval '${window}' as free_at from sms_sent
      where ${where} order by sent_at desc offset ${offset} limit 1)`;

const firstObstacle = statement<Obstacle>(`
  with site as (
    select count(*) >= ${busyFrom} as is_busy from (
      select from sms_sent where address = $3 and sent_at > ${hourAgo}
      union all
      select from sms_sent where address <> $3 and starts_with(address, $4) and sent_at > ${hourAgo}
      limit ${busyFrom}
    ) as own
  )
  select reason, extract(epoch from free_at - clock_timestamp())::float8 as seconds from (
    ${[
      // The second factor follows a correct password: it waits for its own codes only.
      nth('gap', `${gapSeconds} s`, `phone = $1 and not has_failed and (purpose = $2 or $2 <> 'admin')`, '0'),
      nth('phoneHour', '1 hour', 'phone = $1 and purpose = $2', '$7'),
      nth('phoneDay', '1 day', 'phone = $1 and purpose = $2', '$8'),
      nth('addressHour', '1 hour', `$2 <> 'admin' and not $6 and address = $3`, `${perAddressHour - 1}`),
      nth('siteHour', '1 hour', `$2 <> 'admin' and not $6 and starts_with(address, $4) and sent_at > ${hourAgo}`, '$5'),
      nth('busyMinute', '1 minute', `$2 <> 'admin' and not $6 and (select is_busy from site)`, '$9'),
      nth('busyHour', '1 hour', `$2 <> 'admin' and not $6 and (select is_busy from site)`, '$10'),
      nth('globalMinute', '1 minute', `$2 <> 'admin' and not $6`, '$11'),
      nth('globalHour', '1 hour', `$2 <> 'admin'`, '$12'),
    ].join('\n    union all')}
  ) as full_windows
  where free_at > clock_timestamp()
  order by free_at desc limit 1`);

const placesOf = ({ globalPerHour }: SmsBudget, isKnown: boolean) => ({
  site: Math.max(perAddressHour, Math.floor(globalPerHour * shareOfSite)) - 1,
  busyMinute: Math.max(leastPerMinute, Math.floor(globalPerHour / minutesOfBusy)) - 1,
  busyHour: Math.floor(globalPerHour * shareOfBusy) - 1,
  minute: Math.max(2 * leastPerMinute, Math.floor(globalPerHour / minutesOfStrange)) - 1,
  hour: Math.floor(globalPerHour * (isKnown ? 1 : shareOfStrange)) - 1,
});

/**
 * A phone gets one code a minute for all purposes together; hours and days are counted for each purpose separately. The second factor
 * follows a correct password, so that only its own codes limit it. Where the owner of a phone has logged in before, codes are kept that
 * strangers cannot use up, and only the global cap applies beside the phone's. The windows slide: the n-th newest message of a full
 * window determines when the next one is allowed.
 */
async function findObstacle(
  db: Queryable,
  { phone, purpose, network, origin }: Asked,
  budget: SmsBudget,
): Promise<Obstacle | null> {
  const isKnown = origin === 'known';
  const isStrange = origin === 'strange' && purpose !== 'admin';
  const place = placesOf(budget, isKnown);
  const [row] = await db.run(firstObstacle, [
    phone,
    purpose,
    network,
    sitePrefixOf(network),
    place.site,
    isKnown,
    (isStrange ? strangePerPhoneHour : perPhoneHour) - 1,
    (isStrange ? strangePerPhoneDay : perPhoneDay) - 1,
    place.busyMinute,
    place.busyHour,
    place.minute,
    place.hour,
  ]);
  return row ?? null;
}

/** Throws `TooManyRequests` with the actual reason if no code may be sent now. Counts nothing. */
export async function requireSmsBudget(db: Queryable, asked: Asked, budget: SmsBudget | null): Promise<void> {
  if (budget === null) return;
  const obstacle = await findObstacle(db, asked, budget);
  if (obstacle === null) return;
  if (ofAll.includes(obstacle.reason)) budget.onFull();
  const retryAfter = Math.max(1, Math.ceil(obstacle.seconds));
  throw failures.tooManyRequests({ message: reasonOf(obstacle.reason, asked), retryAfter });
}

const lockBudget = statement(`select pg_advisory_xact_lock(hashtextextended('sms budget', 0))`);

const insert = statement<{ id: string }>(`
  insert into sms_sent (phone, purpose, address, sent_at)
  values ($1, $2, $3, clock_timestamp()) returning id`);

/**
 * Counts a message and returns its id, or throws `TooManyRequests`. A lock over all processes keeps the limits exact under concurrency.
 * `budget` null: no limits, messages are only counted.
 */
export async function takeFromSmsBudget(tx: Tx, asked: Asked, budget: SmsBudget | null): Promise<string> {
  await tx.run(lockBudget, []);
  await requireSmsBudget(tx, asked, budget);
  const [inserted] = await tx.run(insert, [asked.phone, asked.purpose, asked.network]);
  if (inserted === undefined) throw new Error('the message was not counted');
  return inserted.id;
}

const markFailed = statement('update sms_sent set has_failed = true where id = $1');

/** Marks a message that the gateway refused: the minute between two codes does not apply, the hour and day still count it. */
export async function markSmsFailed(db: Database, id: string): Promise<void> {
  await db.run(markFailed, [id]);
}

const sweep = statement(`delete from sms_sent where sent_at < now() - interval '1 day'`);

/** Deletes messages that no limit counts any more. */
export async function sweepSmsBudget(db: Database): Promise<void> {
  await db.run(sweep, []);
}
