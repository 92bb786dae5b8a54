import { z } from 'zod';
import { as, ChoiceFixture, type Creator, type GivenDonation, requireZeros } from '#test/support/choice-fixture.ts';
import type { SignedIn } from '#test/support/sign-in.ts';
import type { ApiAnswer } from '#test/support/start-app.ts';

type Who = Pick<SignedIn, 'token'>;

interface Offer {
  readonly id: string;
  readonly revision: number;
  readonly closedAt: string | null;
  readonly removedFor: string | null;
}

const givenChoices = z.object({
  data: z.object({ choices: z.array(z.object({ isCounted: z.boolean() }).loose()) }),
});

/** The real app, creators who offer something of one kind, and donors who choose it. */
export abstract class OfferFixture<Read extends Offer = Offer> extends ChoiceFixture {
  /** As its calls are named. */
  abstract readonly kind: 'Vote' | 'Target' | 'Reward';
  protected abstract readonly shape: z.ZodType<Read>;
  /** What a creator offers where a test says nothing else. */
  abstract readonly good: object;

  /** What `Save` takes to leave an offer as it is. */
  abstract bodyOf(offer: Read, more?: object): object;

  /** What a donor sends who has seen an offer as it is read here. */
  abstract choiceOf(offer: Read): object;

  /** Of the first offer that the creator sees: how many donations count for it. */
  abstract count(creator: Creator): Promise<number>;

  /** How the figures differ from what is computed anew from the payments: all numbers are 0. */
  protected abstract faults(): Promise<object>;

  async requireRight(): Promise<void> {
    requireZeros(await this.faults());
  }

  save(who: Who | null, body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<ApiAnswer> {
    return this.app.request(`POST ${this.kind}/Save`, { body }, { ...as(who), headers });
  }

  async offer(creator: Creator, more: object = {}): Promise<Read> {
    const answer = await this.save(creator, { ...this.good, ...more });
    if (answer.status !== 200) throw new Error(`the offer was not made: ${JSON.stringify(answer.body)}`);
    return this.readOf(answer);
  }

  readOf({ body }: ApiAnswer): Read {
    return z.object({ data: this.shape }).parse(body).data;
  }

  list({ userName }: Pick<Creator, 'userName'>, who: Who | null = null, page: object = {}): Promise<ApiAnswer> {
    return this.app.request(`GET ${this.kind}/List`, { query: { userName, ...page } }, as(who));
  }

  async offers(creator: Creator, who: Who | null = null): Promise<readonly Read[]> {
    const { body } = await this.list(creator, who);
    return z.object({ data: z.object({ items: z.array(this.shape) }) }).parse(body).data.items;
  }

  /** The first offer that the creator sees. */
  async first(creator: Creator): Promise<Read> {
    const [first] = await this.offers(creator, creator);
    if (first === undefined) throw new Error('the creator offers nothing');
    return first;
  }

  remove(who: Who, { id }: Pick<Offer, 'id'>, reason = 'Оскорбления'): Promise<ApiAnswer> {
    const body = { [`${this.kind.toLowerCase()}Id`]: id, reason };
    return this.app.request(`POST Moderator/Remove${this.kind}`, { body }, as(who));
  }

  /** What a donation has chosen, as its donor reads it. */
  async thanksOf({ payId }: GivenDonation, who: Who | null = null) {
    const { body } = await this.app.request('GET ProjectPay/Success', { query: { payId } }, as(who));
    return givenChoices.parse(body).data.choices;
  }

  /** Moves the end of an offer into the past. */
  async endedFor({ id }: Pick<Offer, 'id'>, time: string): Promise<void> {
    const table = this.kind.toLowerCase();
    await this.app.db.pool.query(`update ${table} set closed_at = now() - $2::interval where id = $1`, [id, time]);
  }
}
