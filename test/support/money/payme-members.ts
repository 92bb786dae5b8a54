import { z } from 'zod';
import type { SignedIn } from '#test/support/sign-in.ts';
import { dataOf, testSecrets } from '#test/support/start-app.ts';
import type { MembershipFixture } from './membership-fixture.ts';
import { paymeCardStandIn } from './payme-card-caller.ts';

const opened = z.object({
  paymentUrl: z.string(),
  payer: z.object({ system: z.literal('payme-card'), savesCard: z.literal(true) }),
});

/** Donors whose monthly support is paid with cards by Payme. */
export class PaymeMembers {
  readonly payme: ReturnType<typeof paymeCardStandIn>;
  readonly #fixture: MembershipFixture;

  constructor(fixture: MembershipFixture) {
    this.#fixture = fixture;
    const { app } = fixture;
    this.payme = paymeCardStandIn({
      url: app.sandbox.url,
      secret: testSecrets.payment,
      site: () => app.url,
    });
  }

  /** Begins the support of a new creator, by a new donor unless one is given, on 31 January 2027. */
  async begin(by?: SignedIn) {
    const fixture = this.#fixture;
    fixture.clock.now = new Date('2027-01-31T10:00:00Z');
    const creator = await fixture.person();
    const donor = by ?? (await fixture.person());
    return { creator, donor, ...(await this.beginAt(creator, donor)) };
  }

  async beginAt(creator: SignedIn, donor: SignedIn) {
    const body = { userName: await this.#fixture.userNameOf(creator.projectId), amount: 10_000, name: 'Азиз' };
    const answer = dataOf(await this.#fixture.as(donor, 'POST Membership/Create', { body }));
    const { payId: id } = z.object({ payId: z.uuid() }).parse(answer);
    return { id, paymentUrl: opened.parse(answer).paymentUrl };
  }

  /** A donor who has joined with a card, whose token is saved. */
  async join({ by, token: given }: { readonly by?: SignedIn; readonly token?: string } = {}) {
    const begun = await this.begin(by);
    const token = given ?? (await this.payme.token());
    await this.pay(begun.paymentUrl, token);
    await this.#fixture.app.opora.areas.memberships.cards.sweep();
    return { ...begun, token, membership: await this.#fixture.mine(begun.donor) };
  }

  async pay(paymentUrl: string, token: string): Promise<void> {
    const { status, body } = await this.payme.confirm(paymentUrl, token);
    if (status !== 200) throw new Error(body);
  }

  /** Begins to change the card of a membership. */
  async beginChange(donor: SignedIn, membershipId: string) {
    const answer = dataOf(await this.#fixture.as(donor, 'POST Membership/ChangeCard', { body: { membershipId } }));
    const { cardId } = z.object({ cardId: z.uuid() }).parse(answer);
    return { cardId, paymentUrl: opened.parse(answer).paymentUrl };
  }

  async giveOtherCard(donor: SignedIn, membershipId: string, token: string) {
    const { cardId, paymentUrl } = await this.beginChange(donor, membershipId);
    const confirmed = await this.payme.confirm(paymentUrl, token);
    const state = dataOf(await this.#fixture.as(donor, 'POST Membership/Card', { body: { cardId } }));
    return { confirmed, state };
  }
}
