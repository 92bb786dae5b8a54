import { type Queryable, statement, type Tx } from '#base/db/db.server.ts';
import { totalOf } from '#base/db/list-total.server.ts';

interface Figures {
  readonly votes: number;
  readonly sum: number;
  /** Donations. */
  readonly count: number;
}

/** An option with what counts for it, in minor units. */
export interface OptionRow extends Figures {
  readonly optionId: number;
  readonly text: string;
  readonly isHidden: boolean;
  /** Its code word; null: none. */
  readonly code: string | null;
  /** Somebody has chosen it, paid or not. */
  readonly isChosen: boolean;
  /** What donors have suggested is offered once its creator has accepted it. */
  readonly state: 'offered' | 'waiting' | 'declined';
  readonly isSuggested: boolean;
  /** Why a moderator has declined it; null: none has. */
  readonly declinedFor: string | null;
}

/** A vote as stored; sums in minor units. */
interface VoteRow extends Record<string, unknown> {
  readonly id: string;
  readonly question: string;
  readonly price: number;
  readonly endsAt: Date | null;
  readonly endSum: number | null;
  readonly isOpen: boolean;
  readonly closedAt: Date | null;
  /** Why a moderator has taken it away; null: none has. */
  readonly removedFor: string | null;
  readonly createdAt: Date;
  readonly revision: number;
  readonly takesSuggestions: boolean;
  /** Somebody has chosen or suggested something, paid or not. */
  readonly isAnswered: boolean;
}

/** `suggestions`: what donors have suggested and is not offered, as far as its creator has to know. */
export type VoteWithOptions = VoteRow & {
  readonly options: readonly OptionRow[];
  readonly suggestions: readonly OptionRow[];
};

// Not `now()`: a transaction that has waited for a vote began before it.
const isOpen = 'v.over_at > statement_timestamp()';

const columns = `v.id, v.question, v.price, v.ends_at as "endsAt", v.end_sum as "endSum", ${isOpen} as "isOpen",
  case when not ${isOpen} then v.over_at end as "closedAt", v.removed_for as "removedFor", v.created_at as "createdAt", v.revision,
  v.takes_suggestions as "takesSuggestions"`;

const isRecent = `v.removed_at is null and v.over_at > statement_timestamp() - interval '1 day'`;

type JoinedRow = VoteRow & OptionRow & { readonly total: number; readonly place: number };

/**
 * Each option of some votes with its vote; for `all` with what was suggested, is paid and waits, or was declined by a moderator. An option's figures are
 * added up from an index alone.
 */
const joined = (votes: string, all: string) => `
  with picked as materialized (${votes}),
  counted as (
    select ${columns}, v.total, o.number as "optionId", o.text, o.is_hidden as "isHidden", o.code, o.state, o.folded is not null as "isSuggested",
      o.declined_for as "declinedFor", o.place, c.votes, c.sum, c.count, c."isChosen",
      bool_or(c."isChosen") over (partition by v.id) as "isAnswered"
    from picked v join vote_option o on o.vote_id = v.id and (o.state = 'offered' or ${all}), lateral (
      select coalesce(sum(c.votes), 0)::bigint as votes, coalesce(sum(c.sum), 0)::bigint as sum,
        count(*) filter (where c.sum > 0) as count, count(*) > 0 as "isChosen"
      from vote_choice c where c.vote_id = o.vote_id and c.number = o.number
    ) c
  )
  select * from counted
  where state = 'offered' or (state = 'waiting' and count > 0) or "declinedFor" is not null
  order by id desc, place, "optionId"`;

const listed = statement<JoinedRow>(
  joined(
    `select v.*, count(*) over () as total from vote v
    where v.project_id = $1 and ($2 or (${isRecent})) order by v.id desc offset $3 limit $4`,
    '$2',
  ),
);

/** What everybody may see: the open ones, then what ended last. */
const shown = statement<JoinedRow>(
  joined(
    `select v.*, count(*) over () as total from vote v
    where v.project_id = $1 and ${isRecent} order by ${isOpen} desc, v.over_at desc, v.id desc limit $2`,
    'false',
  ),
);

const read = statement<JoinedRow>(joined('select v.*, count(*) over () as total from vote v where v.id = $1', 'true'));

const counted = statement<{ total: number }>(
  `select count(*) as total from vote v where v.project_id = $1 and ($2 or (${isRecent}))`,
);

const lock = statement<{ id: string }>('select id from vote where id = $1 and project_id = $2 for update');

const lockProject = statement('select pg_advisory_xact_lock(hashtextextended($1, 64))');

const openOnes = statement<{ count: number }>(
  `select count(*) as count from vote v where v.project_id = $1 and ${isOpen}`,
);

const insert = statement(`
  insert into vote (id, project_id, question, price, ends_at, end_sum, closed_at, takes_suggestions)
  values ($1, $2, $3, $4, $5, $6, case when $7 then clock_timestamp() end, coalesce($8::boolean, false))`);

const update = statement(`
  update vote set question = $2, price = $3, ends_at = $4, end_sum = $5,
    closed_at = case when $6 then clock_timestamp() end, takes_suggestions = coalesce($7::boolean, takes_suggestions),
    revision = revision + 1
  where id = $1`);

const remove = statement<{ projectId: string }>(`
  update vote set closed_at = coalesce(closed_at, clock_timestamp()),
    removed_at = coalesce(removed_at, clock_timestamp()), removed_for = coalesce(removed_for, $2)
  where id = $1 returning project_id as "projectId"`);

const removeOthers = statement(
  "delete from vote_option where vote_id = $1 and state = 'offered' and number <> all ($2::integer[])",
);

const writeOptions = statement(`
  insert into vote_option (vote_id, number, text, is_hidden, place, code)
  select $1, number, text, is_hidden, place, code
  from jsonb_to_recordset($2::jsonb) as option (number integer, text text, is_hidden boolean, place integer, code text)
  on conflict (vote_id, number) do update set
    text = excluded.text, is_hidden = excluded.is_hidden, place = excluded.place, code = excluded.code`);

const taken = statement<{ code: string | null }>(`
  select o.code from vote own
    join vote v on v.project_id = own.project_id and v.id <> own.id and ${isOpen}
    join vote_option o on o.vote_id = v.id and o.state = 'offered'
  where own.id = $1 and o.code = any ($2::text[])`);

const lockProjectOf = statement(
  'select pg_advisory_xact_lock(hashtextextended(project_id::text, 64)) from vote where id = $1',
);

const endBySum = statement<{ id: string }>(`
  update vote v set closed_at = clock_timestamp()
  where v.id = $1 and v.closed_at is null
    and (
      select sum(c.sum) from vote_option o join vote_choice c on c.vote_id = o.vote_id and c.number = o.number
      where o.vote_id = v.id and o.state = 'offered'
    ) >= v.end_sum
  returning v.id`);

/** Rows that are joined with their options, as votes. */
function votesOf(rows: readonly JoinedRow[]): VoteWithOptions[] {
  return [...Map.groupBy(rows, ({ id }) => id).values()].flatMap((all) => {
    const options = all.filter(({ state }) => state === 'offered');
    const suggestions = all
      .filter(({ state }) => state !== 'offered')
      .sort((one, other) => one.optionId - other.optionId);
    return all.slice(0, 1).map((vote) => ({ ...vote, options, suggestions }));
  });
}

interface Listed {
  readonly items: readonly VoteWithOptions[];
  readonly count: number;
}

/** The votes of a project, newest first; not `all`: those that are open or have ended in the last 24 hours. */
export async function readVotes(
  db: Queryable,
  projectId: string,
  { all, skip, take }: { readonly all: boolean; readonly skip: number; readonly take: number },
): Promise<Listed> {
  const rows = await db.run(listed, [projectId, all, skip, take]);
  return { items: votesOf(rows), count: await totalOf(rows, skip, () => db.run(counted, [projectId, all])) };
}

/** A project's votes that everybody sees: the open ones before those that ended last. */
export async function readShownVotes(db: Queryable, projectId: string, most: number): Promise<VoteWithOptions[]> {
  return votesOf(await db.run(shown, [projectId, most]));
}

/** Locks a vote of a project against choices, payments and changes; null: there is none. */
export async function lockVote(tx: Tx, id: string, projectId: string): Promise<VoteWithOptions | null> {
  // What was written while the lock was waited for is only seen by the next statement.
  const found = await tx.run(lock, [id, projectId]);
  return found.length === 0 ? null : (votesOf(await tx.run(read, [id]))[0] ?? null);
}

/** How many votes of a project are open; until the transaction ends no other one is made. */
export async function countOpenVotes(tx: Tx, projectId: string): Promise<number> {
  await tx.run(lockProject, [projectId]);
  return (await tx.run(openOnes, [projectId]))[0]?.count ?? 0;
}

/** What is written of a vote, in minor units. */
export interface WrittenVote {
  readonly question: string;
  readonly price: number;
  readonly endsAt: string | null;
  readonly endSum: number | null;
  readonly close: boolean;
  /** Undefined: as it was. */
  readonly takesSuggestions?: boolean | undefined;
}

const valuesOf = ({ question, price, endsAt, endSum, close, takesSuggestions }: WrittenVote) => [
  question,
  price,
  endsAt,
  endSum,
  close,
  takesSuggestions ?? null,
];

export async function insertVote(tx: Tx, id: string, projectId: string, vote: WrittenVote): Promise<void> {
  await tx.run(insert, [id, projectId, ...valuesOf(vote)]);
}

export async function updateVote(tx: Tx, id: string, vote: WrittenVote): Promise<void> {
  await tx.run(update, [id, ...valuesOf(vote)]);
}

/** Ends a vote, so that only its creator and the staff still see it. Returns its project; null: there is no such vote. */
export async function removeVote(tx: Tx, id: string, reason: string): Promise<string | null> {
  return (await tx.run(remove, [id, reason]))[0]?.projectId ?? null;
}

/** An option in its place. */
export interface WrittenOption {
  readonly number: number;
  readonly text: string;
  readonly isHidden: boolean;
  /** Its code word; null: none. */
  readonly code: string | null;
}

/** Writes the options of a locked vote and removes all others, but for what donors have suggested and is not offered. */
export async function replaceOptions(tx: Tx, voteId: string, options: readonly WrittenOption[]): Promise<void> {
  const rows = options.map(({ number, text, isHidden, code }, place) => ({
    number,
    text,
    is_hidden: isHidden,
    place,
    code,
  }));
  await tx.run(removeOthers, [voteId, options.map(({ number }) => number)]);
  await tx.run(writeOptions, [voteId, JSON.stringify(rows)]);
}

/** Which of these code words other open votes of the same project have; until the transaction ends none of them gets one. */
export async function takenCodes(tx: Tx, id: string, codes: readonly string[]): Promise<ReadonlySet<string>> {
  await tx.run(lockProjectOf, [id]);
  return new Set((await tx.run(taken, [id, codes])).flatMap(({ code }) => code ?? []));
}

/** Ends a locked vote that has brought its sum; returns whether it has. */
export async function endReachedVote(tx: Tx, id: string): Promise<boolean> {
  return (await tx.run(endBySum, [id])).length > 0;
}
