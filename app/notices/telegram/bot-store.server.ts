import { type Queryable, statement, type Tx } from '#base/db/db.server.ts';

/** Longer than one question for updates takes. After this time another process may ask. */
const holdSeconds = 60;

/** Telegram repeats an update for at most a day, and numbers updates anew after a week without any. */
const rememberedDays = 2;

const add = statement('insert into telegram_bot (id) values ($1) on conflict (id) do nothing');

const named = statement<{ userName: string | null; hasMiniApp: boolean }>(
  'select user_name as "userName", has_mini_app as "hasMiniApp" from telegram_bot where id = $1',
);

const rename = statement('update telegram_bot set user_name = $2, has_mini_app = $3 where id = $1');

const hold = statement<{ next: number }>(`
  update telegram_bot set holder = $2, held_until = now() + interval '${holdSeconds} seconds'
  where id = $1 and (holder = $2 or held_until < now())
  returning case when exists (select from telegram_update where bot_id = $1) then next_update else 0 end as next`);

const advance = statement<{ id: number }>(`
  update telegram_bot set next_update = $3, held_until = now() + interval '${holdSeconds} seconds'
  where id = $1 and holder = $2 returning id`);

const letGo = statement('update telegram_bot set held_until = now() where id = $1 and holder = $2');

const take = statement<{ id: number }>(`
  insert into telegram_update (bot_id, id) values ($1, $2) on conflict (bot_id, id) do nothing returning id`);

const forget = statement(`delete from telegram_update where taken_at < now() - interval '${rememberedDays} days'`);

/** A turn of writing to the staff. */
interface StaffTurn extends Record<string, unknown> {
  /** What was written last. */
  readonly text: string | null;
  /** The end of the turn is recorded only under this lease: another process may have taken one meanwhile. */
  readonly lease: string;
}

const takeStaffTurn = statement<StaffTurn>(`
  update telegram_bot set staff_next_at = now() + interval '5 minutes' where id = $1 and staff_next_at <= now()
  returning staff_text as text, staff_next_at::text as lease`);

const endStaffTurn = statement(`
  update telegram_bot set staff_text = $3, staff_next_at = now() + $4::float8 * interval '1 second'
  where id = $1 and staff_next_at = $2::timestamptz`);

/** Adds the row of a bot where there is none. */
export async function addBot(db: Queryable, botId: number): Promise<void> {
  await db.run(add, [botId]);
}

/** What Telegram says of a bot. */
export interface BotFacts {
  readonly userName: string;
  /** `t.me/<bot>?startapp=` opens its main Mini App. */
  readonly hasMiniApp: boolean;
}

/** What is stored of a bot; null: not known yet. */
export async function readBotFacts(db: Queryable, botId: number): Promise<BotFacts | null> {
  const [row] = await db.run(named, [botId]);
  if (row === undefined || row.userName === null) return null;
  return { userName: row.userName, hasMiniApp: row.hasMiniApp };
}

export async function writeBotFacts(db: Queryable, botId: number, { userName, hasMiniApp }: BotFacts): Promise<void> {
  await db.run(rename, [botId, userName, hasMiniApp]);
}

/**
 * Makes a process the one that asks for updates. Returns the number of the next one, after days without any 0 for the first that waits;
 * null: another process asks.
 */
export async function holdBot(db: Queryable, botId: number, holder: string): Promise<number | null> {
  return (await db.run(hold, [botId, holder]))[0]?.next ?? null;
}

/** Records up to which number updates were handled, and prolongs the hold; false: another process asks now. */
export async function advanceBot(db: Queryable, botId: number, holder: string, next: number): Promise<boolean> {
  return (await db.run(advance, [botId, holder, next])).length > 0;
}

/** Lets another process ask at once. */
export async function letGoOfBot(db: Queryable, botId: number, holder: string): Promise<void> {
  await db.run(letGo, [botId, holder]);
}

/** Takes an update in the transaction of its effect; false where it was taken before. */
export async function takeUpdate(tx: Tx, botId: number, updateId: number): Promise<boolean> {
  return (await tx.run(take, [botId, updateId])).length > 0;
}

/** Forgets updates that are too old to be repeated. */
export async function forgetUpdates(db: Queryable): Promise<void> {
  await db.run(forget, []);
}

/** Takes the turn of writing to the staff; null: it is not due, or another process has it. */
export async function takeTurnOfStaff(db: Queryable, botId: number): Promise<StaffTurn | null> {
  return (await db.run(takeStaffTurn, [botId]))[0] ?? null;
}

/** Records what the staff was written last, and in how many seconds it is looked after again, unless the turn is another process's by now. */
export async function endTurnOfStaff(
  db: Queryable,
  botId: number,
  { lease, text, seconds }: StaffTurn & { readonly seconds: number },
): Promise<void> {
  await db.run(endStaffTurn, [botId, lease, text, seconds]);
}
