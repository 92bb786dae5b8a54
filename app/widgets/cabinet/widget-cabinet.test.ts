import sql from 'sql-template-tag';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { minor } from '#base/money/money.ts';
import { AlertFixture } from '#test/support/alert-fixture.ts';
import { openEventTape } from '#test/support/event-tape.ts';
import { type SignedIn, signIn } from '#test/support/sign-in.ts';
import { type ApiAnswer, dataOf, startApp, testSecrets } from '#test/support/start-app.ts';
import { readQueue } from '../queue/alert-queue-store.server.ts';
import { readWav, writeWav } from '../sounds/wav.ts';
import { withdrawAlert } from '../widgets.server.ts';

const app = await startApp();
afterAll(() => app.close());

type Owner = SignedIn & { key: string };

async function newCreator(): Promise<Owner> {
  const person = await signIn(app.db, testSecrets.jwt);
  const settings = dataOf(await app.api('GET Widget/Settings', {}, { token: person.token }));
  return { ...person, key: String(settings.key) };
}

const change = ({ token }: Owner, body: unknown) => app.api('PUT Widget/Settings', { body }, { token });

/** Pays a donation with a card that needs no code. */
async function give(projectId: string, amount: number, name: string | null = 'Анна'): Promise<string> {
  const made = dataOf(
    await app.api('POST ProjectPay/Create', { body: { projectId, amount, name, isAnonymous: name === null } }),
  );
  await fetch(String(made.paymentUrl), {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ card: { pan: '8600000000000205', expiry: '1230' }, payment_system: 'uzcard' }),
  });
  const payId = String(made.payId);
  const isPaid = async () => dataOf(await app.api('GET ProjectPay/Status', { query: { payId } })).status === 'Paid';
  await vi.waitUntil(isPaid, { timeout: 10_000, interval: 100 });
  return payId;
}

const tone = (seconds: number) =>
  writeWav({ rate: 8_000, samples: Int16Array.from({ length: seconds * 8_000 }, (_, at) => Math.sin(at / 6) * 9_000) });

async function upload({ token }: Owner, file: Uint8Array<ArrayBuffer>, title = 'Гонг'): Promise<ApiAnswer> {
  const form = new FormData();
  form.set('title', title);
  form.set('file', new Blob([file]), 'gong.wav');
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${app.url}/api/Widget/Sounds`, { method: 'POST', headers, body: form });
  return { status: answer.status, headers: answer.headers, body: await answer.json() };
}

const look = { template: '{name}: {message}', animation: 'pop', duration: 12, sound: 'bell', image: null };

describe('uploaded sounds', () => {
  test('are re-encoded, cached for ever, chosen, and not removed while in use', async () => {
    const creator = await newCreator();
    const { token } = creator;
    const signs = '🎵'.repeat(60);
    expect((await upload(creator, tone(1), ` ${signs}🎵`)).body).toMatchObject({ data: { title: signs } });
    const sent = await upload(creator, tone(2));
    expect(sent).toMatchObject({ status: 200, body: { data: { title: 'Гонг', milliseconds: 2_000 } } });
    const name = String(dataOf(sent).name);
    const served = await fetch(`${app.url}/api/Widget/Sound?name=${name}`);
    expect(served.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(served.headers.get('x-content-type-options')).toBe('nosniff');
    expect(served.headers.get('content-type')).toBe('audio/wav');
    expect(readWav(new Uint8Array(await served.arrayBuffer()))?.samples).toHaveLength(16_000);
    const variants = [{ minAmount: 100_000, ...look, sound: name }];
    expect((await change(creator, { alert: { variants } })).status).toBe(200);
    const remove = () => app.api('DELETE Widget/Sounds', { query: { name } }, { token });
    expect((await remove()).body).toMatchObject({ error: { code: 'SoundInUse' } });
    await change(creator, { alert: { variants: [] } });
    expect((await remove()).status).toBe(200);
    expect((await remove()).status).toBe(404);
    expect((await app.api('GET Widget/Sound', { query: { name } })).status).toBe(404);
  });

  test('of another creator can be neither chosen nor removed', async () => {
    const owner = await newCreator();
    const stranger = await newCreator();
    const name = String(dataOf(await upload(owner, tone(1))).name);
    expect((await change(stranger, { alert: { sound: name } })).body).toMatchObject({
      error: { fields: { 'alert.sound': 'Такого звука нет' } },
    });
    const { token } = stranger;
    expect((await app.api('DELETE Widget/Sounds', { query: { name } }, { token })).status).toBe(404);
    expect((await app.api('GET Widget/Sounds', {}, { token })).body).toMatchObject({ data: [] });
  });

  test('are refused with the reason where they are no sound, and are limited to twelve', async () => {
    const creator = await newCreator();
    const refusalOf = async (file: Uint8Array<ArrayBuffer>) => (await upload(creator, file)).status;
    expect(await refusalOf(new TextEncoder().encode('<script>alert(1)</script>'.repeat(10)))).toBe(415);
    expect(await refusalOf(tone(9))).toBe(400);
    expect(await refusalOf(writeWav({ rate: 8_000, samples: new Int16Array(9_000) }))).toBe(400);
    expect(await refusalOf(new Uint8Array(1_700_000))).toBe(413);
    expect((await upload(creator, tone(1), ' \u200b ')).body).toMatchObject({ error: { fields: { title: /./ } } });
    const sent = await Promise.all(Array.from({ length: 14 }, () => refusalOf(tone(0.1))));
    expect(sent.filter((status) => status === 200)).toHaveLength(12);
    expect(sent.filter((status) => status === 409)).toHaveLength(2);
  });
});

test('variants are checked like the default alert, and pictures must be the caller’s own', async () => {
  const creator = await newCreator();
  const faultOf = async (alert: object) => Object.assign({}, Object(await change(creator, { alert })).body).error;
  expect(await faultOf({ variants: [{ minAmount: 10, ...look, duration: 99 }] })).toMatchObject({
    fields: { 'alert.variants.0.duration': expect.any(String) },
  });
  const twice = [
    { minAmount: 10, ...look },
    { minAmount: 10, ...look },
  ];
  expect(await faultOf({ variants: twice })).toMatchObject({
    fields: { 'alert.variants': 'Две вариации начинаются с одной суммы' },
  });
  expect(await faultOf({ image: 'A'.repeat(22) })).toMatchObject({ fields: { 'alert.image': 'Такой картинки нет' } });
  expect(await faultOf({ sound: '../../etc/passwd' })).toMatchObject({ code: 'ValidationFailed' });
  const changed = await change(creator, { alert: { variants: [{ minAmount: 10.5, ...look }] } });
  expect(dataOf(changed).alert).toMatchObject({ variants: [{ minAmount: 10.5, duration: 12 }], duration: 8 });
});

test('the figures of a stream, a goal and the public page agree, and a refunded donation leaves them all', async () => {
  const creator = await newCreator();
  const { projectId, token, key } = creator;
  const statistics = async () => dataOf(await app.api('GET Widget/Statistics', { query: { key } }));
  const goalOnPage = async () => dataOf(await app.api('GET Widget/Goal', { query: { projectId } }));
  expect((await app.api('GET Widget/Goal', { query: { projectId } })).body).toMatchObject({ data: null });
  await give(projectId, 10_000);
  const goal = { title: 'Микрофон', amount: 200_000 };
  await change(creator, { statistics: { period: 'stream', goal } });
  expect(await statistics()).toMatchObject({ total: 10_000, goal: { collected: 10_000, percent: 5, count: 1 } });
  expect(await goalOnPage()).toMatchObject({ ...goal, collected: 10_000, percent: 5, count: 1, since: null });
  const { startedAt } = dataOf(await app.api('POST Widget/StartStream', {}, { token }));
  expect(await statistics()).toMatchObject({ since: startedAt, total: 0, count: 0, goal: { collected: 10_000 } });
  const payId = await give(projectId, 30_000);
  expect(await statistics()).toMatchObject({ total: 30_000, count: 1, goal: { collected: 40_000, percent: 20 } });
  expect(await goalOnPage()).toMatchObject({ collected: 40_000, count: 2, people: 1 });
  await change(creator, { statistics: { goal: { ...goal, since: startedAt } } });
  expect(await goalOnPage()).toMatchObject({ collected: 30_000, percent: 15, count: 1, people: 1 });
  for (const name of [null, null, 'анна ', 'Бек']) await give(projectId, 5_000, name);
  expect(await goalOnPage()).toMatchObject({ count: 5, people: 4 });
  await change(creator, { statistics: { goal } });
  expect(await goalOnPage()).toMatchObject({ count: 6, people: 4 });
  await change(creator, { statistics: { goal: { ...goal, since: startedAt } } });
  await app.opora.areas.payments.refundPayment(payId);
  expect(await statistics()).toMatchObject({ total: 20_000, count: 4, goal: { collected: 20_000 } });
  expect(await goalOnPage()).toMatchObject({ collected: 20_000, count: 4, people: 4 });
  expect((await app.api('GET Widget/Goal', { query: { projectId: crypto.randomUUID() } })).status).toBe(404);
});

test('a stream starts by the clock of its donations, whatever the clock of the process', async () => {
  const creator = await newCreator();
  const { projectId, token, key } = creator;
  await change(creator, { statistics: { period: 'stream' } });
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 240_000 });
  try {
    await app.api('POST Widget/StartStream', {}, { token });
  } finally {
    vi.useRealTimers();
  }
  await give(projectId, 10_000);
  expect(dataOf(await app.api('GET Widget/Statistics', { query: { key } }))).toMatchObject({ total: 10_000, count: 1 });
});

test('a wrong key is refused before the rest of the request is checked', async () => {
  const { key } = await newCreator();
  const statuses = async (sent: string) => {
    const body = { key: sent, isAdmin: true };
    const answers = await Promise.all([
      app.api('POST Widget/Next', { body }),
      app.api('POST Widget/Report', { body }),
      app.api('POST Widget/Health', { body }),
      app.api('GET Widget/Events', { query: { key: sent, lastEventId: 'x' } }),
    ]);
    return answers.map(({ status }) => status);
  };
  expect(await statuses('wrong-key-wrong-key-00')).toEqual([401, 401, 401, 401]);
  expect(await statuses(key)).toEqual([400, 400, 400, 400]);
  expect((await app.api('POST Widget/Next', { body: { key: { a: 1 } } })).status).toBe(401);
  expect((await app.api('POST Widget/Next')).status).toBe(401);
});

test('a page whose stream ends is disconnected at once, and its alerts go to the remaining page', async () => {
  const { key, token } = await newCreator();
  const health = (source: string, isVisible: boolean) =>
    app.api('POST Widget/Health', { body: { key, source, audio: 'ok', isVisible } });
  const sources = async () => dataOf(await app.api('GET Widget/Queue', {}, { token })).sources;
  const tape = await openEventTape(`${app.url}/api/Widget/Events?key=${key}&source=on-air`);
  await health('on-air', true);
  await health('hidden', false);
  await app.api('POST Widget/Test', {}, { token });
  const next = () => app.api('POST Widget/Next', { body: { key, source: 'hidden', isVisible: false } });
  expect((await next()).body).toMatchObject({ data: null });
  tape.close();
  const gone = { source: 'on-air', isConnected: false };
  await expect.poll(sources).toContainEqual(expect.objectContaining(gone));
  expect(await sources()).toContainEqual(expect.objectContaining({ source: 'hidden', isDoubled: false }));
  expect(dataOf(await next())).toMatchObject({ isTest: true });
  // A late request from before it closed neither brings the page back nor marks the other one as doubled.
  await health('on-air', true);
  expect(await sources()).toContainEqual(expect.objectContaining(gone));
  // A page that only lost its stream reports its health again.
  await app.db.execute(
    sql`update widget_source set left_at = left_at - interval '3 seconds' where left_at is not null`,
  );
  await health('on-air', true);
  expect(await sources()).toContainEqual(expect.objectContaining({ source: 'on-air', isConnected: true }));
});

describe('a donation that is refunded while it waits', () => {
  const withdraw = (fixture: AlertFixture, payId = '') =>
    app.db.transaction((tx) => withdrawAlert(tx, { projectId: fixture.projectId, donationId: payId }));
  const crowd = async (fixture: AlertFixture, count: number) =>
    fixture.give(
      Array.from({ length: count }, (_, at) => `Имя ${at}`),
      null,
    );

  test('leaves its digest, at any place in it', async () => {
    const fixture = await AlertFixture.open(app.db);
    const payIds = await crowd(fixture, 12);
    const first = await fixture.next('a');
    expect(first?.digest?.count).toBe(12);
    await withdraw(fixture, payIds[5]);
    expect(await fixture.report('a', first?.alertId ?? '', 'playing')).toBe('notHeld');
    await withdraw(fixture, payIds[0]);
    const { ended } = await readQueue(app.db, fixture.projectId);
    expect(ended.map(({ name, reason }) => [name, reason])).toEqual([
      ['Имя 0', 'refunded'],
      ['Имя 5', 'refunded'],
    ]);
    const again = await fixture.next('a');
    expect(again?.digest).toEqual({
      count: 10,
      names: ['Имя 1', 'Имя 2', 'Имя 3', 'Имя 4', 'Имя 6', 'Имя 7', 'Имя 8', 'Имя 9', 'Имя 10', 'Имя 11'],
      amount: minor(10_000_000),
    });
  });

  test('turns a digest of one remaining donation into a single alert', async () => {
    const fixture = await AlertFixture.open(app.db);
    const payIds = await crowd(fixture, 11);
    await fixture.next('a');
    for (const payId of payIds.slice(0, 10)) await withdraw(fixture, payId);
    expect(await fixture.next('a')).toMatchObject({ name: 'Имя 10', digest: null });
    expect((await readQueue(app.db, fixture.projectId)).waiting).toBe(0);
  });

  test('is revoked from the page that has just leased it', async () => {
    const fixture = await AlertFixture.open(app.db);
    const [payId] = await fixture.give(['Анна', 'Борис']);
    const { alertId } = (await fixture.next('a')) ?? { alertId: '' };
    await withdraw(fixture, payId);
    expect(await fixture.report('a', alertId, 'playing')).toBe('notHeld');
    expect((await fixture.next('a'))?.name).toBe('Борис');
  });
});
