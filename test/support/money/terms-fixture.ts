import { z } from 'zod';
import type { SignedIn } from '#test/support/sign-in.ts';
import { dataOf } from '#test/support/start-app.ts';
import { type MembershipFixture, monthlyCards } from './membership-fixture.ts';

/** A level, or null for a sum of one's own, and the sum. */
export interface Wanted {
  readonly levelId: string | null;
  readonly amount: number;
}

const withId = z.object({ id: z.uuid() });

/** A creator with a cheap and a dear level, and a member who may choose another one. */
export class TermsFixture {
  readonly #members: MembershipFixture;

  constructor(members: MembershipFixture) {
    this.#members = members;
  }

  async level(creator: SignedIn, name: string, amount: number): Promise<Wanted & { readonly levelId: string }> {
    const made = await this.#members.as(creator, 'POST Membership/CreateLevel', { body: { name, amount } });
    return { levelId: withId.parse(dataOf(made)).id, amount };
  }

  /** A new donor who has joined a new creator on 31 January 2027 at the cheap level. */
  async joined({ pan = monthlyCards.good, isDear = false }: { readonly pan?: string; readonly isDear?: boolean } = {}) {
    this.#members.clock.now = new Date('2027-01-31T10:00:00Z');
    const creator = await this.#members.person();
    const donor = await this.#members.person();
    const cheap = await this.level(creator, 'Слушатель', 25_000);
    const dear = await this.level(creator, 'Друг', 75_000);
    const { id } = await this.#members.join(donor, creator.projectId, pan, { ...(isDear ? dear : cheap) });
    return { creator, donor, cheap, dear, id };
  }

  choose(donor: SignedIn, membershipId: string, wanted: Wanted) {
    return this.#members.as(donor, 'PUT Membership/Terms', { body: { membershipId, ...wanted } });
  }

  price(creator: SignedIn, { levelId }: Wanted, amount: number) {
    return this.#members.as(creator, 'PUT Membership/Level', { body: { levelId, name: 'Друг', amount } });
  }

  /** What was paid, the newest first. */
  async sumsGiven(donor: SignedIn): Promise<number[]> {
    const answer = dataOf(await this.#members.as(donor, 'GET Donate/Given'));
    return z
      .array(z.object({ amount: z.number() }))
      .parse(answer.items)
      .map(({ amount }) => amount);
  }
}
