import { type Queryable, statement, type Tx } from '#base/db/db.server.ts';

interface EntrantRow extends Record<string, unknown> {
  readonly personId: string;
  /** The one by which the person is named. */
  readonly donationId: string;
}

/** Donations `d` by which people take part in the draw `w` of the project `p`; nobody takes part in an own one. */
const takesPart = `d.project_id = w.project_id and d.number is not null and d.paid_at >= w.starts_at and d.paid_at < w.ends_at
  and d.amount >= w.least_sum and d.refunded_at is null and d.donor_id is not null and d.donor_id <> p.user_id`;

const own = 'draw w join project p on p.id = w.project_id';

/** `offset 0`: the planner does not know how short a period is, and would read all donations of a project. */
const entering = `${own}, lateral (
    select d.id, d.number, d.donor_id, d.is_anonymous from donation d where ${takesPart} offset 0
  ) d`;

const entrants = statement<EntrantRow>(`
  select distinct on (d.donor_id) d.donor_id as "personId", d.id as "donationId"
  from ${entering} where w.id = $1 order by d.donor_id, d.is_anonymous, d.number`);

const counted = statement<{ id: string; count: number }>(`
  select w.id, count(distinct d.donor_id) as count
  from ${entering}
  where w.id = any ($1::uuid[]) and w.held_at is null and w.cancelled_at is null and w.removed_at is null group by w.id`);

const entered = statement<{ id: string }>(`
  select d.id from ${own} join donation d on ${takesPart} where w.id = $1 and d.donor_id = $2 limit 1`);

const kept = statement<{ id: string }>('select draw_id as id from draw_entry where draw_id = $1 and person_id = $2');

const insert = statement(`
  insert into draw_entry (draw_id, ticket, score, person_id, donation_id)
  select $1, decode(e.ticket, 'hex'), decode(e.score, 'hex'), e.person, e.donation
  from unnest($2::text[], $3::text[], $4::uuid[], $5::uuid[]) e (ticket, score, person, donation)`);

/** The first tickets in the order of their scores. */
const place = statement<{ personId: string | null }>(`
  with won as (
    select ticket, person_id, row_number() over (order by score) as place
    from (select * from draw_entry where draw_id = $1 order by score limit $2) first
  ), written as (insert into draw_place (draw_id, place, ticket) select $1, place, ticket from won)
  select person_id as "personId" from won order by place`);

/** Everybody who takes part in a draw, once, in no order. */
export async function readEntrants(db: Queryable, drawId: string): Promise<readonly EntrantRow[]> {
  return db.run(entrants, [drawId]);
}

/** How many people take part now in those of some draws that wait; where nobody does, and others, are left out. */
export async function countEntrants(db: Queryable, drawIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const rows = drawIds.length === 0 ? [] : await db.run(counted, [drawIds]);
  return new Map(rows.map(({ id, count }) => [id, count]));
}

/** Whether a person takes part now. */
export async function isEntered(db: Queryable, drawId: string, personId: string): Promise<boolean> {
  return (await db.run(entered, [drawId, personId])).length > 0;
}

/** Whether a person took part in a draw that was held. */
export async function hasEntry(db: Queryable, drawId: string, personId: string): Promise<boolean> {
  return (await db.run(kept, [drawId, personId])).length > 0;
}

/** A person's ticket, and what decides of it. */
export interface Entry extends EntrantRow {
  readonly ticket: Buffer;
  readonly score: Buffer;
}

/** At once in one statement. */
const batch = 5_000;

export async function insertEntries(tx: Tx, drawId: string, entries: readonly Entry[]): Promise<void> {
  for (let at = 0; at < entries.length; at += batch) {
    const part = entries.slice(at, at + batch);
    await tx.run(insert, [
      drawId,
      part.map(({ ticket }) => ticket.toString('hex')),
      part.map(({ score }) => score.toString('hex')),
      part.map(({ personId }) => personId),
      part.map(({ donationId }) => donationId),
    ]);
  }
}

/** Gives the first places of a draw whose entries are written. Returns who has won. */
export async function insertPlaces(tx: Tx, drawId: string, most: number): Promise<readonly string[]> {
  return (await tx.run(place, [drawId, most])).flatMap(({ personId }) => personId ?? []);
}
