import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { createLog } from '#base/process/log.server.ts';
import { blocksOfWork } from '#test/support/database/query-plan.ts';
import { until } from '#test/support/money/money-fixture.ts';
import { signIn } from '#test/support/sign-in.ts';
import { startApp, testSecrets } from '#test/support/start-app.ts';
import { death, silence, sound, startVoiceService, toneWav } from '#test/support/voice-service.ts';
import { OwnVoice } from './own-voice.server.ts';
import { SpeechRun } from './speech-run.server.ts';
import { claimSpeech, findSpeech, giveBackSpeech } from './speech-store.server.ts';
import { VoiceService } from './voice-service.server.ts';

const app = await startApp({ heldJobs: ['alert speech'] });
afterAll(() => app.close());
const standIn = await startVoiceService();
afterAll(() => standIn.close());
const log = createLog({ level: 'silent', pretty: false });

beforeEach(async () => {
  standIn.answer(sound('audio/wav', toneWav()));
  await app.db.pool.query('delete from alert_speech');
});

const programOf = (code: string) => new URL(`data:text/javascript,${encodeURIComponent(code)}`);
const mute = () => new OwnVoice({ program: programOf('throw new Error("mute")') });
const patientMilliseconds = 600_000;

async function creator(): Promise<string> {
  return (await signIn(app.db, testSecrets.jwt)).projectId;
}

function ask(projectId: string, text: string, { byService = false, isAwaited = false } = {}): Promise<string | null> {
  const words = { text, language: 'ru', rate: 1, byService, isAwaited } as const;
  return app.db.transaction((tx) => findSpeech(tx, projectId, words));
}

function startRun(own?: OwnVoice): { run: SpeechRun; stop: () => Promise<void> } {
  const service = new VoiceService({ url: standIn.url, key: undefined, timeoutMilliseconds: patientMilliseconds });
  const run = new SpeechRun({ db: app.db, log, service, ...(own && { own }) });
  return { run, stop: async () => run.job.stop?.() };
}

async function rowOf(name: string | null) {
  const { rows } = await app.db.pool.query(
    `select bytes is not null as "isMade", by_service as "byService", lease is not null as "isLeased", tries,
       next_at is not null as "isComing", next_at <= now() as "isDue" from alert_speech where name = $1`,
    [name],
  );
  return rows[0];
}

test('a service that never answers delays nobody who has not chosen it, nor the end of the process', async () => {
  standIn.answer(silence);
  const chooses = await creator();
  const asked: (string | null)[] = [];
  for (const text of ['раз', 'два', 'три', 'четыре', 'пять']) {
    asked.push(await ask(chooses, text, { byService: true, isAwaited: true }));
  }
  const other = await ask(await creator(), 'меня слышно');
  const { run, stop } = startRun();
  const before = standIn.asked.length;
  await run.begin();
  await until(() => standIn.asked.length === before + 4);
  await until(async () => (await rowOf(other)).isMade);
  await stop();
  for (const name of asked) {
    expect(await rowOf(name)).toMatchObject({ byService: true, isMade: false, isLeased: false, tries: 0, isDue: true });
  }
});

test('a thread that hangs does not delay the end of the process', async () => {
  const own = new OwnVoice({ program: programOf('for (;;);'), timeoutMilliseconds: patientMilliseconds });
  const name = await ask(await creator(), 'без конца');
  const { run, stop } = startRun(own);
  await run.begin();
  await until(async () => (await rowOf(name)).isLeased);
  await stop();
  expect(await rowOf(name)).toMatchObject({ isMade: false, isLeased: false, isDue: true });
});

test('what a page waits for comes first, the newest before all, then creators take turns', async () => {
  const raided = await creator();
  const quiet = await creator();
  const prepared: (string | null)[] = [];
  for (let count = 1; count <= 40; count++) prepared.push(await ask(raided, `донат ${count}`));
  const single = await ask(quiet, 'единственный');
  expect(await ask(raided, 'донат 40', { isAwaited: true })).toBe(prepared[39]);
  const sudden = await ask(quiet, 'уже на экране', { isAwaited: true });
  const claimed: string[] = [];
  for (let count = 1; count <= 5; count++) {
    claimed.push(...(await claimSpeech(app.db, 1, false)).map(({ name }) => name));
  }
  expect(claimed).toEqual([sudden, prepared[39], prepared[0], single, prepared[1]]);
});

test('what comes too late for its page is said last, and takes no place of what comes in time', async () => {
  const crowded = await creator();
  const late: (string | null)[] = [];
  for (let count = 1; count <= 50; count++) late.push(await ask(crowded, `поздно ${count}`, { isAwaited: true }));
  await app.db.pool.query(`update alert_speech set next_at = next_at - interval '3 seconds'`);
  const prepared = await ask(crowded, 'скоро');
  const awaited = await ask(crowded, 'сейчас', { isAwaited: true });
  const again = await ask(crowded, 'поздно 1', { isAwaited: true });
  expect(again).toBe(late[0]);
  const claimed = await claimSpeech(app.db, 4, false);
  expect(new Set(claimed.map(({ name }) => name))).toEqual(new Set([again, awaited, prepared, late[49]]));
});

test('what the service has not said in time is said last by the server itself', async () => {
  const projectId = await creator();
  const slow = await ask(projectId, 'долго', { byService: true, isAwaited: true });
  const [due] = await claimSpeech(app.db, 1, true);
  await app.db.pool.query(`update alert_speech set next_at = next_at - interval '6 seconds'`);
  await giveBackSpeech(app.db, { name: slow ?? '', lease: due?.lease ?? '' }, false);
  const awaited = await ask(projectId, 'сейчас', { isAwaited: true });
  const prepared = await ask(projectId, 'скоро');
  const claimed: string[] = [];
  for (let count = 1; count <= 3; count++) {
    claimed.push(...(await claimSpeech(app.db, 1, false)).map(({ name }) => name));
  }
  expect(claimed).toEqual([awaited, prepared, slow]);
});

test('the lane of the service and that of the server itself claim their own', async () => {
  const projectId = await creator();
  const byService = await ask(projectId, 'раз', { byService: true });
  const own = await ask(projectId, 'раз');
  expect(await claimSpeech(app.db, 9, true)).toMatchObject([{ name: byService }]);
  expect(await claimSpeech(app.db, 9, false)).toMatchObject([{ name: own }]);
});

test('a claim reads as much as it takes, whatever else waits or is made', async () => {
  const projectId = await creator();
  await app.db.pool.query(
    `insert into alert_speech (name, project_id, hash, language, rate, by_service, place, text, next_at, media_type, bytes)
     select lpad(n::text, 22, '0'), $1, sha256(n::text::bytea), 'ru', 1, n % 3 = 0, n % 50 + 1,
       case when n % 2 = 0 then 'ждёт' end, case when n % 2 = 0 then now() end,
       case when n % 2 = 1 then 'audio/wav' end, case when n % 2 = 1 then sha256('') end
     from generate_series(1, 20000) n`,
    [projectId],
  );
  await app.db.pool.query('vacuum analyze alert_speech');
  const sudden = await ask(await creator(), 'сейчас', { isAwaited: true });
  const claimed: string[] = [];
  const blocks = await blocksOfWork(app.db, async (db) => {
    for (const { name } of await claimSpeech(db, 2, false)) claimed.push(name);
  });
  // Explained, it has run once before.
  expect(claimed).toHaveLength(2);
  expect(await rowOf(sudden)).toMatchObject({ isLeased: true });
  expect(blocks).toBeLessThan(100);
});

test('what no voice has said is asked for again by a lease half a minute later', async () => {
  standIn.answer(death);
  const projectId = await creator();
  const again = () => ask(projectId, 'никак', { byService: true, isAwaited: true });
  const name = await again();
  const { run, stop } = startRun(mute());
  onTestFinished(stop);
  await run.begin();
  await until(async () => !(await rowOf(name)).isComing);
  expect(await again()).toBeNull();
  await app.db.pool.query(`update alert_speech set kept_until = kept_until - interval '30 seconds'`);
  expect(await again()).toBe(name);
  expect(await rowOf(name)).toMatchObject({ isComing: true, byService: true, tries: 0 });
});

test('what was made is there while better speech is asked for, and stays where that fails', async () => {
  const projectId = await creator();
  const again = () => ask(projectId, 'запасное', { byService: true });
  const name = await again();
  const first = startRun(mute());
  await first.run.begin();
  await until(async () => (await rowOf(name)).isMade);
  await first.stop();
  await app.db.pool.query('update alert_speech set kept_until = now()');
  expect(await again()).toBe(name);
  expect(await rowOf(name)).toMatchObject({ isComing: true, isMade: true });
  standIn.answer(death);
  const second = startRun(mute());
  onTestFinished(second.stop);
  await second.run.begin();
  await until(async () => !(await rowOf(name)).isComing);
  expect(await rowOf(name)).toMatchObject({ isMade: true });
  expect(await again()).toBe(name);
});
