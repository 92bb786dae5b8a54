import { type Queryable, statement, type Tx } from '#base/db/db.server.ts';
import { answerHours } from '../draw-rules.ts';

/** A place of a draw with what its winner has written. */
export interface PlaceRow extends Record<string, unknown> {
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

/** Whoever has answered, or has got it, keeps the place; an account that is gone cannot answer. */
const passableAt = `case when w.given_at is null and w.passed_at is null and w.answer is null
  then w.won_at + case when e.person_id is null then interval '0' else interval '${answerHours} hours' end end`;

const columns = `w.place, w.ticket, e.donation_id as "donationId", w.answer, w.answered_at as "answeredAt", w.given_at as "givenAt",
  w.passed_at as "passedAt", ${passableAt} as "passableAt", coalesce(${passableAt} <= statement_timestamp(), false) as "isPassable"`;

const joined = 'draw_place w join draw_entry e on e.draw_id = w.draw_id and e.ticket = w.ticket';

const all = statement<PlaceRow>(`select ${columns} from ${joined} where w.draw_id = $1 order by w.place`);

const own = statement<PlaceRow>(`select ${columns} from ${joined} where e.person_id = $2 and e.draw_id = $1`);

const tickets = statement<{ ticket: string }>(`
  select encode(ticket, 'hex') as ticket from draw_entry
  where draw_id = $1 and ticket > coalesce(decode($2, 'hex'), '') order by ticket limit $3`);

const answered = statement(`
  update draw_place set answer = $3, answered_at = clock_timestamp() where draw_id = $1 and place = $2`);

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

/** Who has won, by places. */
export async function readPlaces(db: Queryable, drawId: string): Promise<readonly PlaceRow[]> {
  return db.run(all, [drawId]);
}

/** What a person has won; null: nothing. */
export async function readOwnPlace(db: Queryable, drawId: string, personId: string): Promise<PlaceRow | null> {
  return (await db.run(own, [drawId, personId]))[0] ?? null;
}

/** The tickets behind another one in their order; `after` undefined: the first ones. */
export async function readTickets(
  db: Queryable,
  drawId: string,
  { after, most }: { readonly after: string | undefined; readonly most: number },
): Promise<readonly string[]> {
  return (await db.run(tickets, [drawId, after ?? null, most])).map(({ ticket }) => ticket);
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
