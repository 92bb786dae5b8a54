import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { openClockFixture } from '#test/support/clock-fixture.ts';
import { failureOf } from '#test/support/money/failure-of.ts';
import { dataOf } from '#test/support/start-app.ts';
import { makeWebhook, openReceiver } from '#test/support/tool-fixture.ts';
import { clockFaults } from './clock-rules.ts';

const fixture = await openClockFixture();
afterAll(() => fixture.app.close());

const good = { act: 'start', minutes: 60, sum: 5_000, seconds: 60 };

describe('Clock/Control', () => {
  it('starts a clock that everybody sees, with the moment of the answer', async () => {
    const own = await fixture.creator();
    expect((await fixture.answer(own)).clock).toBeNull();
    const started = await fixture.start(own, { most: 48 });
    expect(started).toMatchObject({
      state: 'running',
      minutes: 60,
      sum: 5_000,
      seconds: 60,
      isLinear: false,
      most: 48,
    });
    expect(started).toMatchObject({ room: 47 * 3_600, donations: { sum: 0, count: 0, seconds: 0 } });
    const { now, clock } = await fixture.answer(own);
    expect(clock).toMatchObject({ id: started.id, endsAt: started.endsAt, own: null });
    expect(Date.parse(clock?.endsAt ?? '') - Date.parse(now)).toBe(clock?.remaining);
    expect(await fixture.length(own)).toBe(3_600);
  });

  it.each([
    ['no minutes', { minutes: 0 }, { minutes: clockFaults.minutes }],
    ['more than a week', { minutes: 10_081 }, { minutes: clockFaults.minutes }],
    ['half a minute', { minutes: 0.5 }, { minutes: 'Нужно целое число' }],
    ['a sum of nothing', { sum: 0 }, { sum: clockFaults.sum }],
    ['no seconds', { seconds: 0 }, { seconds: clockFaults.seconds }],
    ['more than a day of seconds', { seconds: 86_401 }, { seconds: clockFaults.seconds }],
    ['a cap of nothing', { most: 0 }, { most: clockFaults.most }],
    ['a cap of 61 days', { most: 1_441 }, { most: clockFaults.most }],
    ['a cap below the start', { minutes: 61, most: 1 }, { most: clockFaults.capBelowStart }],
    ['a member that it does not know', { endsAt: 'now' }, { endsAt: 'Лишнее поле' }],
    ['an act that it does not know', { act: 'stop' }, { act: 'Выберите: start, pause, resume, correct, change, end' }],
    ['no act', { act: undefined }, { act: 'Заполните поле' }],
    ['an act on no clock', { act: 'pause' }, { clockId: 'Заполните поле' }],
  ])('refuses %s at its field', async (_, change, fields) => {
    const answer = failureOf(await fixture.control(await fixture.creator(), { ...good, ...change }));
    expect(answer).toMatchObject({ status: 400, code: 'ValidationFailed', fields });
  });

  it.each([0, 86_401, -86_401, 1.5])('refuses a correction of %d seconds', async (seconds) => {
    const own = await fixture.creator();
    await fixture.start(own);
    const answer = await fixture.control(own, { act: 'correct', ...(await fixture.known(own)), seconds });
    expect(failureOf(answer)).toMatchObject({ status: 400, fields: { seconds: expect.any(String) } });
  });

  it('starts one at most, and the same one for every attempt of one request', async () => {
    const own = await fixture.creator();
    const settings = { idempotencyKey: randomUUID() };
    const first = dataOf(await fixture.control(own, good, settings));
    expect(dataOf(await fixture.control(own, good, settings))).toEqual(first);
    expect(failureOf(await fixture.control(own, good))).toMatchObject({ status: 409, code: 'ClockRuns' });
    await fixture.act(own, 'pause');
    expect(failureOf(await fixture.control(own, good))).toMatchObject({ status: 409, code: 'ClockRuns' });
    await fixture.act(own, 'end');
    const next = await fixture.start(own);
    expect((await fixture.clock(own)).id).toBe(next.id);
  });

  it('is for own clocks', async () => {
    const own = await fixture.creator();
    await fixture.start(own);
    const asked = { act: 'end', ...(await fixture.known(own)) };
    expect((await fixture.control(await fixture.creator(), asked)).status).toBe(404);
    expect((await fixture.control(own, { ...asked, clockId: randomUUID() })).status).toBe(404);
    expect((await fixture.clock(own)).state).toBe('running');
  });

  it('keeps the time that is left in a pause, in which donations and corrections count', async () => {
    const own = await fixture.creator();
    const { id } = await fixture.start(own);
    await fixture.age(id, 600);
    const paused = await fixture.act(own, 'pause');
    expect(paused).toMatchObject({ state: 'paused', endsAt: null });
    await fixture.age(id, 7_200);
    expect((await fixture.clock(own)).remaining).toBe(paused.remaining);
    await fixture.givePaid(own, 20_000);
    await fixture.act(own, 'correct', { seconds: -30 });
    expect((await fixture.clock(own)).remaining).toBe(paused.remaining + 210_000);
    expect((await fixture.act(own, 'pause')).own?.revision).toBe((await fixture.act(own, 'pause')).own?.revision);
    const resumed = await fixture.act(own, 'resume');
    expect(resumed.state).toBe('running');
    const { rows } = await fixture.app.db.pool.query<{ paused: number }>(
      'select sum(extract(epoch from ended_at - started_at) * 1000)::float8 as paused from clock_pause where clock_id = $1',
      [id],
    );
    const length = Date.parse(resumed.endsAt ?? '') - Date.parse(resumed.startedAt);
    expect(length).toBe(3_810_000 + (rows[0]?.paused ?? 0));
  });

  it('records corrections, which only the creator and the staff see', async () => {
    const own = await fixture.creator();
    await fixture.start(own);
    await fixture.act(own, 'correct', { seconds: 300 });
    const { own: part } = await fixture.act(own, 'correct', { seconds: -60 });
    expect(part?.corrections.map(({ seconds }) => seconds)).toEqual([-60, 300]);
    expect(await fixture.length(own)).toBe(3_840);
    const moderator = await fixture.staff();
    expect((await fixture.clock(own, moderator)).own).toEqual(part);
    expect((await fixture.clock(own, await fixture.creator())).own).toBeNull();
  });

  it('ends the clock when a correction leaves no time, and nothing opens it again', async () => {
    const own = await fixture.creator();
    const { id } = await fixture.start(own);
    await fixture.age(id, 1_800);
    const known = await fixture.known(own);
    const ended = await fixture.act(own, 'correct', { seconds: -1_801 });
    expect(ended).toMatchObject({ state: 'over', remaining: 0, endsAt: null });
    const late = await fixture.control(own, { act: 'correct', ...known, revision: known.revision + 1, seconds: 3_600 });
    expect(failureOf(late)).toMatchObject({ status: 409, code: 'ClockEnded' });
    await fixture.givePaid(own, 50_000);
    expect(await fixture.clock(own)).toMatchObject({ state: 'over', closedAt: ended.closedAt });
  });

  it('refuses what another page did not know', async () => {
    const own = await fixture.creator();
    await fixture.start(own);
    const known = await fixture.known(own);
    await fixture.givePaid(own, 10_000);
    expect((await fixture.control(own, { act: 'pause', ...known })).status).toBe(200);
    const other = await fixture.control(own, { act: 'correct', ...known, seconds: 60 });
    expect(failureOf(other)).toMatchObject({ status: 409, code: 'ClockChanged' });
  });
});

describe('Clock/Get', () => {
  it('shows what has ended for a day, and the last one for ever to the creator', async () => {
    const own = await fixture.creator();
    const { id } = await fixture.start(own);
    await fixture.runOut(id);
    expect(await fixture.clock(own)).toMatchObject({ state: 'over', remaining: 0 });
    await fixture.age(id, 25 * 3_600);
    expect((await fixture.answer(own)).clock).toBeNull();
    expect(await fixture.clock(own, own)).toMatchObject({ id, state: 'over' });
  });

  it('is 404 for nobody and for a blocked creator', async () => {
    const own = await fixture.creator();
    await fixture.start(own);
    await fixture.app.db.pool.query('update creator set is_blocked = true where user_id = $1', [own.userId]);
    for (const userName of [own.userName, 'nobody.there']) {
      expect((await fixture.app.request('GET Clock/Get', { query: { userName } })).status).toBe(404);
    }
  });
});

describe('Moderator/EndClock', () => {
  it('ends a clock with a reason that its creator reads', async () => {
    const own = await fixture.creator();
    const { id: clockId } = await fixture.start(own);
    const moderator = await fixture.staff();
    const end = (change: object = {}) => {
      const body = { clockId, reason: 'Опасный стрим', ...change };
      return fixture.app.request('POST Moderator/EndClock', { body }, moderator);
    };
    expect((await end({ reason: '' })).status).toBe(400);
    expect((await end({ clockId: randomUUID() })).status).toBe(404);
    expect((await end()).status).toBe(200);
    expect((await end({ reason: 'Другая причина' })).status).toBe(200);
    expect(await fixture.clock(own, own)).toMatchObject({ state: 'over', own: { endedFor: 'Опасный стрим' } });
    expect((await fixture.clock(own)).own).toBeNull();
    expect(await fixture.isAudited(own, 'EndClock')).toBe(true);
    const next = await fixture.start(own);
    await fixture.act(own, 'end');
    expect((await end({ clockId: next.id })).status).toBe(409);
  });
});

describe('the stream', () => {
  const shown = z.object({ data: z.object({ now: z.string(), clock: z.looseObject({ id: z.string() }).nullable() }) });

  it('shows the clock, and its end for ten minutes', async () => {
    const own = await fixture.creator();
    const { id } = await fixture.start(own);
    const key = await fixture.widgetKey(own);
    const streamed = async () =>
      shown.parse((await fixture.app.request('GET Widget/Clock', { query: { key } })).body).data;
    const { now, clock } = await streamed();
    expect(clock).toMatchObject({ id, state: 'running' });
    expect(clock).not.toHaveProperty('own');
    expect(Date.parse(now)).not.toBeNaN();
    await fixture.act(own, 'end');
    expect((await streamed()).clock).toMatchObject({ state: 'over' });
    await fixture.age(id, 600);
    expect((await streamed()).clock).toBeNull();
    expect((await fixture.app.request('GET Widget/Clock', { query: { key: 'x' } })).status).toBe(401);
  });
});

it('is in the message to the webhook of the creator', async () => {
  const own = await fixture.creator();
  const receiver = await openReceiver();
  onTestFinished(() => receiver.close());
  await makeWebhook(fixture.app, own, receiver.address, ['donation.paid']);
  await fixture.givePaid(own, 20_000);
  await vi.waitUntil(() => receiver.received.length === 1, { timeout: 10_000 });
  await fixture.start(own);
  await fixture.givePaid(own, 20_000);
  await vi.waitUntil(() => receiver.received.length === 2, { timeout: 10_000 });
  const sent = receiver.received.map(({ body }) => JSON.parse(body ?? '').data.clockSeconds);
  expect(sent).toEqual([null, 240]);
});
