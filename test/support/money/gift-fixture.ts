import { createHash, createHmac } from 'node:crypto';
import { z } from 'zod';
import type { SignedIn } from '#test/support/sign-in.ts';
import { type ApiAnswer, dataOf } from '#test/support/start-app.ts';
import { giveCard, type MembershipFixture, monthlyCards } from './membership-fixture.ts';

const place = z.object({
  place: z.number(),
  name: z.string().nullable(),
  ticket: z.string().nullable(),
  passedAt: z.string().nullable(),
});

const page = z.object({
  gift: z.looseObject({
    id: z.string(),
    state: z.string(),
    months: z.number(),
    left: z.number(),
    entryUntil: z.string().nullable(),
    expiresAt: z.string(),
    seedHash: z.string().nullable(),
    seed: z.string().nullable(),
    digest: z.string().nullable(),
    entryCount: z.number().nullable(),
    winners: z.number().nullable(),
    endReason: z.string().nullable(),
  }),
  places: z.array(place),
});

const part = z.object({
  role: z.string(),
  ticket: z.string().nullable(),
  got: z.object({ months: z.number(), paidUntil: z.string() }).nullable(),
  secret: z.string().nullable(),
});

const opened = z.object({ payId: z.uuid(), paymentUrl: z.string() });

export interface Given {
  readonly giftId: string;
  readonly paymentUrl: string;
}

const minute = 60_000;

/** Gives months, takes part and takes them, by the calls of the product. */
export class GiftFixture {
  readonly members: MembershipFixture;

  constructor(members: MembershipFixture) {
    this.members = members;
  }

  /** A new creator with a level of 20,000 a month. */
  async creator() {
    const creator = await this.members.person();
    const body = { name: 'Друг', amount: 20_000, link: 'https://t.me/+secret' };
    const { id } = dataOf(await this.members.as(creator, 'POST Membership/CreateLevel', { body }));
    const userName = await this.members.userNameOf(creator.projectId);
    return { ...creator, userName, levelId: z.string().parse(id) };
  }

  people(count: number): Promise<SignedIn[]> {
    return Promise.all(Array.from({ length: count }, () => this.members.person()));
  }

  /** Begins to give months at the price of the level. */
  ask(donor: SignedIn, of: { userName: string; levelId: string }, more: object = {}, key?: string): Promise<ApiAnswer> {
    const { userName, levelId } = of;
    const body = { userName, levelId, price: 20_000, months: 3, receiver: 'Chat', name: 'Азиз', ...more };
    return this.members.api(
      'POST Membership/Gift',
      { body },
      { token: donor.token, ...(key && { idempotencyKey: key }) },
    );
  }

  async begin(...asked: Parameters<GiftFixture['ask']>): Promise<Given> {
    const { payId, paymentUrl } = opened.parse(dataOf(await this.ask(...asked)));
    return { giftId: payId, paymentUrl };
  }

  async pay({ giftId, paymentUrl }: Given): Promise<void> {
    await giveCard(paymentUrl, monthlyCards.good);
    await this.members.api('GET ProjectPay/Status', { query: { payId: giftId } });
  }

  /** Months that are paid and open. */
  async give(...asked: Parameters<GiftFixture['ask']>): Promise<Given> {
    const given = await this.begin(...asked);
    await this.pay(given);
    return given;
  }

  /** Three months, of which one person has got one. */
  async withOneTaken() {
    const creator = await this.creator();
    const given = await this.give(await this.members.person(), creator);
    const winner = await this.members.person();
    await this.enter(given.giftId, winner);
    this.pass(10);
    await this.read(given.giftId);
    return { creator, given, winner };
  }

  get(giftId: string): Promise<ApiAnswer> {
    return this.members.api('GET Membership/Gifted', { query: { giftId } });
  }

  async read(giftId: string) {
    return page.parse(dataOf(await this.get(giftId)));
  }

  async part(giftId: string, who: SignedIn) {
    return part.parse(dataOf(await this.members.as(who, 'GET Membership/GiftPart', { query: { giftId } })));
  }

  enter(giftId: string, who: SignedIn, more: object = {}): Promise<ApiAnswer> {
    return this.members.as(who, 'POST Membership/Enter', { body: { giftId, name: 'Анна', ...more } });
  }

  take(giftId: string, who: SignedIn, more: object = {}): Promise<ApiAnswer> {
    return this.members.as(who, 'POST Membership/Take', { body: { giftId, name: 'Анна', ...more } });
  }

  /** Moves the clock by so many minutes. */
  pass(minutes: number): void {
    const { clock } = this.members;
    clock.now = new Date(clock.now.getTime() + minutes * minute);
  }

  /** What a person has of monthly support, the live one first. */
  async memberships(who: SignedIn): Promise<readonly unknown[]> {
    return z.array(z.unknown()).parse(dataOf(await this.members.as(who, 'GET Membership/My')).items);
  }

  async tickets(giftId: string): Promise<readonly string[]> {
    const answer = await this.members.api('GET Membership/GiftTickets', { query: { giftId } });
    return z.array(z.string()).parse(dataOf(answer).tickets);
  }

  /** The tickets in the order in which they are drawn, computed from what is published alone. */
  async order(giftId: string): Promise<readonly string[]> {
    const { gift } = await this.read(giftId);
    const tickets = await this.tickets(giftId);
    const seed = Buffer.from(gift.seed ?? '', 'hex');
    const digest = createHash('sha256').update(tickets.join('\n')).digest('hex');
    if (createHash('sha256').update(seed).digest('hex') !== gift.seedHash) throw new Error('another seed was promised');
    if (digest !== gift.digest || tickets.length !== gift.entryCount) throw new Error('these are other tickets');
    const scored = tickets.map((ticket) => ({
      ticket,
      score: createHmac('sha256', seed).update(`${digest}:${ticket}`).digest('hex'),
    }));
    return scored.sort((one, other) => (one.score < other.score ? -1 : 1)).map(({ ticket }) => ticket);
  }
}
