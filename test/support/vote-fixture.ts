import { z } from 'zod';
import type { Creator, GivenDonation } from '#test/support/choice-fixture.ts';
import { readVoteFaults } from '#test/support/money/vote-faults.ts';
import { OfferFixture } from '#test/support/offer-fixture.ts';
import { type ApiAnswer, startApp } from '#test/support/start-app.ts';

const figures = { votes: z.number(), sum: z.number(), count: z.number() };

const suggestion = z.object({
  suggestionId: z.number(),
  text: z.string(),
  state: z.string(),
  declinedFor: z.string().nullable(),
  sum: z.number(),
  count: z.number(),
});

const vote = z.object({
  id: z.string(),
  question: z.string(),
  price: z.number(),
  createdAt: z.string(),
  endsAt: z.string().nullable(),
  isOpen: z.boolean(),
  closedAt: z.string().nullable(),
  removedFor: z.string().nullable(),
  revision: z.number(),
  takesSuggestions: z.boolean(),
  ...figures,
  options: z.array(
    z.object({
      optionId: z.number(),
      text: z.string(),
      isHidden: z.boolean(),
      code: z.string().nullable(),
      ...figures,
    }),
  ),
});

/** As its creator and the staff see it. */
const ownVote = vote.extend({ isChosen: z.boolean(), suggestions: z.array(suggestion) });

export type ReadVote = z.infer<typeof vote>;

/** Votes of two games, one vote for 5,000. */
export class VoteFixture extends OfferFixture<ReadVote> {
  readonly kind = 'Vote';
  readonly shape = vote;
  readonly good = { question: 'Какую игру?', options: [{ text: 'Гонки' }, { text: 'Шахматы' }], price: 5_000 };

  bodyOf({ id, question, price, revision, options }: ReadVote, more: object = {}) {
    const kept = options.map(({ optionId, text, isHidden }) => ({ optionId, text, isHidden }));
    return { voteId: id, revision, question, price, options: kept, ...more };
  }

  choiceOf({ id }: ReadVote, optionId = 1) {
    return { voteId: id, optionId };
  }

  faults() {
    return readVoteFaults(this.app.db);
  }

  async count(creator: Creator): Promise<number> {
    return (await this.first(creator)).count;
  }

  /** A donation with an option of its donor's own. */
  suggest(creator: Creator, amount: number, { id: voteId }: ReadVote, text: string): Promise<GivenDonation> {
    return this.choose(creator, amount, { voteId, suggestion: text });
  }

  /** The first vote as its creator, or somebody of the staff, sees it. */
  async own(creator: Creator, who: { readonly token: string } = creator) {
    const { body } = await this.list(creator, who);
    const [first] = z.object({ data: z.object({ items: z.array(ownVote) }) }).parse(body).data.items;
    if (first === undefined) throw new Error('the creator asks nothing');
    return first;
  }

  /** What waits for the creator in the first vote, and what a moderator has declined. */
  async waiting(creator: Creator) {
    return (await this.own(creator)).suggestions;
  }

  /** Accepts a suggestion, or decides otherwise. */
  async decide(creator: Creator, { id: voteId }: ReadVote, text: string, more: object = {}): Promise<ApiAnswer> {
    const { rows } = await this.app.db.pool.query<{ number: number }>(
      'select number from vote_option where vote_id = $1 and folded = lower($2)',
      [voteId, text],
    );
    const body = { voteId, suggestionId: rows[0]?.number, decision: 'accept', ...more };
    return this.app.request('POST Vote/DecideSuggestion', { body }, { token: creator.token });
  }

  /** The votes for each option. */
  async counts(creator: Creator): Promise<number[]> {
    return (await this.first(creator)).options.map(({ votes }) => votes);
  }
}

export async function openVoteFixture(): Promise<VoteFixture> {
  return new VoteFixture(await startApp({ env: { LIMITS: 'off' } }));
}
