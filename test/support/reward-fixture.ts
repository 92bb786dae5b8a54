import { z } from 'zod';
import { ChoiceFixture, type Creator, type GivenDonation } from '#test/support/choice-fixture.ts';
import { type SignedIn, signIn } from '#test/support/sign-in.ts';
import { type ApiAnswer, startApp, testSecrets } from '#test/support/start-app.ts';

const reward = z.object({
  id: z.string(),
  text: z.string(),
  price: z.number(),
  stock: z.number().nullable(),
  taken: z.number(),
  left: z.number().nullable(),
  closedAt: z.string().nullable(),
  removedFor: z.string().nullable(),
  createdAt: z.string(),
  revision: z.number(),
});

const owed = z.object({
  donationId: z.string(),
  rewardId: z.string(),
  reward: z.string(),
  name: z.string().nullable(),
  message: z.string().nullable(),
  amount: z.number(),
  paidAt: z.string(),
  givenAt: z.string().nullable(),
  isPaidBack: z.boolean(),
});

const one = z.object({ data: reward });
const listed = z.object({ data: z.object({ items: z.array(reward), count: z.number() }) });
const owedPage = z.object({ data: z.object({ items: z.array(owed), count: z.number() }) });

export type ReadReward = z.infer<typeof reward>;

type Who = Pick<SignedIn, 'token'>;

/** The real app, its creators and donors who take rewards. */
export class RewardFixture extends ChoiceFixture {
  save(who: Who | null, body: unknown): Promise<ApiAnswer> {
    return this.app.request('POST Reward/Save', { body }, who === null ? {} : { token: who.token });
  }

  /** A reward from 50,000 on, without a limit. */
  async offer(creator: Creator, more: object = {}): Promise<ReadReward> {
    const answer = await this.save(creator, { text: 'Имя в титрах', price: 50_000, stock: null, ...more });
    if (answer.status !== 200) throw new Error(`the reward was not made: ${JSON.stringify(answer.body)}`);
    return one.parse(answer.body).data;
  }

  /** What `Reward/Save` takes to leave a reward as it is. */
  bodyOf({ id, revision, text, price, stock }: ReadReward, more: object = {}) {
    return { rewardId: id, revision, text, price, stock, seenStock: stock, ...more };
  }

  async rewards({ userName }: Creator, who: Who | null = null): Promise<readonly ReadReward[]> {
    const settings = who === null ? {} : { token: who.token };
    const { body } = await this.app.request('GET Reward/List', { query: { userName } }, settings);
    return listed.parse(body).data.items;
  }

  /** The first reward that the creator sees. */
  async first(creator: Creator): Promise<ReadReward> {
    const [first] = await this.rewards(creator, creator);
    if (first === undefined) throw new Error('the creator has no reward');
    return first;
  }

  /** What a donor sends who has seen a reward as it is read here. */
  choiceOf({ id, revision }: Pick<ReadReward, 'id' | 'revision'>) {
    return { rewardId: id, revision };
  }

  donor(): Promise<SignedIn> {
    return signIn(this.app.db, testSecrets.jwt);
  }

  /** A donation of another donor each time, which is not paid yet. */
  async take(creator: Creator, chosen: ReadReward, amount = chosen.price): Promise<GivenDonation> {
    return this.chooseAs(await this.donor(), creator, amount, this.choiceOf(chosen));
  }

  async takePaid(creator: Creator, chosen: ReadReward, amount = chosen.price): Promise<GivenDonation> {
    const given = await this.take(creator, chosen, amount);
    await this.pay(given);
    return given;
  }

  async owed(who: Who, query: object = {}) {
    const { body } = await this.app.request('GET Reward/Owed', { query: { ...query } }, { token: who.token });
    return owedPage.parse(body).data;
  }

  give(who: Who, given: readonly GivenDonation[], isGiven = true): Promise<ApiAnswer> {
    const donationIds = given.map(({ payId }) => payId);
    return this.app.request('POST Reward/Give', { body: { donationIds, isGiven } }, { token: who.token });
  }

  /** Whether a donation has its reward, as its donor reads it; null: it names none. */
  async isCounted({ payId }: GivenDonation): Promise<boolean | null> {
    const { body } = await this.app.request('GET ProjectPay/Success', { query: { payId } });
    const choices = z.object({ data: z.object({ choices: z.array(z.object({ isCounted: z.boolean() })) }) });
    return choices.parse(body).data.choices[0]?.isCounted ?? null;
  }

  /** As if the time for which a piece is kept for a donation had passed. */
  async letRunOut({ payId }: GivenDonation): Promise<void> {
    await this.app.db.pool.query('update reward_choice set held_until = now() where donation_id = $1', [payId]);
  }

  /** As if a donation had been begun so long ago. */
  async began({ payId }: GivenDonation, ago: string): Promise<void> {
    await this.app.db.pool.query('update reward_choice set held_since = now() - $2::interval where donation_id = $1', [
      payId,
      ago,
    ]);
  }
}

/** `env`: more settings of the installation. */
export async function openRewardFixture(env: Readonly<Record<string, string>> = {}): Promise<RewardFixture> {
  return new RewardFixture(await startApp({ env: { LIMITS: 'off', ...env } }));
}
