import { failures } from '#base/calls/errors.ts';
import { type Database, type Queryable, statement, type Tx } from '#base/db/db.server.ts';
import { sitePrefixOf } from '#base/http/network-of.ts';
import type { CodePurpose } from './sms-codes-store.server.ts';

/** Limits on the number of codes (docs/rules.md#codes). */
export interface SmsBudget {
  /** Codes in an hour over all phones and addresses. */
  readonly globalPerHour: number;
}

/** A message to be sent. */
interface Asked {
  readonly phone: string;
  readonly purpose: CodePurpose;
  readonly network: string;
}

/** Limits of one phone and one address (docs/rules.md#codes). */
const gapSeconds = 60;
const perPhoneHour = 5;
const perPhoneDay = 10;
const perAddressHour = 30;

/** The share of the global cap that all networks of one site (an IPv6 /48) get together. */
const shareOfSite = 0.1;

/** The limit that blocks a message, and the seconds until it no longer does. */
interface Obstacle extends Record<string, unknown> {
  readonly reason: 'gap' | 'phoneHour' | 'phoneDay' | 'addressHour' | 'siteHour' | 'globalHour';
  readonly seconds: number;
}

const reasons: Readonly<Record<Obstacle['reason'], string>> = {
  gap: 'Код уже отправлен. Новый можно запросить через минуту',
  phoneHour: 'На этот номер отправлено слишком много кодов за час. Попробуйте позже или войдите по паролю',
  phoneDay: 'На этот номер отправлено слишком много кодов за сутки. Попробуйте завтра или войдите по паролю',
  addressHour: 'С вашего адреса запрошено слишком много кодов за час. Попробуйте позже или войдите по паролю',
  siteHour: 'Из вашей сети запрошено слишком много кодов за час. Попробуйте позже или войдите по паролю',
  globalHour: 'Сейчас запрашивают слишком много кодов. Попробуйте позже или войдите по паролю',
};

const firstObstacle = statement<Obstacle>(`
  select reason, extract(epoch from free_at - clock_timestamp())::float8 as seconds from (
    (select 'gap' as reason, sent_at + ${gapSeconds} * interval '1 second' as free_at from sms_sent
      where phone = $1 and not has_failed order by sent_at desc limit 1)
    union all
    (select 'phoneHour', sent_at + interval '1 hour' from sms_sent
      where phone = $1 and purpose = $2 order by sent_at desc offset ${perPhoneHour - 1} limit 1)
    union all
    (select 'phoneDay', sent_at + interval '1 day' from sms_sent
      where phone = $1 and purpose = $2 order by sent_at desc offset ${perPhoneDay - 1} limit 1)
    union all
    (select 'addressHour', sent_at + interval '1 hour' from sms_sent
      where address = $3 order by sent_at desc offset ${perAddressHour - 1} limit 1)
    union all
    (select 'siteHour', sent_at + interval '1 hour' from sms_sent
      where $2 <> 'admin' and starts_with(address, $4) and sent_at > clock_timestamp() - interval '1 hour'
      order by sent_at desc offset $5 limit 1)
    union all
    (select 'globalHour', sent_at + interval '1 hour' from sms_sent where $2 <> 'admin'
      order by sent_at desc offset $6 limit 1)
  ) as full_windows
  where free_at > clock_timestamp()
  order by free_at desc limit 1`);

/**
 * A phone gets one code a minute for all purposes together. Hours and days are counted for each purpose separately, and the global cap does
 * not apply to codes of the second factor, which follow a correct password: an attacker who requests codes for a moderator's phone delays
 * him by at most five minutes of an hour. The windows slide: the n-th newest message of a full window determines when the next one is
 * allowed.
 */
async function findObstacle(
  db: Queryable,
  { phone, purpose, network }: Asked,
  budget: SmsBudget,
): Promise<Obstacle | null> {
  const sitePrefix = sitePrefixOf(network);
  const perSiteHour = Math.max(perAddressHour, Math.floor(budget.globalPerHour * shareOfSite));
  const [row] = await db.run(firstObstacle, [
    phone,
    purpose,
    network,
    sitePrefix,
    perSiteHour - 1,
    budget.globalPerHour - 1,
  ]);
  return row ?? null;
}

/** Throws `TooManyRequests` with the actual reason if no code may be sent now. Counts nothing. */
export async function requireSmsBudget(db: Queryable, asked: Asked, budget: SmsBudget | null): Promise<void> {
  if (budget === null) return;
  const obstacle = await findObstacle(db, asked, budget);
  if (obstacle === null) return;
  const retryAfter = Math.max(1, Math.ceil(obstacle.seconds));
  throw failures.tooManyRequests.because({ message: reasons[obstacle.reason], retryAfter });
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
