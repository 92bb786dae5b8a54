import { createHash, createHmac } from 'node:crypto';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
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

  it('waits for a payment that was made before the end and is being written', async () => {
    const own = await fixture.creator();
    const made = await fixture.announce(own);
    const donor = await fixture.donor();
    const { payId } = await fixture.give(own, donor);
    await fixture.letPass(made);
    await fixture.app.db.pool.query('update donation set refunded_at = now() where id = $1', [payId]);
    const client = await fixture.app.db.pool.connect();
    onTestFinished(() => client.release());
    // As if the payment of that donation were not committed yet.
    await client.query('begin');
    await client.query('select from project_total where project_id = $1 for no key update', [own.projectId]);
    const held = fixture.act('Hold', own, { drawId: made.id });
    await vi.waitUntil(
      async () => {
        const { rows } = await fixture.app.db.pool.query(
          `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%project_total%for share%'
         and datname = current_database()`,
        );
        return rows.length > 0;
      },
      { timeout: 10_000 },
    );
    await client.query('update donation set refunded_at = null where id = $1', [payId]);
    await client.query('commit');
    expect(dataOf(await held)).toMatchObject({ entryCount: 1 });
    expect(await fixture.mine(made.id, donor)).toMatchObject({ isEntered: true, place: { place: 1 } });
  });

  it('leaves out whose account was closed', async () => {
    const own = await fixture.creator();
    const made = await fixture.announce(own, { winners: 2 });
    const [gone, there] = await fixture.donors(own, 2);
    if (gone === undefined || there === undefined) throw new Error('nobody has given');
    await fixture.close(gone);
    expect(await fixture.draws(own, own)).toMatchObject([{ entryCount: 1 }]);
    expect(await fixture.hold(own, made)).toMatchObject({ entryCount: 1 });
    expect(await fixture.mine(made.id, there)).toMatchObject({ place: { place: 1 } });
  });

  it('comes by itself when the creator does not, and one that fails keeps no other waiting', async () => {
    const late = await openDrawFixture({}, ['draws that were not held']);
    onTestFinished(() => late.app.close());
    const own = await late.creator();
    const failing = await late.announce(own);
    const forgotten = await late.announce(own);
    const waiting = await late.announce(own);
    const cancelled = await late.announce(own);
    await late.donors(own, 1);
    dataOf(await late.act('Cancel', own, { drawId: cancelled.id, reason: 'Передумал' }));
    await late.letPass(waiting, '23 hours');
    await late.letPass(cancelled, '25 hours');
    await late.letPass(forgotten, '25 hours');
    await late.letPass(failing, '26 hours');
    const won: string[] = [];
    const { db } = late.app;
    const draws = createDraws({ db, config: { DRAWS: false }, country: { timeZone: 'Asia/Tashkent' } });
    draws.onWon(async (_tx, { drawId }) => {
      if (drawId === failing.id) throw new Error('the notice was not written');
      won.push(drawId);
    });
    await expect(draws.jobs[0]?.run()).rejects.toThrow('the notice was not written');
    expect(won).toEqual([forgotten.id]);
    const states = new Map((await late.draws(own)).map(({ id, state }) => [id, state]));
    expect([failing, forgotten, waiting, cancelled].map(({ id }) => states.get(id))).toEqual([
      'over',
      'held',
      'over',
      'cancelled',
    ]);
  });
});
