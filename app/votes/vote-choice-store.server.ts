import { type Queryable, statement, type Tx } from '#base/db/db.server.ts';
import { placeOfSuggestion, type SuggestionChoice } from './suggestion-store.server.ts';
import { endReachedVote } from './vote-store.server.ts';

interface ChosenOptionRow extends Record<string, unknown> {
  /** Minor units for one vote. */
  readonly price: number;
  readonly isOpen: boolean;
  readonly isHidden: boolean;
}

/** What a donation has decided. */
interface GivenVoteRow extends Record<string, unknown> {
  readonly donationId: string;
  readonly voteId: string;
  readonly optionId: number;
  readonly question: string;
  readonly option: string;
  /** Its code word; null: it has none. */
  readonly code: string | null;
  /** Null: not paid, or paid when the vote was over. */
  readonly votes: number | null;
  readonly isOpen: boolean;
  readonly state: 'offered' | 'waiting' | 'declined';
  /** What its donor has suggested; null: nothing. */
  readonly suggestion: string | null;
}

// The present of the statement would be too early for one that has waited for the vote.
const open = 'v.over_at > clock_timestamp()';

const option = statement<ChosenOptionRow>(`
  select v.price, ${open} as "isOpen", o.is_hidden as "isHidden"
  from vote v join vote_option o on o.vote_id = v.id
  where v.id = $1 and v.project_id = $2 and o.number = $3 and v.removed_at is null`);

const insertSuggested = statement(
  'insert into vote_choice (donation_id, vote_id, number, suggested) values ($1, $2, $3, $4)',
);

const insertion = (rest: string) => `
  with option as (
    select o.vote_id, o.number from vote v join vote_option o on o.vote_id = v.id
    where v.id = $2 and o.number = $3 and not o.is_hidden and v.price <= $4 and ${open} for key share
  )
  insert into vote_choice (donation_id, vote_id, number) select $1, vote_id, number from option ${rest}`;

const insert = statement<{ id: string }>(`${insertion('')} returning donation_id as id`);

/** A month that is tried again has what its first try has chosen. */
const insertNamed = statement(insertion('on conflict (donation_id) do nothing'));

/** Of the first code word that is there. Whether the sum is enough is not asked here: the next word does not take its place. */
const named = statement<{ voteId: string; optionId: number; price: number }>(`
  select o.vote_id as "voteId", o.number as "optionId", v.price
  from vote v join vote_option o on o.vote_id = v.id
  where v.project_id = $1 and v.removed_at is null and ${open} and o.state = 'offered' and not o.is_hidden and o.code = any ($2::text[])
  order by array_position($2::text[], o.code), v.id limit 1`);

/** Waits for whoever is closing the vote, and does not count if that came first. */
const count = statement<{ voteId: string; endSum: number | null }>(`
  with chosen as (
    select v.id, v.price, v.end_sum from vote v
    where v.id = (select c.vote_id from vote_choice c where c.donation_id = $1 and c.sum is null) and ${open}
    for no key update
  )
  update vote_choice c set sum = $2::bigint, votes = $2::bigint / chosen.price
  from chosen where c.donation_id = $1
  returning chosen.id as "voteId", chosen.end_sum as "endSum"`);

const reduce = statement(`
  update vote_choice c set sum = c.sum - coalesce($2::bigint, c.sum), votes = (c.sum - coalesce($2::bigint, c.sum)) / v.price
  from vote v where c.donation_id = $1 and v.id = c.vote_id and c.sum is not null`);

const given = statement<GivenVoteRow>(`
  select c.donation_id as "donationId", v.id as "voteId", c.number as "optionId", v.question, o.text as option, o.code, c.votes,
    ${open} as "isOpen", o.state, s.text as suggestion
  from vote_choice c
    join vote v on v.id = c.vote_id join vote_option o on o.vote_id = c.vote_id and o.number = c.number
    left join vote_option s on s.vote_id = c.vote_id and s.number = c.suggested
  where c.donation_id = any ($1::uuid[]) and v.removed_at is null`);

/** A vote's option that a donor may choose. */
export interface VoteChoice {
  readonly voteId: string;
  readonly optionId: number;
}

/** An option of a project's vote; null: there is none, or a moderator has taken the vote away. */
export async function readOption(
  db: Queryable,
  projectId: string,
  { voteId, optionId }: VoteChoice,
): Promise<ChosenOptionRow | null> {
  return (await db.run(option, [voteId, projectId, optionId]))[0] ?? null;
}

/** Writes the choice of a new donation; false if the option can no longer be chosen with this sum. */
export async function insertVoteChoice(
  tx: Tx,
  { donationId, amount }: { readonly donationId: string; readonly amount: number },
  { voteId, optionId }: VoteChoice,
): Promise<boolean> {
  return (await tx.run(insert, [donationId, voteId, optionId, amount])).length > 0;
}

/** The option of an open vote that the first of some code words names; null: none does, or the sum is not enough for one vote. */
export async function findNamedOption(
  db: Queryable,
  { projectId, amount }: { readonly projectId: string; readonly amount: number },
  codes: readonly string[],
): Promise<VoteChoice | null> {
  const [found] = await db.run(named, [projectId, codes]);
  return found === undefined || found.price > amount ? null : { voteId: found.voteId, optionId: found.optionId };
}

/** Writes the choice that the message of a donation names. What can no longer be chosen is left out, and what is written stays. */
export async function insertNamedChoice(
  tx: Tx,
  { donationId, amount }: { readonly donationId: string; readonly amount: number },
  { voteId, optionId }: VoteChoice,
): Promise<void> {
  await tx.run(insertNamed, [donationId, voteId, optionId, amount]);
}

/** The same for what its donor suggests: a new option, or one that is there with the same text. */
export async function insertSuggestion(
  tx: Tx,
  donation: { readonly donationId: string; readonly projectId: string; readonly amount: number },
  choice: SuggestionChoice,
): Promise<boolean> {
  const place = await placeOfSuggestion(tx, donation, choice);
  if (place === null) return false;
  await tx.run(insertSuggested, [donation.donationId, choice.voteId, place.optionId, place.suggestionId]);
  return true;
}

/** Counts the choice of a donation that is being paid, unless its vote is over. Call it once, in the transaction that pays. */
export async function countVoteChoice(tx: Tx, donationId: string, amount: number): Promise<void> {
  const [counted] = await tx.run(count, [donationId, amount]);
  if (counted !== undefined && counted.endSum !== null) await endReachedVote(tx, counted.voteId);
}

/** Takes the refunded part of a donation out of its vote, in the transaction of the refund; null: all of it. */
export async function reduceVoteChoice(tx: Tx, donationId: string, back: number | null): Promise<void> {
  await tx.run(reduce, [donationId, back]);
}

/** What some donations have chosen, without votes that were taken away. */
export async function readGivenVotes(db: Queryable, donationIds: readonly string[]): Promise<readonly GivenVoteRow[]> {
  return db.run(given, [donationIds]);
}
