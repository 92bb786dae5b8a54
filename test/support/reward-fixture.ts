import { z } from 'zod';
import type { Creator, GivenDonation } from '#test/support/choice-fixture.ts';
import { readRewardFaults } from '#test/support/money/reward-faults.ts';
import { OfferFixture } from '#test/support/offer-fixture.ts';
import type { SignedIn } from '#test/support/sign-in.ts';
import { type ApiAnswer, startApp } from '#test/support/start-app.ts';

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

const owedPage = z.object({ data: z.object({ items: z.array(owed), count: z.number() }) });

export type ReadReward = z.infer<typeof reward>;

type Who = Pick<SignedIn, 'token'>;

/** Rewards from 50,000 on, without a limit. */
export class RewardFixture extends OfferFixture<ReadReward> {
  readonly kind = 'Reward';
  readonly shape = reward;
  readonly good = { text: 'Имя в титрах', price: 50_000, stock: null };

  bodyOf({ id, revision, text, price, stock }: ReadReward, more: object = {}) {
    return { rewardId: id, revision, text, price, stock, seenStock: stock, ...more };
  }

  choiceOf({ id, revision }: Pick<ReadReward, 'id' | 'revision'>) {
    return { rewardId: id, revision };
  }

  faults() {
    return readRewardFaults(this.app.db);
  }

  async count(creator: Creator): Promise<number> {
    return (await this.first(creator)).taken;
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
  async isCounted(given: GivenDonation): Promise<boolean | null> {
    return (await this.thanksOf(given))[0]?.isCounted ?? null;
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
