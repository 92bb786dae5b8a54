import { createHash, createHmac } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { openDrawFixture, type ReadDraw } from '#test/support/draw-fixture.ts';
import { failureOf } from '#test/support/money/failure-of.ts';
import { dataOf } from '#test/support/start-app.ts';
import { createDraws } from '../draws.server.ts';

const fixture = await openDrawFixture();
afterAll(() => fixture.app.close());

const sha = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');

/** What everybody can compute of a held draw, from what is published alone. */
function orderOf({ seed, digest }: ReadDraw, tickets: readonly string[]): readonly string[] {
  const score = (ticket: string) =>
    createHmac('sha256', Buffer.from(seed ?? '', 'hex'))
      .update(`${digest}:${ticket}`)
      .digest('hex');
  return tickets.toSorted((one, other) => (score(one) < score(other) ? -1 : 1));
}

describe('Draw/Hold', () => {
  it('draws winners whom everybody can check', async () => {
    const own = await fixture.creator();
    const made = await fixture.announce(own, { winners: 3 });
    const people = await fixture.donors(own, 7);
    const before = await Promise.all(people.map(async (one) => (await fixture.mine(made.id, one)).ticket));
    const held = await fixture.hold(own, made);
    expect(held).toMatchObject({ state: 'held', entryCount: 7, seedHash: made.seedHash, heldAt: expect.any(String) });
    const tickets = await fixture.tickets(made.id);
    expect(tickets, 'those that people had before').toEqual(before.map(String).toSorted());
    expect(sha(Buffer.from(held.seed ?? '', 'hex'))).toBe(made.seedHash);
    expect(sha(tickets.join('\n'))).toBe(held.digest);
    const { places, draw } = await fixture.read(made.id);
    expect(draw).toEqual(held);
    expect(places.map(({ ticket }) => ticket)).toEqual(orderOf(held, tickets).slice(0, 3));
    expect(places).toMatchObject([1, 2, 3].map((place) => ({ place, name: 'Анна', isGiven: false, passedAt: null })));
    for (const one of people) {
      const { ticket, place } = await fixture.mine(made.id, one);
      expect(place?.place).toBe(places.find((other) => other.ticket === ticket)?.place);
    }
    expect(await fixture.tickets(made.id, tickets[2])).toEqual(tickets.slice(3));
    const triedOf = (key: Buffer, { userId }: { readonly userId: string }) =>
      createHmac('sha256', key).update(`${made.id}:${userId}`).digest('hex').slice(0, 32);
    const tried = people.map((one) => triedOf(Buffer.from(held.seed ?? '', 'hex'), one));
    expect(
      tickets.filter((ticket) => tried.includes(ticket)),
      'nobody can try whose a ticket is',
    ).toEqual([]);
  });

  it('waits for the end, and a minute for the last payments', async () => {
    const own = await fixture.creator();
    const made = await fixture.announce(own);
    const hold = () => fixture.act('Hold', own, { drawId: made.id });
    expect(failureOf(await hold())).toMatchObject({ status: 409, code: 'DrawEarly' });
    await fixture.letPass(made, '1 second');
    expect(failureOf(await hold())).toMatchObject({ status: 409, code: 'DrawEarly' });
    expect((await fixture.read(made.id)).draw).toMatchObject({ state: 'over', seed: null });
    await fixture.letPass(made, '60 seconds');
    expect(dataOf(await hold())).toMatchObject({ state: 'held', entryCount: 0 });
    expect(await fixture.read(made.id)).toMatchObject({ places: [] });
  });

  it('counts what was paid before the end, and nothing after it', async () => {
    const own = await fixture.creator();
    const made = await fixture.announce(own);
    const [early] = await fixture.donors(own, 1);
    await fixture.letPass(made);
    const [late] = await fixture.donors(own, 1);
    expect(dataOf(await fixture.act('Hold', own, { drawId: made.id }))).toMatchObject({ entryCount: 1 });
    if (early === undefined || late === undefined) throw new Error('nobody has given');
    expect(await fixture.mine(made.id, early)).toMatchObject({ isEntered: true, place: { place: 1 } });
    expect(await fixture.mine(made.id, late)).toMatchObject({ isEntered: false, place: null });
  });

  it('has one result, however many ask at once', async () => {
    const own = await fixture.creator();
    const made = await fixture.announce(own, { winners: 2 });
    await fixture.donors(own, 4);
    await fixture.letPass(made);
    const answers = await Promise.all(Array.from({ length: 6 }, () => fixture.act('Hold', own, { drawId: made.id })));
    expect(new Set(answers.map((answer) => JSON.stringify(dataOf(answer)))).size).toBe(1);
    expect((await fixture.read(made.id)).places).toHaveLength(2);
    expect(await fixture.tickets(made.id)).toHaveLength(4);
  });

  it('gives all of a few their places, and names nobody who did not want to be named', async () => {
    const own = await fixture.creator();
    const made = await fixture.announce(own, { winners: 50 });
    const hidden = await fixture.donor();
    await fixture.give(own, hidden, { isAnonymous: true });
    const named = await fixture.donor();
    await fixture.give(own, named, { isAnonymous: true });
    await fixture.give(own, named, { name: 'сука Борис' });
    await fixture.hold(own, made);
    const { places } = await fixture.read(made.id);
    const nameOf = async (who: typeof named) => {
      const { ticket } = await fixture.mine(made.id, who);
      return places.find((one) => one.ticket === ticket)?.name;
    };
    expect(places).toHaveLength(2);
    expect(await nameOf(hidden)).toBeNull();
    expect(await nameOf(named), 'stop words are masked').toMatch(/^\*+ Борис$/);
  });

  it('comes by itself when the creator does not', async () => {
    const own = await fixture.creator();
    const forgotten = await fixture.announce(own);
    const waiting = await fixture.announce(own);
    await fixture.letPass(forgotten, '25 hours');
    await fixture.letPass(waiting, '23 hours');
    const { db } = fixture.app;
    const won: string[] = [];
    const draws = createDraws({
      db,
      config: { DRAWS: false },
      country: { timeZone: 'Asia/Tashkent' },
    });
    draws.onWon(async (_tx, { drawId }) => void won.push(drawId));
    await draws.jobs[0]?.run();
    const states = new Map((await fixture.draws(own)).map(({ id, state }) => [id, state]));
    expect([states.get(forgotten.id), states.get(waiting.id)]).toEqual(['held', 'over']);
  });
});
