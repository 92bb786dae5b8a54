import { z } from 'zod';
import type { Creator } from '#test/support/choice-fixture.ts';
import { readVoteFaults } from '#test/support/money/vote-faults.ts';
import { OfferFixture } from '#test/support/offer-fixture.ts';
import { startApp } from '#test/support/start-app.ts';

const figures = { votes: z.number(), sum: z.number(), count: z.number() };

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
  ...figures,
  options: z.array(z.object({ optionId: z.number(), text: z.string(), isHidden: z.boolean(), ...figures })),
});

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

  /** The votes for each option. */
  async counts(creator: Creator): Promise<number[]> {
    return (await this.first(creator)).options.map(({ votes }) => votes);
  }
}

export async function openVoteFixture(): Promise<VoteFixture> {
  return new VoteFixture(await startApp({ env: { LIMITS: 'off' } }));
}
