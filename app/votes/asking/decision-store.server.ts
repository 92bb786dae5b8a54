import { statement, type Tx } from '#base/db/db.server.ts';

/** What donors have suggested to a vote. */
interface SuggestionRow extends Record<string, unknown> {
  readonly state: 'offered' | 'waiting' | 'declined' | 'merged';
  readonly folded: string;
  /** The option that it is the same as; null: none. */
  readonly sameAs: number | null;
  /** Why a moderator has declined it; null: none has. */
  readonly declinedFor: string | null;
}

const read = statement<SuggestionRow>(`
  select state, folded, same_as as "sameAs", declined_for as "declinedFor" from vote_option
  where vote_id = $1 and number = $2 and folded is not null and (state <> 'waiting' or exists (
    select from vote_choice c where c.vote_id = vote_option.vote_id and c.number = vote_option.number and c.sum > 0))`);

const lockAny = statement<{ projectId: string }>('select project_id as "projectId" from vote where id = $1 for update');

const offer = statement(`
  update vote_option o set state = 'offered', is_hidden = false,
    place = (select coalesce(max(place), 0) + 1 from vote_option where vote_id = $1 and state = 'offered')
  where o.vote_id = $1 and o.number = $2`);

const merge = statement("update vote_option set state = 'merged', same_as = $3 where vote_id = $1 and number = $2");

const moveChoices = statement('update vote_choice set number = $3 where vote_id = $1 and number = $2');

const showOption = statement('update vote_option set is_hidden = false where vote_id = $1 and number = $2');

const decline = statement(`
  update vote_option set state = 'declined', is_hidden = true, declined_for = coalesce(declined_for, $3)
  where vote_id = $1 and number = $2`);

const revise = statement('update vote set revision = revision + 1 where id = $1');

/** A suggestion to a locked vote. */
interface Suggestion {
  readonly voteId: string;
  readonly suggestionId: number;
}

/** Null: there is none, or nobody has paid for the one that waits. */
export async function readSuggestion(tx: Tx, { voteId, suggestionId }: Suggestion): Promise<SuggestionRow | null> {
  return (await tx.run(read, [voteId, suggestionId]))[0] ?? null;
}

/** Locks a vote of whomever against choices, payments and changes. Returns its project; null: there is no such vote. */
export async function lockAnyVote(tx: Tx, voteId: string): Promise<string | null> {
  return (await tx.run(lockAny, [voteId]))[0]?.projectId ?? null;
}

/** Makes a suggestion the last option of its vote. */
export async function offerSuggestion(tx: Tx, { voteId, suggestionId }: Suggestion): Promise<void> {
  await tx.run(offer, [voteId, suggestionId]);
}

/** Counts what was and will be given for a suggestion for another option. */
export async function mergeSuggestion(tx: Tx, { voteId, suggestionId }: Suggestion, optionId: number): Promise<void> {
  await tx.run(merge, [voteId, suggestionId, optionId]);
  await tx.run(moveChoices, [voteId, suggestionId, optionId]);
}

/** Shows an option that its creator has hidden. */
export async function showHidden(tx: Tx, voteId: string, optionId: number): Promise<void> {
  await tx.run(showOption, [voteId, optionId]);
}

/** `reason`: why a moderator declines it; null: its creator does. */
export async function declineSuggestion(
  tx: Tx,
  { voteId, suggestionId }: Suggestion,
  reason: string | null,
): Promise<void> {
  await tx.run(decline, [voteId, suggestionId, reason]);
}

/** The options of a vote have changed: whoever changes them otherwise has to read them again. */
export async function reviseVote(tx: Tx, voteId: string): Promise<void> {
  await tx.run(revise, [voteId]);
}
