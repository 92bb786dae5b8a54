import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { minor } from '#base/money/money.ts';
import { processClock } from '#base/process/process-clock.server.ts';
import { heard } from '#test/support/heard.ts';
import { until } from '#test/support/money/money-fixture.ts';
import { type SignedIn, signIn } from '#test/support/sign-in.ts';
import { startApp, testSecrets } from '#test/support/start-app.ts';
import { death, silence, sound, startVoiceService, toneWav } from '#test/support/voice-service.ts';
import { hashOfWords } from './speech-words.server.ts';

const standIn = await startVoiceService();
afterAll(() => standIn.close());
let now = 0;
const app = await startApp({
  env: { LIMITS: 'off', VOICE_URL: standIn.url, VOICE_KEY: 'secret' },
  jobPace: 0.02,
  heldJobs: ['old alert speech'],
  processClock: { ...processClock, now: () => now },
});
afterAll(() => app.close());

const leased = z.object({
  data: z
    .object({
      alertId: z.string(),
      message: z.string().nullable(),
      speech: z.object({ name: z.string(), language: z.string() }).nullable(),
    })
    .nullable(),
});
let creator: SignedIn;
let key: string;

beforeEach(async () => {
  // A service that failed in the test before has rested.
  now += 120_000;
  standIn.answer(sound('audio/wav', toneWav()));
  creator = await signIn(app.db, testSecrets.jwt);
  const { body } = await app.api('GET Widget/Settings', {}, creator);
  ({ key } = z.object({ data: z.object({ key: z.string() }) }).parse(body).data);
});

const change = (alert: object) => app.api('PUT Widget/Settings', { body: { alert } }, creator);

/** Pays donations with these messages, one after another. */
async function give(messages: readonly (string | null)[], name: string | null = 'Анна'): Promise<void> {
  for (const message of messages) {
    const donation = { projectId: creator.projectId, donationId: crypto.randomUUID(), amount: minor(1_000_000) };
    await app.db.transaction((tx) =>
      app.opora.areas.widgets.enqueueAlert(tx, {
        ...donation,
        name,
        message,
        month: null,
        giftedMonths: null,
        giftedPieces: null,
      }),
    );
  }
}

async function next(language = 'ru') {
  const body = { key, source: 'a', isVisible: true };
  const headers = { 'accept-language': language };
  return leased.parse((await app.api('POST Widget/Next', { body }, { headers })).body).data;
}

async function show(language?: string) {
  const alert = await next(language);
  const report = { key, source: 'a', alertId: alert?.alertId };
  for (const state of ['playing', 'shown']) await app.api('POST Widget/Report', { body: { ...report, state } });
  return alert;
}

async function load(name: string | undefined) {
  const answer = await fetch(`${app.url}/api/Widget/Speech?name=${name}`);
  return { answer, bytes: new Uint8Array(await answer.arrayBuffer()) };
}

/** What a page gets, once it is made. */
async function fileOf(name: string | undefined) {
  const made = 'select from alert_speech where name = $1 and bytes is not null and next_at is null';
  await until(async () => (await app.db.pool.query(made, [name])).rowCount === 1);
  return load(name);
}

const saidOf = async () =>
  (await app.db.pool.query('select text, bytes, language from alert_speech where project_id = $1', [creator.projectId]))
    .rows;

const askedTexts = () => standIn.asked.map(({ body }) => Object.assign({ text: '' }, body).text);

describe('by the voice of the server itself', () => {
  test('an alert has its speech, whose text is not stored any longer', async () => {
    await change({ readAloud: true });
    await give(['Спасибо за стрим!']);
    const alert = await next();
    expect(alert?.speech).toMatchObject({ language: 'ru' });
    const { answer, bytes } = await fileOf(alert?.speech?.name);
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
      200,
      'audio/wav',
      'private, no-store',
    ]);
    expect(heard(bytes).audible).toBeGreaterThan(0.2);
    expect(await saidOf()).toMatchObject([{ text: null }]);
    expect(askedTexts()).not.toContain('Спасибо за стрим!');
  });

  test('the same words are made once', async () => {
    await change({ readAloud: true });
    await give(['Привет!', 'Привет!']);
    const first = await show();
    const second = await show();
    expect(first?.speech).not.toBeNull();
    expect(second?.speech).toEqual(first?.speech);
    expect(await saidOf()).toHaveLength(1);
  });

  test('what is read, and how, is what the page would read, with numbers as the voice reads them', async () => {
    await change({ readAloud: true, voiceText: '{name}: {amount}. {message}', speaker: 'server', voiceRate: 1.5 });
    await give([null], null);
    const alert = await show();
    await fileOf(alert?.speech?.name);
    expect(standIn.asked).toContainEqual({
      body: { text: 'Аноним: 10000 сум.', language: 'ru', voice: 'default', speed: 1.5 },
      key: 'Bearer secret',
    });
    await give([null], null);
    const uzbek = await show('uz');
    expect(uzbek?.speech).toMatchObject({ language: 'uz' });
    await fileOf(uzbek?.speech?.name);
    expect(askedTexts()).toContain('Anonim: oʻn ming soʻm.');
  });

  test.each([
    ['nothing is read aloud', {}, 'Привет'],
    ['there is no message', { readAloud: true }, null],
    ['the volume is 0', { readAloud: true, volume: 0 }, 'Привет'],
  ])('there is none where %s', async (_title, alert, message) => {
    await change(alert);
    await give([message]);
    expect(await next()).toMatchObject({ speech: null });
    expect(await saidOf()).toEqual([]);
  });

  test('stop words that came meanwhile are not said', async () => {
    const askedOf = () => askedTexts().filter((text) => text.startsWith('у Марины'));
    await change({ readAloud: true, speaker: 'server' });
    await give(['у Марины квакозябра']);
    await until(() => askedOf().length === 1);
    onTestFinished(async () => {
      await app.db.pool.query(`update donation_settings set stop_words = array_remove(stop_words, 'квакозябра')`);
    });
    await app.db.pool.query(`update donation_settings set stop_words = array_append(stop_words, 'квакозябра')`);
    const alert = await next();
    await fileOf(alert?.speech?.name);
    expect(askedOf()).toEqual(['у Марины квакозябра', expect.not.stringContaining('квакозябра')]);
  });
});

test('a held message is not said before its approval, and then in its new words', async () => {
  await change({ readAloud: true, speaker: 'server', review: 'hold' });
  await give(['первые слова']);
  const heldOf = async () => {
    const { body } = await app.api('GET Widget/Queue', {}, creator);
    return z
      .object({ data: z.object({ held: z.array(z.object({ alertId: z.string(), payId: z.string() })) }) })
      .parse(body).data.held[0];
  };
  const press = async (action: string, alertId: string | undefined) =>
    app.api('POST Widget/Control', { body: { action, alertId } }, creator);
  const held = await heldOf();
  await press('reject', held?.alertId);
  const donation = { projectId: creator.projectId, donationId: held?.payId ?? '', message: 'вторые слова' };
  await app.db.transaction((tx) => app.opora.areas.widgets.rewordAlert(tx, donation));
  await press('approve', (await heldOf())?.alertId);
  const alert = await next();
  expect(alert?.message).toBe('вторые слова');
  await fileOf(alert?.speech?.name);
  expect(askedTexts()).toContain('вторые слова');
  expect(askedTexts()).not.toContain('первые слова');
  expect(await saidOf()).toHaveLength(1);
});

describe('a service that', () => {
  test.each([
    ['never answers', silence],
    ['dies', death],
    ['answers a page', sound('text/html', Buffer.from('<h1>'))],
    ['answers rubbish like a sound', sound('audio/mpeg', Buffer.from('ID3 and so on'))],
    ['answers half a sound', sound('audio/wav', toneWav().subarray(0, 700))],
  ])('%s delays no alert: all are leased at once, in order', async (title, how) => {
    standIn.answer(how);
    await change({ readAloud: true, speaker: 'server' });
    const messages = ['первое', 'второе', 'третье'].map((word) => `${word}: ${title}`);
    await give(messages);
    // On a busy machine the server may not ask for it in its half a second: the page does then.
    const isGivenUp = () => app.logLines.some((line) => line.includes('the speech of an alert was not asked for'));
    await until(() => askedTexts().includes(messages[0] ?? '') || isGivenUp());
    const shown = [await show(), await show(), await show()];
    expect(shown.map((alert) => alert?.message)).toEqual(messages);
    expect(await next()).toBeNull();
    standIn.answer(death);
    standIn.hangUp();
    for (const alert of shown) expect(heard((await fileOf(alert?.speech?.name)).bytes).audible).toBeGreaterThan(0.2);
  });

  test('fails is replaced by the voice of the server itself', async () => {
    standIn.answer(death);
    await change({ readAloud: true, speaker: 'server' });
    await give(['Спасибо, друзья!']);
    const alert = await next();
    const { bytes } = await fileOf(alert?.speech?.name);
    expect(heard(bytes)).toMatchObject({ format: 7 });
    expect(heard(bytes).peak).toBeGreaterThan(10_000);
  });

  test('is back says the same words itself after a minute', async () => {
    const countAsked = () => askedTexts().filter((text) => text === 'до и после').length;
    standIn.answer(death);
    await change({ readAloud: true, speaker: 'server' });
    await give(['до и после']);
    const before = await show();
    await fileOf(before?.speech?.name);
    standIn.answer(sound('audio/wav', toneWav(3)));
    now += 120_000;
    await give(['до и после']);
    expect((await show())?.speech).toEqual(before?.speech);
    expect(countAsked()).toBe(1);
    const { rows } = await app.db.pool.query(
      `update alert_speech set kept_until = kept_until - interval '1 minute' where name = $1 returning kept_until <= now() as "isOver"`,
      [before?.speech?.name],
    );
    expect(rows).toEqual([{ isOver: true }]);
    await give(['до и после']);
    const after = await show();
    await until(() => countAsked() === 2);
    expect(heard((await fileOf(after?.speech?.name)).bytes).seconds).toBe(3);
  });
});

describe('an alert is leased at once, without speech,', () => {
  test('while the table of speech is locked', async () => {
    await change({ readAloud: true });
    await give(['за замком']);
    const client = await app.db.pool.connect();
    onTestFinished(() => client.release());
    await client.query('begin; lock table alert_speech in access exclusive mode');
    // The database cancels it after eight seconds.
    const patient = app.db.pool.query('select from alert_speech').catch(() => 'cancelled');
    const first = await Promise.race([patient, next()]);
    await client.query('rollback');
    expect(first).toMatchObject({ message: 'за замком', speech: null });
    await patient;
  });

  test('where that table is broken', async () => {
    await change({ readAloud: true });
    await app.db.pool.query('alter table alert_speech rename to alert_speech_away');
    onTestFinished(async () => {
      await app.db.pool.query('alter table alert_speech_away rename to alert_speech');
    });
    await give(['без таблицы']);
    expect(await next()).toMatchObject({ message: 'без таблицы', speech: null });
  });
});

test('an alert whose speech is being made without an end is leased at once, and its page gets none', async () => {
  const words = { text: 'без конца', language: 'ru', rate: 1, byService: false } as const;
  await app.db.pool.query(
    `insert into alert_speech (name, project_id, hash, language, rate, by_service, text, next_at)
     values ('speech-without-an-end0', $1, $2, 'ru', 1, false, 'без конца', now() + interval '1 hour')`,
    [creator.projectId, hashOfWords(words)],
  );
  await change({ readAloud: true });
  await give(['без конца', 'следующее']);
  expect(await show()).toMatchObject({ message: 'без конца', speech: { name: 'speech-without-an-end0' } });
  expect(await show()).toMatchObject({ message: 'следующее' });
  expect((await load('speech-without-an-end0')).answer.status).toBe(404);
});

test('pages that wait for speech take no turn of the reads of their site', async () => {
  await app.db.pool.query(
    `insert into alert_speech (name, project_id, hash, language, rate, by_service, text, next_at)
     values ('speech-that-is-awaited', $1, sha256('awaited'), 'ru', 1, false, 'долго', now() + interval '1 hour')`,
    [creator.projectId],
  );
  const waiting = Promise.race(Array.from({ length: 40 }, () => load('speech-that-is-awaited')));
  const read = Promise.all(
    Array.from({ length: 40 }, () => app.api('GET Widget/Look', { query: { projectId: creator.projectId } })),
  );
  expect(await Promise.race([waiting.then(() => 'the waiting ones'), read.then(() => 'the reads')])).toBe('the reads');
  await waiting;
});

test('a sample is said for its creator, and an unknown name is 404 at once', async () => {
  const body = { text: 'Проба голоса', rate: 1 };
  const answer = await app.api('POST Widget/Speech', { body }, creator);
  const { name } = z.object({ data: z.object({ name: z.string() }) }).parse(answer.body).data;
  expect((await fileOf(name)).answer.status).toBe(200);
  expect((await load('nothing-of-this-name00')).answer.status).toBe(404);
  expect((await app.api('POST Widget/Speech', { body })).status).toBe(401);
});

test('a sample without letters is said in the language of the page', async () => {
  const say = (language: string) => {
    const settings = { ...creator, headers: { 'accept-language': language } };
    return app.api('POST Widget/Speech', { body: { text: '50 000', rate: 1 } }, settings);
  };
  expect((await say('uz')).body).toMatchObject({ data: { language: 'uz' } });
  expect((await say('ru-RU,ru;q=0.9')).body).toMatchObject({ data: { language: 'ru' } });
});

test('what more than fifty alerts would say waits for its turn to be shown', async () => {
  await app.db.pool.query(
    `insert into alert_speech (name, project_id, hash, language, rate, by_service, text, next_at)
     select lpad(n::text, 22, '0'), $1, decode(lpad(to_hex(n), 64, '0'), 'hex'), 'ru', 1, false, 'ждёт', now() + interval '1 hour'
     from generate_series(1, 50) n`,
    [creator.projectId],
  );
  await change({ readAloud: true });
  await give(['не поместилось']);
  expect(await next()).toMatchObject({ message: 'не поместилось', speech: null });
});

test('speech is dropped after a day, also where the voice was switched off', async () => {
  await change({ readAloud: true });
  await give(['вчерашнее', 'сегодняшнее']);
  await until(async () => (await saidOf()).filter(({ bytes }) => bytes !== null).length === 2);
  await app.db.pool.query(
    `update alert_speech set kept_until = kept_until - interval '25 hours'
     where name = (select min(name) from alert_speech where project_id = $1)`,
    [creator.projectId],
  );
  const silent = await startApp({ env: { VOICE_URL: 'off' }, databaseUrl: app.databaseUrl });
  onTestFinished(() => silent.close());
  await until(async () => (await saidOf()).length < 2);
  expect(await saidOf()).toHaveLength(1);
});
