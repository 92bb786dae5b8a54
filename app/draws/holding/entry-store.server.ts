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

/** Whose account is closed takes no part: with a phone that is free again nobody has two tickets. */
const isThere = (person: string) => `exists (select from person q where q.id = ${person} and q.blocked_at is null)`;

const entrants = statement<EntrantRow>(`
  select distinct on (d.donor_id) d.donor_id as "personId", d.id as "donationId"
  from ${entering} where w.id = $1 and ${isThere('d.donor_id')} order by d.donor_id, d.is_anonymous, d.number`);

const counted = statement<{ id: string; count: number }>(`
  select donors.id, count(*) as count
  from (
    select distinct w.id, d.donor_id from ${entering}
    where w.id = any ($1::uuid[]) and w.held_at is null and w.cancelled_at is null and w.removed_at is null
  ) donors
  where ${isThere('donors.donor_id')} group by donors.id`);

const entered = statement<{ id: string }>(`
  select d.id from ${own} join donation d on ${takesPart}
  where w.id = $1 and d.donor_id = $2 and ${isThere('d.donor_id')} limit 1`);

const kept = statement<{ id: string }>('select draw_id as id from draw_entry where draw_id = $1 and person_id = $2');

const tickets = statement<{ ticket: string }>(`
  select encode(ticket, 'hex') as ticket from draw_entry
  where draw_id = $1 and ticket > coalesce(decode($2, 'hex'), '') order by ticket limit $3`);

/** Every payment of a project has its totals locked until its commit. */
const awaitPayments = statement<{ id: string }>(
  'select project_id as id from project_total where project_id = $1 for share',
);

const insert = statement(`
  insert into draw_entry (draw_id, ticket, score, person_id, donation_id)
  select $1, decode(e.ticket, 'hex'), decode(e.score, 'hex'), e.person, e.donation
  from unnest($2::text[], $3::text[], $4::uuid[], $5::uuid[]) e (ticket, score, person, donation)`);

/** The first tickets in the order of their scores. */
const place = statement<{ personId: string | null }>(`
  with won as (
    select ticket, person_id, row_number() over (order by score) as place
    from (select ticket, person_id, score from draw_entry where draw_id = $1 order by score limit $2) first
  ), written as (insert into draw_place (draw_id, place, ticket) select $1, place, ticket from won)
  select person_id as "personId" from won order by place`);

/** Waits until all payments of a project that have begun are written. */
export async function awaitPaymentsOf(tx: Tx, projectId: string): Promise<void> {
  await tx.run(awaitPayments, [projectId]);
}

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

/** The tickets behind another one in their order; `after` undefined: the first ones. */
export async function readTickets(
  db: Queryable,
  drawId: string,
  { after, most }: { readonly after: string | undefined; readonly most: number },
): Promise<readonly string[]> {
  return (await db.run(tickets, [drawId, after ?? null, most])).map(({ ticket }) => ticket);
}

/** A person's ticket, and what decides of it. */
export interface Entry extends EntrantRow {
  readonly ticket: Buffer;
  readonly score: Buffer;
}

/** Writes some entries in one statement. */
export async function insertEntries(tx: Tx, drawId: string, entries: readonly Entry[]): Promise<void> {
  await tx.run(insert, [
    drawId,
    entries.map(({ ticket }) => ticket.toString('hex')),
    entries.map(({ score }) => score.toString('hex')),
    entries.map(({ personId }) => personId),
    entries.map(({ donationId }) => donationId),
  ]);
}

/** Gives the first places of a draw whose entries are written. Returns who has won. */
export async function insertPlaces(tx: Tx, drawId: string, most: number): Promise<readonly string[]> {
  return (await tx.run(place, [drawId, most])).flatMap(({ personId }) => personId ?? []);
}
