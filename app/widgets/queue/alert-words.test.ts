import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type SignedIn, signIn } from '#test/support/sign-in.ts';
import { startApp, testSecrets } from '#test/support/start-app.ts';
import { givePaidTo } from '#test/support/tool-fixture.ts';

let creator: SignedIn;
let key: string;

const app = await startApp({ env: { LIMITS: 'off' } });
afterAll(() => app.close());
const admin = await signIn(app.db, testSecrets.jwt, { role: 'admin' });
beforeEach(async () => {
  creator = await signIn(app.db, testSecrets.jwt);
  const { body } = await app.api('GET Widget/Settings', {}, creator);
  ({ key } = z.object({ data: z.object({ key: z.string() }) }).parse(body).data);
  await setStopWords(['сука']);
});

const stopSettings = z.object({
  data: z.object({
    minAmount: z.number(),
    maxAmount: z.number(),
    presets: z.array(z.number()),
    messageMaxLength: z.number(),
    commissionPercent: z.number(),
    stopWords: z.array(z.string()),
    isEnabled: z.boolean(),
  }),
});

/** Changes the list of stop words as an admin. */
async function setStopWords(stopWords: readonly string[]): Promise<void> {
  const { data } = stopSettings.parse((await app.api('GET Donate/Settings', {}, admin)).body);
  const { status } = await app.api('PUT Donate/Settings', { body: { ...data, stopWords } }, admin);
  if (status !== 200) throw new Error(`the stop words were answered ${status}`);
}

const setAlert = (alert: object) => app.api('PUT Widget/Settings', { body: { alert } }, creator);
const control = (action: string, alertId?: string) =>
  app.api('POST Widget/Control', { body: { action, ...(alertId && { alertId }) } }, creator);

const words = z.object({ alertId: z.string(), name: z.string().nullable(), message: z.string().nullable() });
const digest = z.object({ names: z.array(z.string()) }).nullable();
const ownAlert = words.extend({ shown: words.omit({ alertId: true }).nullable(), isTest: z.boolean() });
const queueAnswer = z.object({
  data: z.object({ held: z.array(ownAlert), queued: z.array(ownAlert), ended: z.array(ownAlert), waiting: z.int() }),
});
const nextAnswer = z.object({ data: words.extend({ digest, amount: z.number() }).nullable() });

const queue = async () => queueAnswer.parse((await app.api('GET Widget/Queue', {}, creator)).body).data;
const next = async () =>
  nextAnswer.parse((await app.api('POST Widget/Next', { body: { key, source: 'a', isVisible: true } })).body).data;

/** Leases the next alert and plays it to its end. */
async function show() {
  const alert = await next();
  const body = { key, source: 'a', alertId: alert?.alertId };
  for (const state of ['playing', 'shown']) await app.api('POST Widget/Report', { body: { ...body, state } });
  return alert;
}

describe('a stop word that is added while alerts wait', () => {
  test('is masked in each alert shown from then on, including replays', async () => {
    await givePaidTo(app, creator, { name: 'Редиска', message: 'Вот редиска' });
    expect(await show()).toMatchObject({ name: 'Редиска', message: 'Вот редиска' });
    await givePaidTo(app, creator, { name: 'Анна', message: 'Сам редиска' });
    await setStopWords(['сука', 'редиска']);
    expect(await show()).toMatchObject({ name: 'Анна', message: 'Сам *******' });
    const { ended } = await queue();
    await control('replay', ended.at(-1)?.alertId);
    expect(await show()).toMatchObject({ name: '*******', message: 'Вот *******' });
  });

  test('is masked among the names of a digest', async () => {
    for (const at of Array.from({ length: 11 }, (_, index) => index))
      await givePaidTo(app, creator, { name: at === 3 ? 'Редиска' : `Имя ${at}`, message: '' });
    await setStopWords(['редиска']);
    const names = (await next())?.digest?.names;
    expect(names).toContain('*******');
    expect(names).not.toContain('Редиска');
  }, 30_000);
});

describe('a message that awaits approval', () => {
  test('is shown to the creator as written, with what viewers would see', async () => {
    await setAlert({ review: 'hold' });
    await givePaidTo(app, creator, { name: 'Сука Анна', message: 'Сука, привет!' });
    await givePaidTo(app, creator, { name: 'Борис', message: 'Без слов' });
    const [first, second] = (await queue()).held;
    expect(first).toMatchObject({
      name: 'Сука Анна',
      message: 'Сука, привет!',
      shown: { name: '**** Анна', message: '****, привет!' },
    });
    expect(second).toMatchObject({ name: 'Борис', message: 'Без слов', shown: null });
    await setStopWords(['сука', 'привет']);
    expect((await queue()).held[0]?.shown).toEqual({ name: '**** Анна', message: '****, ******!' });
    await control('approve', first?.alertId);
    expect(await next()).toMatchObject({ name: '**** Анна', message: '****, ******!' });
  });

  test('does not reveal the name of an anonymous donor', async () => {
    await setAlert({ review: 'hold' });
    await givePaidTo(app, creator, { name: 'Анна', message: 'Сука', isAnonymous: true });
    expect((await queue()).held).toMatchObject([
      { name: null, message: 'Сука', shown: { name: null, message: '****' } },
    ]);
  });
});

describe('a test alert', () => {
  const send = async (query: Record<string, string | number> = {}) => {
    const { body } = await app.api('POST Widget/Test', { query }, creator);
    return z.object({ data: z.object({ alertId: z.string().nullable(), state: z.string() }) }).parse(body).data;
  };

  test('is masked like a donation', async () => {
    expect(await send({ message: 'Сука, тест' })).toMatchObject({ state: 'queued', alertId: expect.any(String) });
    expect((await queue()).queued).toMatchObject([
      { isTest: true, message: 'Сука, тест', shown: { message: '****, тест' } },
    ]);
    expect(await next()).toMatchObject({ message: '****, тест' });
  });

  test('is held where messages are, and queued at once without a message', async () => {
    await setAlert({ review: 'hold' });
    const { alertId, state } = await send();
    expect(state).toBe('held');
    expect(await next()).toBeNull();
    expect((await queue()).held).toMatchObject([{ alertId, isTest: true }]);
    expect(await send({ message: ' ' })).toMatchObject({ state: 'queued' });
    expect(await show()).toMatchObject({ message: null });
    await control('approve', alertId ?? '');
    expect(await next()).toMatchObject({ alertId });
  });

  test('has no alert below the minimum, and says so; the default amount is not below it', async () => {
    await setAlert({ minAmount: 100_000 });
    expect(await send({ amount: 99_999 })).toEqual({ state: 'belowMinimum', alertId: null });
    expect((await queue()).waiting).toBe(0);
    expect(await send()).toMatchObject({ state: 'queued' });
    expect(await next()).toMatchObject({ amount: 100_000 });
  });

  test.each([0, -1])('of %i is refused with the text that a donation gets', async (amount) => {
    expect(await app.api('POST Widget/Test', { query: { amount } }, creator)).toMatchObject({
      status: 400,
      body: { error: { code: 'ValidationFailed', fields: { amount: 'Значение должно превышать 0' } } },
    });
  });
});
