import { type Queryable, statement, type Tx } from '#base/db/db.server.ts';
import { folded, voteLimits } from './vote-rules.ts';

/** What a donor suggests as an option of a vote. */
export interface SuggestionChoice {
  readonly voteId: string;
  readonly suggestion: string;
}

/** A vote with one of its options that may be the suggested one; without an option: none is. */
interface SimilarRow extends Record<string, unknown> {
  /** Minor units for one vote. */
  readonly price: number;
  readonly isOpen: boolean;
  readonly takesSuggestions: boolean;
  /** How many suggestions are paid and wait. */
  readonly waiting: number;
  readonly optionId: number | null;
  readonly text: string | null;
  readonly folded: string | null;
  readonly state: 'offered' | 'waiting' | 'declined' | 'merged' | null;
  readonly isHidden: boolean | null;
  /** The option that it is the same as. */
  readonly sameAs: number | null;
  readonly isSameHidden: boolean | null;
}

/** From here on options are numbered that donors suggest: creators' ones never get that far. */
const firstNumber = 1_000_000_000;

const lock = statement<{ id: string }>('select id from vote where id = $1 for no key update');

// Options of the creator are compared here: only what is suggested is stored as it is compared.
const similar = statement<SimilarRow>(`
  select v.price, v.over_at > clock_timestamp() as "isOpen", v.takes_suggestions as "takesSuggestions", (
      select count(*) from vote_option w where w.vote_id = v.id and w.state = 'waiting'
        and exists (select from vote_choice c where c.vote_id = w.vote_id and c.number = w.number and c.sum > 0)
    ) as waiting,
    o.number as "optionId", o.text, o.folded, o.state, o.is_hidden as "isHidden", o.same_as as "sameAs", s.is_hidden as "isSameHidden"
  from vote v
    left join vote_option o on o.vote_id = v.id and (o.folded = $3 or o.folded is null)
    left join vote_option s on s.vote_id = o.vote_id and s.number = o.same_as
  where v.id = $1 and v.project_id = $2 and v.removed_at is null`);

const insert = statement<{ optionId: number }>(`
  insert into vote_option (vote_id, number, text, is_hidden, place, state, folded)
  select $1, coalesce(max(o.number), ${firstNumber}) + 1, $2, true, 0, 'waiting', $3
  from vote_option o where o.vote_id = $1 and o.number > ${firstNumber}
  returning number as "optionId"`);

/** Where a suggestion counts: an option with the same text, or nowhere yet; else why it is refused. */
type Place =
  | { readonly optionId: number; readonly suggestionId: number | null }
  | 'new'
  | 'unknown'
  | 'ended'
  | 'declined'
  | 'tooMany';

/** What becomes of a suggestion, with the price of one vote. */
interface FoundPlace {
  readonly place: Place;
  /** Minor units; null: there is no such vote. */
  readonly price: number | null;
}

function placeAmong(rows: readonly SimilarRow[], key: string): Place {
  const same = rows.filter(({ text, folded: known }) => text !== null && (known ?? folded(text)) === key);
  const offered = same.find(({ state }) => state === 'offered');
  if (offered?.isHidden === false && offered.optionId !== null) {
    return { optionId: offered.optionId, suggestionId: null };
  }
  for (const { state, optionId, sameAs, isSameHidden } of same) {
    if (state === 'waiting' && optionId !== null) return { optionId, suggestionId: optionId };
    if (sameAs !== null && isSameHidden === false) return { optionId: sameAs, suggestionId: optionId };
  }
  return same.length > 0 ? 'declined' : 'new';
}

/** Finds the place of a suggestion among the options of a project's vote. */
export async function findPlace(
  db: Queryable,
  projectId: string,
  { voteId, suggestion }: SuggestionChoice,
): Promise<FoundPlace> {
  const key = folded(suggestion);
  const rows = await db.run(similar, [voteId, projectId, key]);
  const [vote] = rows;
  if (!vote?.takesSuggestions) return { place: 'unknown', price: null };
  const { price } = vote;
  if (!vote.isOpen) return { place: 'ended', price };
  const place = placeAmong(rows, key);
  return { place: place === 'new' && vote.waiting >= voteLimits.waiting ? 'tooMany' : place, price };
}

/**
 * Where a suggestion counts for a donation of a sum, an option that waits if it is new; null: it is refused. Until the transaction ends nobody else
 * suggests or decides anything in this vote.
 */
export async function placeOfSuggestion(
  tx: Tx,
  { projectId, amount }: { readonly projectId: string; readonly amount: number },
  choice: SuggestionChoice,
): Promise<{ readonly optionId: number; readonly suggestionId: number | null } | null> {
  const { voteId, suggestion } = choice;
  await tx.run(lock, [voteId]);
  const { place, price } = await findPlace(tx, projectId, choice);
  if (price === null || amount < price) return null;
  if (typeof place === 'object') return place;
  if (place !== 'new') return null;
  const [made] = await tx.run(insert, [voteId, suggestion, folded(suggestion)]);
  return made === undefined ? null : { optionId: made.optionId, suggestionId: made.optionId };
}
