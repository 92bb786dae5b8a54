import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { dayAfter, dayIn } from '#base/text/days.ts';
import { startOfDay } from '#base/text/time-zones.ts';
import { openDrawFixture } from '#test/support/draw-fixture.ts';
import { failureOf } from '#test/support/money/failure-of.ts';
import { dataOf } from '#test/support/start-app.ts';
import { drawFaults } from './draw-rules.ts';

const fixture = await openDrawFixture();
afterAll(() => fixture.app.close());

const notFound = { status: 404, code: 'NotFound' };

describe('Draw/Make', () => {
  it('publishes the hash of a seed that nobody gets before the draw is held', async () => {
    const own = await fixture.creator();
    const made = await fixture.announce(own, { winners: 3 });
    expect(made).toMatchObject({
      state: 'open',
      leastSum: 10_000,
      winners: 3,
      entryCount: 0,
      seed: null,
      digest: null,
    });
    expect(made.seedHash).toMatch(/^[\da-f]{64}$/);
    const other = await fixture.announce(own);
    expect(other.seedHash).not.toBe(made.seedHash);
    for (const who of [null, own]) {
      const answers = [await fixture.list(own, who), await fixture.get(made.id, who)];
      const { rows } = await fixture.app.db.pool.query<{ seed: string }>(
        `select encode(seed, 'hex') as seed from draw where id = $1`,
        [made.id],
      );
      for (const { body } of answers) expect(JSON.stringify(body)).not.toContain(rows[0]?.seed);
    }
    expect(await fixture.tickets(made.id)).toEqual([]);
    expect(
      (await fixture.draws(own)).map(({ id }) => id),
      'newest first',
    ).toEqual([other.id, made.id]);
  });

  it('says what is wrong at its field', async () => {
    const own = await fixture.creator();
    const today = dayIn('Asia/Tashkent', new Date());
    for (const [change, fields] of [
      [{ text: '  ' }, { text: drawFaults.required }],
      [{ text: 'ш'.repeat(121) }, { text: expect.any(String) }],
      [{ leastSum: 0 }, { leastSum: drawFaults.positive }],
      [{ leastSum: 1 }, { leastSum: expect.stringContaining('5 000') }],
      [{ winners: 0 }, { winners: expect.any(String) }],
      [{ winners: 51 }, { winners: expect.any(String) }],
      [{ winners: 1.5 }, { winners: expect.any(String) }],
      [{ endsIn: 29 }, { endsIn: expect.any(String) }],
      [{ firstDay: today, endsIn: 1_439 }, { endsIn: drawFaults.short }],
      [{ endsIn: 44_641 }, { endsIn: expect.any(String) }],
      [{ firstDay: dayAfter(today, 2), endsIn: 1_440 }, { firstDay: drawFaults.future }],
      [{ firstDay: dayAfter(today, -33), endsIn: 1_440 }, { firstDay: drawFaults.early }],
      [{ firstDay: '2026-02-30', endsIn: 1_440 }, { firstDay: expect.any(String) }],
    ] as const) {
      const answer = failureOf(await fixture.make(own, change));
      expect(answer, JSON.stringify(change)).toMatchObject({ status: 400, code: 'ValidationFailed', fields });
    }
    expect(await fixture.draws(own)).toEqual([]);
  });

  it('has at most five that are not over', async () => {
    const own = await fixture.creator();
    const answers = await Promise.all(Array.from({ length: 8 }, () => fixture.make(own)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    const refused = answers.filter(({ status }) => status !== 200).map(failureOf);
    expect(refused).toMatchObject(Array.from({ length: 3 }, () => ({ status: 409, code: 'TooManyDraws' })));
    const [first] = await fixture.draws(own);
    dataOf(await fixture.act('Cancel', own, { drawId: first?.id, reason: 'Передумал' }));
    expect((await fixture.make(own)).status).toBe(200);
  });

  it('makes one draw of a repeated request', async () => {
    const own = await fixture.creator();
    const headers = { 'idempotency-key': randomUUID() };
    const body = { text: 'Худи', leastSum: 10_000, winners: 1, endsIn: 60 };
    const send = () => fixture.app.request('POST Draw/Make', { body }, { token: own.token, headers });
    const made = await send();
    expect(made.status).toBe(200);
    expect(dataOf(await send())).toEqual(dataOf(made));
    expect(await fixture.draws(own)).toHaveLength(1);
  });

  it('is off where the operator has said so, and what was made goes on', async () => {
    const off = await openDrawFixture({ DRAWS: 'off' });
    onTestFinished(() => off.app.close());
    const own = await off.creator();
    expect(failureOf(await off.make(own))).toMatchObject({ status: 409, code: 'DrawsOff' });
    const { rows } = await off.app.db.pool.query<{ id: string }>(
      `insert into draw (id, project_id, text, least_sum, winners, starts_at, ends_at, seed, ticket_key)
       values (uuid_v7(), $1, 'Худи', 100, 1, now() - interval '1 hour', now() + interval '1 hour', sha256('seed'), sha256('key'))
       returning id`,
      [own.projectId],
    );
    const id = rows[0]?.id ?? '';
    const [donor] = await off.donors(own, 1);
    await off.letPass({ id });
    expect(dataOf(await off.act('Hold', own, { drawId: id }))).toMatchObject({ state: 'held', entryCount: 1 });
    expect(donor && (await off.mine(id, donor))).toMatchObject({ place: { place: 1 } });
    expect((await off.app.request('GET Config')).body).toMatchObject({ data: { draws: false } });
    expect((await fixture.app.request('GET Config')).body).toMatchObject({ data: { draws: true } });
  });
});

describe('who takes part', () => {
  it('is every person once who gave enough in time from an account, but for the creator', async () => {
    const own = await fixture.creator();
    const before = await fixture.donor();
    await fixture.give(own, before);
    const made = await fixture.announce(own);
    const [one, other] = await fixture.donors(own, 2);
    if (one === undefined || other === undefined) throw new Error('nobody has given');
    await fixture.give(own, one, { amount: 500_000 });
    await fixture.give(own, one, { isAnonymous: true });
    const little = await fixture.donor();
    await fixture.give(own, little, { amount: 9_999.99 });
    await fixture.pay(await fixture.choose(own, 50_000));
    await fixture.give(own, own);
    const elsewhere = await fixture.donor();
    await fixture.give(await fixture.creator(), elsewhere);
    const unpaid = await fixture.donor();
    await fixture.chooseAs(unpaid, own, 10_000);
    expect(await fixture.draws(own, own)).toMatchObject([{ entryCount: 2 }]);
    expect(await fixture.draws(own), 'others do not know').toMatchObject([{ entryCount: null }]);
    for (const who of [one, other]) {
      expect(await fixture.mine(made.id, who)).toMatchObject({
        isEntered: true,
        ticket: expect.any(String),
        place: null,
      });
    }
    for (const who of [before, little, own, elsewhere, unpaid]) {
      expect(await fixture.mine(made.id, who)).toEqual({ isEntered: false, ticket: null, place: null });
    }
  });

  it('is who gave from the first day on, if the creator has named one', async () => {
    const own = await fixture.creator();
    const early = await fixture.donor();
    const late = await fixture.donor();
    const given = await fixture.give(own, early);
    await fixture.give(own, late);
    const firstDay = dayAfter(dayIn('Asia/Tashkent', new Date()), -3);
    const start = startOfDay(firstDay, 'Asia/Tashkent');
    const paidAt = (at: number) =>
      fixture.app.db.pool.query('update donation set paid_at = $2 where id = $1', [given.payId, new Date(at)]);
    const made = await fixture.announce(own, { firstDay, endsIn: 1_440 });
    expect(made.startsAt).toBe(start.toISOString());
    await paidAt(start.getTime());
    expect(await fixture.draws(own, own)).toMatchObject([{ entryCount: 2 }]);
    await paidAt(start.getTime() - 1);
    expect(await fixture.mine(made.id, early)).toMatchObject({ isEntered: false });
    expect(await fixture.mine(made.id, late)).toMatchObject({ isEntered: true });
  });

  it('goes with the money, until the draw is held', async () => {
    const own = await fixture.creator();
    const made = await fixture.announce(own);
    const whole = await fixture.donor();
    const part = await fixture.donor();
    const kept = await fixture.donor();
    const given = await fixture.give(own, whole);
    const reduced = await fixture.give(own, part);
    await fixture.give(own, kept);
    await fixture.refund(given);
    await fixture.refund(reduced, { amount: 1 });
    expect(await fixture.draws(own, own)).toMatchObject([{ entryCount: 1 }]);
    const held = await fixture.hold(own, made);
    expect(held).toMatchObject({ state: 'held', entryCount: 1 });
    expect(await fixture.mine(made.id, kept)).toMatchObject({ isEntered: true, place: { place: 1 } });
    expect(await fixture.mine(made.id, whole)).toMatchObject({ isEntered: false, place: null });
  });
});

describe('Draw/Cancel', () => {
  it('calls a draw off with a reason that everybody reads, and only before its end', async () => {
    const own = await fixture.creator();
    const made = await fixture.announce(own);
    const cancel = (reason: string) => fixture.act('Cancel', own, { drawId: made.id, reason });
    expect(failureOf(await cancel(' '))).toMatchObject({ status: 400, fields: { reason: 'Напишите причину' } });
    expect(dataOf(await cancel('Приз не приехал'))).toMatchObject({
      state: 'cancelled',
      cancelledFor: 'Приз не приехал',
    });
    expect(dataOf(await cancel('Другая')), 'the first reason stays').toMatchObject({ cancelledFor: 'Приз не приехал' });
    expect((await fixture.read(made.id)).draw).toMatchObject({ state: 'cancelled', cancelledFor: 'Приз не приехал' });
    await fixture.letPass(made);
    expect(failureOf(await fixture.act('Hold', own, { drawId: made.id }))).toMatchObject({
      status: 409,
      code: 'DrawCancelled',
    });
    const over = await fixture.announce(own);
    await fixture.letPass(over, '1 second');
    const late = await fixture.act('Cancel', own, { drawId: over.id, reason: 'Поздно' });
    expect(failureOf(late)).toMatchObject({ status: 409, code: 'DrawOver' });
    const held = await fixture.hold(own, over);
    expect(failureOf(await fixture.act('Cancel', own, { drawId: held.id, reason: 'Поздно' }))).toMatchObject({
      code: 'DrawOver',
    });
  });
});

describe('a draw of others', () => {
  it('is seen by everybody and changed by nobody', async () => {
    const own = await fixture.creator();
    const made = await fixture.announce(own);
    await fixture.donors(own, 1);
    await fixture.hold(own, made);
    const other = await fixture.creator();
    const { id: drawId } = made;
    expect((await fixture.read(drawId)).creator).toEqual({ userName: own.userName, displayName: expect.any(String) });
    for (const [act, body] of [
      ['Cancel', { drawId, reason: 'Не моё' }],
      ['Hold', { drawId }],
      ['Answer', { drawId, answer: 'Отдайте мне' }],
      ['Give', { drawId, place: 1, isGiven: true }],
      ['Pass', { drawId, place: 1 }],
    ] as const) {
      expect(failureOf(await fixture.act(act, other, body)), act).toMatchObject(notFound);
      expect(failureOf(await fixture.act(act, other, { ...body, drawId: randomUUID() })), act).toMatchObject(notFound);
    }
    expect(await fixture.places(drawId, other)).toEqual([]);
    expect(failureOf(await fixture.get(randomUUID()))).toMatchObject(notFound);
  });
});

describe('Moderator/RemoveDraw', () => {
  it('takes a draw away from everybody but its creator and the staff, and nobody wins', async () => {
    const own = await fixture.creator();
    const made = await fixture.announce(own);
    const [donor] = await fixture.donors(own, 1);
    const moderator = await fixture.staff();
    const remove = (change: object = {}) => {
      const body = { drawId: made.id, reason: 'Лотерея', ...change };
      return fixture.app.request('POST Moderator/RemoveDraw', { body }, moderator);
    };
    expect(failureOf(await remove({ reason: '' }))).toMatchObject({ status: 400 });
    expect((await remove({ drawId: randomUUID() })).status).toBe(404);
    expect((await remove()).status).toBe(200);
    expect((await remove({ reason: 'Другая' })).status).toBe(200);
    expect(await fixture.draws(own)).toEqual([]);
    expect(failureOf(await fixture.get(made.id))).toMatchObject(notFound);
    expect(failureOf(await fixture.get(made.id, donor))).toMatchObject(notFound);
    const kept = { state: 'removed', removedFor: 'Лотерея' };
    expect(await fixture.draws(own, own)).toMatchObject([kept]);
    expect((await fixture.read(made.id, moderator)).draw).toMatchObject(kept);
    await fixture.letPass(made);
    expect(failureOf(await fixture.act('Hold', own, { drawId: made.id }))).toMatchObject({
      status: 409,
      code: 'DrawCancelled',
    });
    expect(await fixture.isAudited(own, 'RemoveDraw')).toBe(true);
  });
});
