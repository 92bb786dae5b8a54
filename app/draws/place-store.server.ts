import { type Queryable, statement, type Tx } from '#base/db/db.server.ts';
import { answerDays, answerHours } from './draw-rules.ts';

/** A place of a draw with what its winner has written. */
export interface PlaceRow extends Record<string, unknown> {
  readonly drawId: string;
  readonly place: number;
  readonly ticket: Buffer;
  readonly donationId: string;
  readonly answer: string | null;
  readonly answeredAt: Date | null;
  readonly givenAt: Date | null;
  readonly passedAt: Date | null;
  /** From when on it may be passed on; null: it may not. */
  readonly passableAt: Date | null;
  readonly isPassable: boolean;
}

/** A draw whose winner has not answered. */
interface UnansweredRow extends Record<string, unknown> {
  readonly drawId: string;
  readonly text: string;
}

/**
 * An account that is closed cannot get anything, and whose money went back is not owed anything. The draw is not joined: where most draws are small
 * the planner would then read all who took part for each place.
 */
const isFree = `q.id is null or q.blocked_at is not null or d.refunded_at is not null or d.amount < (select g.least_sum from draw g where g.id = w.draw_id)`;

/** Whoever has got the prize keeps it, and whoever has answered keeps the place. */
const passableAt = `case
    when w.given_at is not null or w.passed_at is not null then null
    when ${isFree} then w.won_at
    when w.answer is null then w.won_at + interval '${answerHours} hours'
  end`;

const columns = `w.draw_id as "drawId", w.place, w.ticket, e.donation_id as "donationId", w.answer, w.answered_at as "answeredAt",
  w.given_at as "givenAt", w.passed_at as "passedAt", ${passableAt} as "passableAt",
  coalesce(${passableAt} <= statement_timestamp(), false) as "isPassable"`;

const joined = `draw_place w join draw_entry e on e.draw_id = w.draw_id and e.ticket = w.ticket
  join donation d on d.id = e.donation_id left join person q on q.id = e.person_id`;

const all = statement<PlaceRow>(`
  select ${columns} from ${joined} where w.draw_id = any ($1::uuid[]) order by w.draw_id, w.place`);

const own = statement<PlaceRow>(`select ${columns} from ${joined} where e.person_id = $2 and e.draw_id = $1`);

const unanswered = statement<UnansweredRow>(`
  select g.id as "drawId", g.text
  from draw_entry e join draw_place w on w.draw_id = e.draw_id and w.ticket = e.ticket join draw g on g.id = e.draw_id
    join project p on p.id = g.project_id join creator c on c.user_id = p.user_id
  where e.person_id = $1 and w.answer is null and w.given_at is null and w.passed_at is null and g.removed_at is null and not c.is_blocked
  order by w.won_at desc, g.id desc limit 20`);

const answered = statement(`
  update draw_place set answer = $3, answered_at = clock_timestamp() where draw_id = $1 and place = $2`);

const forget = statement(`
  update draw_place set answer = null, answered_at = null
  where given_at < statement_timestamp() - interval '${answerDays} days' and answer is not null`);

const given = statement(`
  update draw_place set given_at = case when $3 then coalesce(given_at, clock_timestamp()) end
  where draw_id = $1 and place = $2`);

const passed = statement('update draw_place set passed_at = clock_timestamp() where draw_id = $1 and place = $2');

const next = statement<{ personId: string | null }>(`
  with next as (
    select last.place + 1 as place, e.ticket, e.person_id
    from (select max(place) as place from draw_place where draw_id = $1) last, lateral (
      select ticket, person_id from draw_entry where draw_id = $1 order by score offset last.place limit 1
    ) e
  ), written as (insert into draw_place (draw_id, place, ticket) select $1, place, ticket from next)
  select person_id as "personId" from next`);

/** Who has won some draws, by draws and places. */
export async function readPlaces(db: Queryable, drawIds: readonly string[]): Promise<readonly PlaceRow[]> {
  return drawIds.length === 0 ? [] : db.run(all, [drawIds]);
}

/** What a person has won; null: nothing. */
export async function readOwnPlace(db: Queryable, drawId: string, personId: string): Promise<PlaceRow | null> {
  return (await db.run(own, [drawId, personId]))[0] ?? null;
}

/** What a person has won and not answered, the latest first, without draws that a moderator has taken away, and those of blocked creators. */
export function readUnanswered(db: Queryable, personId: string): Promise<UnansweredRow[]> {
  return db.run(unanswered, [personId]);
}

/** A place of a locked draw. */
interface NamedPlace {
  readonly drawId: string;
  readonly place: number;
}

export async function writeAnswer(tx: Tx, { drawId, place }: NamedPlace, answer: string): Promise<void> {
  await tx.run(answered, [drawId, place, answer]);
}

export async function markPlaceGiven(tx: Tx, { drawId, place }: NamedPlace, isGiven: boolean): Promise<void> {
  await tx.run(given, [drawId, place, isGiven]);
}

/** Gives the next ticket in order a place of its own, and writes that another place is passed on. Returns who has it; null: no ticket is left. */
export async function passOn(
  tx: Tx,
  { drawId, place }: NamedPlace,
): Promise<{ readonly personId: string | null } | null> {
  const [winner] = await tx.run(next, [drawId]);
  if (winner === undefined) return null;
  await tx.run(passed, [drawId, place]);
  return winner;
}

/** Forgets what winners have written, some time after they have got their prizes. */
export async function forgetAnswers(db: Queryable): Promise<void> {
  await db.run(forget, []);
}
