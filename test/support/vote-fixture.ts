import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { cardBody, cards, signedHeader } from '#test/support/money/money-fixture.ts';
import { type SignedIn, signIn } from '#test/support/sign-in.ts';
import { type ApiAnswer, startApp, type TestApp, testSecrets } from '#test/support/start-app.ts';

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
const made = z.object({ data: z.object({ payId: z.string(), paymentUrl: z.string() }) });

export type ReadVote = z.infer<typeof vote>;
export type GivenVote = z.infer<typeof made>['data'];

export interface Creator extends SignedIn {
  readonly userName: string;
}

const json = { 'content-type': 'application/json' };

/** The real app, its creators and donors who vote. */
export class VoteFixture {
  readonly app: TestApp;

  constructor(app: TestApp) {
    this.app = app;
  }

  async creator(): Promise<Creator> {
    const userName = `v${randomUUID().replaceAll('-', '').slice(0, 12)}`;
    return { ...(await signIn(this.app.db, testSecrets.jwt, { userName })), userName };
  }

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

  async widgetKey({ token }: Creator): Promise<string> {
    const { body } = await this.app.request('GET Widget/Settings', {}, { token });
    return z.object({ data: z.object({ key: z.string() }) }).parse(body).data.key;
  }

  async counts(creator: Creator): Promise<number[]> {
    return (await this.votes(creator, creator))[0]?.options.map((option) => option.votes) ?? [];
  }

  create({ projectId }: Creator, amount: number, choices: unknown): Promise<ApiAnswer> {
    return this.app.request('POST ProjectPay/Create', { body: { projectId, amount, choices } });
  }

  async choose(creator: Creator, amount: number, choice: object): Promise<GivenVote> {
    const answer = await this.create(creator, amount, [choice]);
    if (answer.status !== 200) throw new Error(`the donation was not taken: ${JSON.stringify(answer.body)}`);
    return made.parse(answer.body).data;
  }

  /** Charges the card, and asks for the state until it is paid. */
  async pay({ paymentUrl, payId }: GivenVote): Promise<void> {
    await fetch(paymentUrl, { method: 'PATCH', headers: json, body: JSON.stringify(cardBody(cards.noCode)) });
    await this.app.request('GET ProjectPay/Status', { query: { payId } });
  }

  /** Refunds a part, or all of it, at the provider, and takes in what it reports. `back`: all that went back so far, in minor units. */
  async refund(given: GivenVote, { amount, back }: { amount?: number; back?: number } = {}): Promise<ApiAnswer> {
    const headers = { ...json, authorization: `Bearer ${testSecrets.payment}` };
    await fetch(`${given.paymentUrl}/refund`, { method: 'POST', headers, body: JSON.stringify({ amount }) });
    return this.report(given, amount === undefined ? 'refunded' : 'paid', back ?? amount);
  }

  async report({ payId }: GivenVote, status: string, refundedAmount?: number): Promise<ApiAnswer> {
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

export async function openVoteFixture(): Promise<VoteFixture> {
  return new VoteFixture(await startApp({ env: { LIMITS: 'off' } }));
}
