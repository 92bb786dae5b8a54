import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { setBlocked } from '#app/creators/creators.server.ts';
import type { Creator } from '#test/support/choice-fixture.ts';
import { openDrawFixture } from '#test/support/draw-fixture.ts';
import { failureOf } from '#test/support/money/failure-of.ts';
import type { SignedIn } from '#test/support/sign-in.ts';
import { dataOf } from '#test/support/start-app.ts';

const fixture = await openDrawFixture();
afterAll(() => fixture.app.close());

/** A held draw of so many people, in the order in which they won. */
async function withHeld(count: number, winners = 1) {
  const own = await fixture.creator();
  const made = await fixture.announce(own, { winners });
  const people = await fixture.donors(own, count);
  await fixture.hold(own, made);
  const byTicket = new Map<string | null, SignedIn>();
  for (const one of people) byTicket.set((await fixture.mine(made.id, one)).ticket, one);
  const winner = async (place: number) => {
    const won = (await fixture.read(made.id)).places.find((one) => one.place === place);
    const person = byTicket.get(won?.ticket ?? '');
    if (person === undefined) throw new Error(`nobody has the place ${place}`);
    return person;
  };
  return { own, people, winner, drawId: made.id };
}

/** As if the winners had won so long ago. */
const wonBefore = (drawId: string, ago: string) =>
  fixture.app.db.pool.query('update draw_place set won_at = won_at - $2::interval where draw_id = $1', [drawId, ago]);

/** As if another creator had held the same draw now, so many times. */
const holdAgain = (drawId: string, { projectId }: Creator, count: number) =>
  fixture.app.db.pool.query(
    `with held as (
       insert into draw
       select (jsonb_populate_record(g, jsonb_build_object('id', uuid_v7(), 'project_id', $2::uuid))).*
       from draw g, generate_series(1, $3::int) where g.id = $1
       returning id
     ), entered as (
       insert into draw_entry
       select held.id, e.ticket, e.score, e.person_id, e.donation_id from held, draw_entry e where e.draw_id = $1
     )
     insert into draw_place (draw_id, place, ticket) select held.id, w.place, w.ticket from held, draw_place w where w.draw_id = $1`,
    [drawId, projectId, count],
  );

const give = (own: Creator, drawId: string, place: number, isGiven = true) =>
  fixture.act('Give', own, { drawId, place, isGiven });

describe('Draw/Answer', () => {
  it('reaches the creator alone, and can be changed until the prize is given', async () => {
    const { own, people, winner, drawId } = await withHeld(3);
    const person = await winner(1);
    const answer = (text: string, who: SignedIn = person) => fixture.act('Answer', who, { drawId, answer: text });
    expect(failureOf(await answer(' '))).toMatchObject({ status: 400, fields: { answer: 'Заполните поле' } });
    expect(failureOf(await answer('ш'.repeat(301)))).toMatchObject({ status: 400 });
    for (const other of people.filter((one) => one !== person)) {
      expect(failureOf(await answer('Мне', other))).toMatchObject({ status: 404 });
    }
    expect(dataOf(await answer('Ташкент'))).toMatchObject({ place: { place: 1, answer: 'Ташкент' } });
    expect(dataOf(await answer('Телеграм @anna'))).toMatchObject({ place: { answer: 'Телеграм @anna' } });
    expect(await fixture.places(drawId, own)).toMatchObject([
      { place: 1, name: 'Анна', answer: 'Телеграм @anna', answeredAt: expect.any(String), passableAt: null },
    ]);
    expect(JSON.stringify((await fixture.get(drawId)).body)).not.toContain('@anna');
    const { body: places } = await fixture.app.request('GET Draw/Places', {}, { token: own.token });
    const { rows } = await fixture.app.db.pool.query<{ id: string }>(
      'select donation_id as id from draw_entry where draw_id = $1',
      [drawId],
    );
    for (const { id } of rows) expect(JSON.stringify(places), 'which donation it was').not.toContain(id);
    dataOf(await give(own, drawId, 1));
    expect(failureOf(await answer('Поздно'))).toMatchObject({ status: 409, code: 'PlaceSettled' });
    expect(await fixture.mine(drawId, person)).toMatchObject({ place: { answer: 'Телеграм @anna', isGiven: true } });
  });
});

describe('Draw/Won', () => {
  const won = async ({ token }: SignedIn) => dataOf(await fixture.app.request('GET Draw/Won', {}, { token })).items;
  const line = (drawId: string) => [{ drawId, text: 'Худи с автографом' }];

  it('names to each winner alone what waits for an answer', async () => {
    const { people, winner, drawId } = await withHeld(3, 2);
    const winners = [await winner(1), await winner(2)];
    for (const one of people) expect(await won(one)).toEqual(winners.includes(one) ? line(drawId) : []);
    dataOf(await fixture.act('Answer', await winner(1), { drawId, answer: 'Ташкент' }));
    expect(await won(await winner(1))).toEqual([]);
    expect(await won(await winner(2))).toEqual(line(drawId));
  });

  it('names nothing that was given or passed on, and what was got by that', async () => {
    const { own, winner, drawId } = await withHeld(3, 2);
    const first = await winner(1);
    const second = await winner(2);
    dataOf(await give(own, drawId, 1));
    expect(await won(first)).toEqual([]);
    await wonBefore(drawId, '73 hours');
    dataOf(await fixture.act('Pass', own, { drawId, place: 2 }));
    expect(await won(second)).toEqual([]);
    expect(await won(await winner(3))).toEqual(line(drawId));
  });

  it('names no draw that nobody sees any more', async () => {
    const taken = await withHeld(1);
    const winner = await taken.winner(1);
    const body = { drawId: taken.drawId, reason: 'Лотерея' };
    dataOf(await fixture.app.request('POST Moderator/RemoveDraw', { body }, await fixture.staff()));
    expect(await won(winner)).toEqual([]);
    const blocked = await withHeld(1);
    const person = await blocked.winner(1);
    await fixture.app.db.transaction((tx) => setBlocked(tx, blocked.own.userId, true));
    expect(await won(person)).toEqual([]);
  });

  it('names what waits, however many later draws a blocked creator has held', async () => {
    const { winner, drawId } = await withHeld(1);
    const person = await winner(1);
    const other = await fixture.creator();
    await holdAgain(drawId, other, 20);
    expect(await won(person)).toHaveLength(20);
    expect(await won(person)).not.toEqual(expect.arrayContaining(line(drawId)));
    await fixture.app.db.transaction((tx) => setBlocked(tx, other.userId, true));
    expect(await won(person)).toEqual(line(drawId));
  });
});

describe('Draw/Give', () => {
  it('marks a place for everybody, and takes that back', async () => {
    const { own, drawId } = await withHeld(2, 2);
    dataOf(await give(own, drawId, 2));
    dataOf(await give(own, drawId, 2));
    expect(await fixture.places(drawId, own)).toMatchObject([{ isGiven: false }, { isGiven: true, passableAt: null }]);
    expect((await fixture.read(drawId)).places.map(({ isGiven }) => isGiven)).toEqual([false, true]);
    dataOf(await give(own, drawId, 2, false));
    expect(await fixture.places(drawId, own)).toMatchObject([{ isGiven: false }, { isGiven: false }]);
    expect(failureOf(await give(own, drawId, 3))).toMatchObject({ status: 404 });
  });
});

describe('Draw/Pass', () => {
  const pass = (own: Creator, drawId: string, place = 1) => fixture.act('Pass', own, { drawId, place });

  it('gives the place of who does not answer for three days to the next ticket, for everybody to see', async () => {
    const { own, people, winner, drawId } = await withHeld(3);
    const first = await winner(1);
    expect(failureOf(await pass(own, drawId))).toMatchObject({ status: 409, code: 'PassEarly' });
    await wonBefore(drawId, '73 hours');
    const headers = { 'idempotency-key': randomUUID() };
    const body = { drawId, place: 1 };
    const send = () => fixture.app.request('POST Draw/Pass', { body }, { token: own.token, headers });
    expect(dataOf(await send())).toEqual(dataOf(await send()));
    expect((await fixture.read(drawId)).places).toMatchObject([
      { place: 1, passedAt: expect.any(String) },
      { place: 2, passedAt: null },
    ]);
    dataOf(await pass(own, drawId));
    expect((await fixture.read(drawId)).places, 'again').toHaveLength(2);
    const second = await winner(2);
    expect(people.filter((one) => one !== first)).toContain(second);
    const late = await fixture.act('Answer', first, { drawId, answer: 'Я тут' });
    expect(failureOf(late)).toMatchObject({ status: 409, code: 'PlaceSettled' });
    expect(failureOf(await give(own, drawId, 1))).toMatchObject({ status: 409, code: 'PlaceSettled' });
    dataOf(await fixture.act('Answer', second, { drawId, answer: 'Я тут' }));
    await wonBefore(drawId, '73 hours');
    expect(failureOf(await pass(own, drawId, 2)), 'who has answered keeps it').toMatchObject({ code: 'PassEarly' });
  });

  it('needs no waiting where the account was closed, or the money went back', async () => {
    for (const end of ['closed', 'refunded'] as const) {
      const { own, winner, drawId } = await withHeld(2);
      const first = await winner(1);
      dataOf(await fixture.act('Answer', first, { drawId, answer: 'Ташкент' }));
      expect(failureOf(await pass(own, drawId)), end).toMatchObject({ code: 'PassEarly' });
      if (end === 'closed') await fixture.close(first);
      else {
        await fixture.app.db.pool.query(
          `update donation set refunded_at = now() where id = (
             select e.donation_id from draw_place w join draw_entry e using (draw_id, ticket) where w.draw_id = $1 and w.place = 1)`,
          [drawId],
        );
      }
      dataOf(await pass(own, drawId));
      expect((await fixture.read(drawId)).places, end).toMatchObject([{ passedAt: expect.any(String) }, { place: 2 }]);
    }
  });

  it('is over with a draw that a moderator has taken away', async () => {
    const { own, winner, drawId } = await withHeld(2);
    const first = await winner(1);
    await wonBefore(drawId, '73 hours');
    const body = { drawId, reason: 'Лотерея' };
    const removed = await fixture.app.request('POST Moderator/RemoveDraw', { body }, await fixture.staff());
    expect(removed.status).toBe(200);
    for (const refused of [await pass(own, drawId), await give(own, drawId, 1)]) {
      expect(failureOf(refused)).toMatchObject({ status: 409, code: 'DrawCancelled' });
    }
    expect(failureOf(await fixture.act('Answer', first, { drawId, answer: 'Я' }))).toMatchObject({ status: 404 });
    expect(await fixture.places(drawId, own)).toEqual([]);
  });

  it('refuses what is given, and ends with the last ticket', async () => {
    const { own, drawId } = await withHeld(2);
    await wonBefore(drawId, '73 hours');
    dataOf(await give(own, drawId, 1));
    expect(failureOf(await pass(own, drawId))).toMatchObject({ status: 409, code: 'PlaceSettled' });
    dataOf(await give(own, drawId, 1, false));
    dataOf(await pass(own, drawId));
    await wonBefore(drawId, '73 hours');
    expect(failureOf(await pass(own, drawId, 2))).toMatchObject({ status: 409, code: 'NobodyLeft' });
    expect((await fixture.read(drawId)).places).toMatchObject([{ passedAt: expect.any(String) }, { passedAt: null }]);
    expect(failureOf(await pass(own, drawId, 3))).toMatchObject({ status: 404 });
  });

  it('passes a place on once, by two tabs at once, and never a place that is answered at the same time', async () => {
    const { own, winner, drawId } = await withHeld(4);
    await wonBefore(drawId, '73 hours');
    const first = await winner(1);
    const [one, other, answered] = await Promise.all([
      pass(own, drawId),
      pass(own, drawId),
      fixture.act('Answer', first, { drawId, answer: 'Успел' }),
    ]);
    const { places } = await fixture.read(drawId);
    if (answered.status === 200) {
      expect([one, other].map(({ status }) => status)).toEqual([409, 409]);
      expect(places).toHaveLength(1);
    } else {
      expect([one, other].map(({ status }) => status)).toEqual([200, 200]);
      expect(places).toHaveLength(2);
    }
  });
});
