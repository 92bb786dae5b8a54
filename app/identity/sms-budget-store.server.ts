import { sql } from 'drizzle-orm';
import type { Database, Queryable, Tx } from '#base/db.server.ts';
import { failures } from '#base/errors.ts';
import type { CodePurpose } from './sms-codes-store.server.ts';

/** How many codes may be sent (contract, section 2). */
export interface SmsBudget {
  /** Over all phones and addresses in an hour. */
  readonly globalPerHour: number;
}

/** A message that asks to be sent. */
interface Asked {
  readonly phone: string;
  readonly purpose: CodePurpose;
  readonly network: string;
}

/** Contract, section 2: for one phone and for one address. */
const gapSeconds = 60;
const perPhoneHour = 5;
const perPhoneDay = 10;
const perAddressHour = 30;

/** What stands in the way of a message, and the seconds until it no longer does. */
interface Obstacle extends Record<string, unknown> {
  readonly reason: 'gap' | 'phoneHour' | 'phoneDay' | 'addressHour' | 'globalHour';
  readonly seconds: number;
}

const reasons: Readonly<Record<Obstacle['reason'], string>> = {
  gap: 'Код уже отправлен. Новый можно запросить через минуту',
  phoneHour: 'На этот номер отправлено слишком много кодов за час. Попробуйте позже или войдите по паролю',
  phoneDay: 'На этот номер отправлено слишком много кодов за сутки. Попробуйте завтра или войдите по паролю',
  addressHour: 'С вашего адреса запрошено слишком много кодов за час. Попробуйте позже или войдите по паролю',
  globalHour: 'Сейчас запрашивают слишком много кодов. Попробуйте позже или войдите по паролю',
};

/**
 * A phone's codes are counted for each purpose by itself, and those of the second factor, for which a right password was
 * given, are not held back by the cap for everybody: nobody can keep a moderator out by asking for codes in his name.
 * Any window holds at most so many messages, not only one that begins on the hour: the n-th newest message of a full
 * window says when there is room again.
 */
async function findObstacle(
  db: Queryable,
  { phone, purpose, network }: Asked,
  budget: SmsBudget,
): Promise<Obstacle | null> {
  const found = await db.execute<Obstacle>(sql`
    select reason, extract(epoch from free_at - clock_timestamp())::float8 as seconds from (
      (select 'gap' as reason, sent_at + ${gapSeconds} * interval '1 second' as free_at from sms_sent
        where phone = ${phone} and purpose = ${purpose} and not has_failed order by sent_at desc limit 1)
      union all
      (select 'phoneHour', sent_at + interval '1 hour' from sms_sent
        where phone = ${phone} and purpose = ${purpose} order by sent_at desc offset ${perPhoneHour - 1} limit 1)
      union all
      (select 'phoneDay', sent_at + interval '1 day' from sms_sent
        where phone = ${phone} and purpose = ${purpose} order by sent_at desc offset ${perPhoneDay - 1} limit 1)
      union all
      (select 'addressHour', sent_at + interval '1 hour' from sms_sent
        where address = ${network} order by sent_at desc offset ${perAddressHour - 1} limit 1)
      union all
      (select 'globalHour', sent_at + interval '1 hour' from sms_sent where ${purpose} <> 'admin'
        order by sent_at desc offset ${budget.globalPerHour - 1} limit 1)
    ) as full_windows
    where free_at > clock_timestamp()
    order by free_at desc limit 1`);
  return found.rows[0] ?? null;
}

/** Throws `TooManyRequests` with the true reason where no code may be sent now. Spends nothing. */
export async function requireSmsBudget(db: Queryable, asked: Asked, budget: SmsBudget | null): Promise<void> {
  if (budget === null) return;
  const obstacle = await findObstacle(db, asked, budget);
  if (obstacle === null) return;
  const retryAfter = Math.max(1, Math.ceil(obstacle.seconds));
  throw failures.tooManyRequests.because({ message: reasons[obstacle.reason], retryAfter });
}

/**
 * Takes a message out of the budgets and answers its id, or throws `TooManyRequests`. One at a time over all processes:
 * the budgets hold exactly however many ask at once. Null: there are no budgets, messages are only counted.
 */
export async function takeFromSmsBudget(tx: Tx, asked: Asked, budget: SmsBudget | null): Promise<string> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('sms budget', 0))`);
  await requireSmsBudget(tx, asked, budget);
  const inserted = await tx.execute<{ id: string }>(sql`
    insert into sms_sent (phone, purpose, address, sent_at)
    values (${asked.phone}, ${asked.purpose}, ${asked.network}, clock_timestamp()) returning id`);
  const id = inserted.rows[0]?.id;
  if (id === undefined) throw new Error('the message was not counted');
  return id;
}

/** The gateway did not take a message: another may be tried at once, though it still counts for hour and day. */
export async function markSmsFailed(db: Database, id: string): Promise<void> {
  await db.execute(sql`update sms_sent set has_failed = true where id = ${id}`);
}

/** Removes what no budget counts any more. */
export async function sweepSmsBudget(db: Database): Promise<void> {
  await db.execute(sql`delete from sms_sent where sent_at < now() - interval '1 day'`);
}
