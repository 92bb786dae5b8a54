import { z } from 'zod';
import { ChoiceFixture, type Creator } from '#test/support/choice-fixture.ts';
import type { SignedIn } from '#test/support/sign-in.ts';
import { type ApiAnswer, startApp } from '#test/support/start-app.ts';

const figures = { votes: z.number(), sum: z.number(), count: z.number() };

const vote = z.object({
  id: z.string(),
  question: z.string(),
  price: z.number(),
  createdAt: z.string(),
  endsAt: z.string().nullable(),
  isOpen: z.boolean(),
  removedFor: z.string().nullable(),
  revision: z.number(),
  ...figures,
  options: z.array(z.object({ optionId: z.number(), text: z.string(), isHidden: z.boolean(), ...figures })),
});

const votes = z.object({ data: z.object({ items: z.array(vote), count: z.number() }) });

export type ReadVote = z.infer<typeof vote>;

/** The real app, its creators and donors who vote. */
export class VoteFixture extends ChoiceFixture {
  save(who: Pick<SignedIn, 'token'> | null, body: unknown): Promise<ApiAnswer> {
    return this.app.request('POST Vote/Save', { body }, who === null ? {} : { token: who.token });
  }

  /** A vote of two games, one vote for 5,000. */
  async ask(creator: Creator, more: object = {}): Promise<ReadVote> {
    const body = { question: 'Какую игру?', options: [{ text: 'Гонки' }, { text: 'Шахматы' }], price: 5_000, ...more };
    const answer = await this.save(creator, body);
    if (answer.status !== 200) throw new Error(`the vote was not made: ${JSON.stringify(answer.body)}`);
    return z.object({ data: vote }).parse(answer.body).data;
  }

  /** What `Vote/Save` takes to leave a vote as it is. */
  bodyOf({ id, question, price, revision, options }: ReadVote, more: object = {}) {
    const kept = options.map(({ optionId, text, isHidden }) => ({ optionId, text, isHidden }));
    return { voteId: id, revision, question, price, options: kept, ...more };
  }

  async votes({ userName }: Creator, who: Pick<SignedIn, 'token'> | null = null): Promise<readonly ReadVote[]> {
    const settings = who === null ? {} : { token: who.token };
    return votes.parse((await this.app.request('GET Vote/List', { query: { userName } }, settings)).body).data.items;
  }

  async counts(creator: Creator): Promise<number[]> {
    return (await this.votes(creator, creator))[0]?.options.map((option) => option.votes) ?? [];
  }
}

export async function openVoteFixture(): Promise<VoteFixture> {
  return new VoteFixture(await startApp({ env: { LIMITS: 'off' } }));
}
