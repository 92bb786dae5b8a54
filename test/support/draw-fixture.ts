import { z } from 'zod';
import { as, ChoiceFixture, type Creator, type GivenDonation } from '#test/support/choice-fixture.ts';
import type { SignedIn } from '#test/support/sign-in.ts';
import { type ApiAnswer, dataOf, startApp } from '#test/support/start-app.ts';

const draw = z.object({
  id: z.string(),
  text: z.string(),
  leastSum: z.number(),
  winners: z.number(),
  startsAt: z.string(),
  endsAt: z.string(),
  holdableAt: z.string(),
  state: z.string(),
  seedHash: z.string(),
  seed: z.string().nullable(),
  digest: z.string().nullable(),
  entryCount: z.number().nullable(),
  heldAt: z.string().nullable(),
  cancelledFor: z.string().nullable(),
  removedFor: z.string().nullable(),
});

const place = z.object({
  place: z.number(),
  name: z.string().nullable(),
  ticket: z.string(),
  isGiven: z.boolean(),
  passedAt: z.string().nullable(),
});

const ownPlace = place.extend({
  drawId: z.string(),
  answer: z.string().nullable(),
  answeredAt: z.string().nullable(),
  passableAt: z.string().nullable(),
});

const part = z.object({
  isEntered: z.boolean(),
  ticket: z.string().nullable(),
  place: z.object({ place: z.number(), answer: z.string().nullable(), isGiven: z.boolean() }).loose().nullable(),
});

const page = z.object({
  draw,
  creator: z.object({ userName: z.string(), displayName: z.string() }),
  places: z.array(place),
});

export type ReadDraw = z.infer<typeof draw>;

type Who = Pick<SignedIn, 'token'>;

/** The real app, its creators, and donors who are drawn. */
export class DrawFixture extends ChoiceFixture {
  make(who: Who | null, more: object = {}): Promise<ApiAnswer> {
    const body = { text: 'Худи с автографом', leastSum: 10_000, winners: 1, endsIn: 60, ...more };
    return this.app.request('POST Draw/Make', { body }, as(who));
  }

  /** A draw of an hour, of one winner, from 10,000 on. */
  async announce(creator: Creator, more: object = {}): Promise<ReadDraw> {
    return draw.parse(dataOf(await this.make(creator, more)));
  }

  /** A paid donation. */
  async give(creator: Creator, donor: SignedIn, more: object = {}): Promise<GivenDonation> {
    const body = { projectId: creator.projectId, amount: 10_000, name: 'Анна', ...more };
    const given = z
      .object({ payId: z.string(), paymentUrl: z.string() })
      .parse(dataOf(await this.app.request('POST ProjectPay/Create', { body }, { token: donor.token })));
    await this.pay(given);
    return given;
  }

  /** Paid donations of so many others. */
  async donors(creator: Creator, count: number): Promise<readonly SignedIn[]> {
    const people = await Promise.all(Array.from({ length: count }, () => this.donor()));
    for (const one of people) await this.give(creator, one);
    return people;
  }

  list({ userName }: Creator, who: Who | null = null, more: object = {}): Promise<ApiAnswer> {
    return this.app.request('GET Draw/List', { query: { userName, ...more } }, as(who));
  }

  async draws(creator: Creator, who: Who | null = null): Promise<readonly ReadDraw[]> {
    return z.object({ items: z.array(draw) }).parse(dataOf(await this.list(creator, who))).items;
  }

  get(drawId: string, who: Who | null = null): Promise<ApiAnswer> {
    return this.app.request('GET Draw/Get', { query: { drawId } }, as(who));
  }

  async read(drawId: string, who: Who | null = null) {
    return page.parse(dataOf(await this.get(drawId, who)));
  }

  async tickets(drawId: string, after?: string): Promise<readonly string[]> {
    const { body } = await this.app.request('GET Draw/Tickets', { query: { drawId, ...(after && { after }) } });
    return z.object({ data: z.object({ tickets: z.array(z.string()) }) }).parse(body).data.tickets;
  }

  async mine(drawId: string, who: Who) {
    return part.parse(dataOf(await this.app.request('GET Draw/Mine', { query: { drawId } }, as(who))));
  }

  async places(drawId: string, who: Who) {
    const answer = await this.app.request('GET Draw/Places', {}, as(who));
    const { items } = z.object({ items: z.array(ownPlace) }).parse(dataOf(answer));
    return items.filter((one) => one.drawId === drawId);
  }

  act(act: 'Cancel' | 'Hold' | 'Answer' | 'Give' | 'Pass', who: Who | null, body: object): Promise<ApiAnswer> {
    return this.app.request(`POST Draw/${act}`, { body }, as(who));
  }

  /** As if the account of a person were closed. */
  async close({ userId }: SignedIn): Promise<void> {
    await this.app.db.pool.query('update person set blocked_at = now() where id = $1', [userId]);
  }

  /** As if the time of a draw had passed so long ago. */
  async letPass({ id }: Pick<ReadDraw, 'id'>, ago = '2 minutes'): Promise<void> {
    await this.app.db.pool.query(
      `update draw set starts_at = starts_at - (ends_at - now()) - $2::interval, ends_at = now() - $2::interval where id = $1`,
      [id, ago],
    );
    // What was given before the end was given so long ago, too.
    await this.app.db.pool.query(
      `update donation d set paid_at = paid_at - $2::interval - interval '1 second' from draw w
       where w.id = $1 and d.project_id = w.project_id and d.paid_at >= w.ends_at`,
      [id, ago],
    );
  }

  /** A draw that is held now. */
  async hold(creator: Creator, made: ReadDraw): Promise<ReadDraw> {
    await this.letPass(made);
    return draw.parse(dataOf(await this.act('Hold', creator, { drawId: made.id })));
  }
}

/** `env`: more settings of the installation. */
export async function openDrawFixture(
  env: Readonly<Record<string, string>> = {},
  heldJobs: readonly string[] = [],
): Promise<DrawFixture> {
  return new DrawFixture(await startApp({ env: { LIMITS: 'off', ...env }, heldJobs }));
}
