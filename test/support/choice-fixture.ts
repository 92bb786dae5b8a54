import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { cardBody, cards, signedHeader } from '#test/support/money/money-fixture.ts';
import { type SignedIn, signIn } from '#test/support/sign-in.ts';
import { type ApiAnswer, type TestApp, testSecrets } from '#test/support/start-app.ts';

const made = z.object({ data: z.object({ payId: z.string(), paymentUrl: z.string() }) });

export type GivenDonation = z.infer<typeof made>['data'];

/** Who is logged in; null: a guest. */
export const as = (who: Pick<SignedIn, 'token'> | null) => (who === null ? {} : { token: who.token });

/** Throws where one of the numbers is not 0. */
export function requireZeros(faults: object): void {
  if (Object.values(faults).some((count) => count !== 0)) throw new Error(JSON.stringify(faults));
}

export interface Creator extends SignedIn {
  readonly userName: string;
}

/** Who gives: somebody who is logged in, or a guest at an address. */
type Donor = Pick<SignedIn, 'token'> | { readonly address?: string };

const json = { 'content-type': 'application/json' };

/** The real app, its creators and donors who choose with their donations. */
export class ChoiceFixture {
  readonly app: TestApp;

  constructor(app: TestApp) {
    this.app = app;
  }

  async creator(): Promise<Creator> {
    const userName = `v${randomUUID().replaceAll('-', '').slice(0, 12)}`;
    return { ...(await signIn(this.app.db, testSecrets.jwt, { userName })), userName };
  }

  /** Somebody who gives and is logged in. */
  donor(): Promise<SignedIn> {
    return signIn(this.app.db, testSecrets.jwt);
  }

  staff(role: 'moderator' | 'admin' = 'moderator'): Promise<SignedIn> {
    return signIn(this.app.db, testSecrets.jwt, { role });
  }

  /** Whether the audit trail of a creator has a call. */
  async isAudited({ userId }: Creator, call: string): Promise<boolean> {
    const { body } = await this.app.request(
      'GET Moderator/Audit',
      { query: { UserId: userId } },
      await this.staff('admin'),
    );
    return JSON.stringify(body).includes(call);
  }

  async widgetKey({ token }: Pick<Creator, 'token'>): Promise<string> {
    const { body } = await this.app.request('GET Widget/Settings', {}, { token });
    return z.object({ data: z.object({ key: z.string() }) }).parse(body).data.key;
  }

  /** Without a `donor` a guest gives; guests without an address have one network. */
  create({ projectId }: Creator, amount: number, choices: unknown, donor: Donor = {}): Promise<ApiAnswer> {
    return this.app.request('POST ProjectPay/Create', { body: { projectId, amount, choices } }, donor);
  }

  choose(creator: Creator, amount: number, ...choices: object[]): Promise<GivenDonation> {
    return this.chooseAs({}, creator, amount, ...choices);
  }

  async chooseAs(donor: Donor, creator: Creator, amount: number, ...choices: object[]): Promise<GivenDonation> {
    const answer = await this.create(creator, amount, choices, donor);
    if (answer.status !== 200) throw new Error(`the donation was not taken: ${JSON.stringify(answer.body)}`);
    return made.parse(answer.body).data;
  }

  /** Charges the card, and asks for the state until it is paid. */
  async pay({ paymentUrl, payId }: GivenDonation): Promise<void> {
    await fetch(paymentUrl, { method: 'PATCH', headers: json, body: JSON.stringify(cardBody(cards.noCode)) });
    await this.app.request('GET ProjectPay/Status', { query: { payId } });
  }

  /** Refunds a part, or all of it, at the provider, and takes in what it reports. `back`: all that went back so far, in minor units. */
  async refund(given: GivenDonation, { amount, back }: { amount?: number; back?: number } = {}): Promise<ApiAnswer> {
    const headers = { ...json, authorization: `Bearer ${testSecrets.payment}` };
    await fetch(`${given.paymentUrl}/refund`, { method: 'POST', headers, body: JSON.stringify({ amount }) });
    return this.report(given, amount === undefined ? 'refunded' : 'paid', back ?? amount);
  }

  async report({ payId }: GivenDonation, status: string, refundedAmount?: number): Promise<ApiAnswer> {
    const { rows } = await this.app.db.pool.query<{ id: string; amount: number }>(
      'select provider_id as id, amount from payment where reference = $1',
      [payId],
    );
    const event = { eventId: randomUUID(), reference: payId, status, ...rows[0] };
    const body = JSON.stringify({ ...event, refundedAmount, occurredAt: new Date().toISOString() });
    const signature = signedHeader(body, { secret: testSecrets.payment });
    const url = `${this.app.url}/api/Payment/Callback`;
    const answer = await fetch(url, { method: 'POST', headers: { ...json, 'x-signature': signature }, body });
    return { status: answer.status, headers: answer.headers, body: await answer.json() };
  }
}
