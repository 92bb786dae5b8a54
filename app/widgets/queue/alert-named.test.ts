import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { minor } from '#base/money/money.ts';
import { type SignedIn, signIn } from '#test/support/sign-in.ts';
import { startApp, testSecrets } from '#test/support/start-app.ts';
import { rewordAlert } from '../reworded-alert.server.ts';
import { enqueueAlert } from '../widgets.server.ts';

let creator: SignedIn;
let key: string;

const app = await startApp({ env: { LIMITS: 'off' } });
afterAll(() => app.close());
beforeEach(async () => {
  creator = await signIn(app.db, testSecrets.jwt);
  const { body } = await app.api('GET Widget/Settings', {}, creator);
  ({ key } = z.object({ data: z.object({ key: z.string() }) }).parse(body).data);
});

/** Pays donations one after another and returns their payIds. */
async function give(names: readonly string[], message: string | null = 'привет'): Promise<string[]> {
  const payIds = names.map(() => crypto.randomUUID());
  for (const [at, name] of names.entries()) {
    const donation = {
      projectId: creator.projectId,
      donationId: payIds[at] ?? '',
      amount: minor(1_000_000),
      month: null,
      giftedMonths: null,
      giftedPieces: null,
    };
    await app.db.transaction((tx) => enqueueAlert(tx, { ...donation, name, message }));
  }
  return payIds;
}

const listed = z.object({ alertId: z.string(), name: z.string().nullable(), message: z.string().nullable() });
const lists = z.object({
  current: listed.nullable(),
  queued: z.array(listed),
  held: z.array(listed),
  uncertain: z.array(listed),
  ended: z.array(listed.extend({ state: z.string() })),
  waiting: z.int(),
});

const queue = async (query = {}) =>
  z.object({ data: lists }).parse((await app.api('GET Widget/Queue', { query }, creator)).body).data;
const namesOf = (alerts: readonly { readonly name: string | null }[]) => alerts.map(({ name }) => name);
const idsOf = (alerts: readonly { readonly alertId: string }[]) => alerts.map(({ alertId }) => alertId);

const failed = z.object({ error: z.object({ code: z.string() }).optional() });

/** Sends a command and returns the status, with the code of a refusal. */
async function press(action: string, named: { alertId?: string | undefined; alertIds?: string[] } = {}) {
  const { status, body } = await app.api('POST Widget/Control', { body: { action, ...named } }, creator);
  return [status, failed.parse(body).error?.code ?? 'done'];
}

async function next(source = 'a') {
  const { body } = await app.api('POST Widget/Next', { body: { key, source, isVisible: true } });
  const leased = z.object({ alertId: z.string(), digest: z.object({ count: z.int() }).nullable() }).loose();
  return z.object({ data: leased.nullable() }).parse(body).data ?? { alertId: '', digest: null };
}

async function report(alertId: string, state: 'playing' | 'shown') {
  return (await app.api('POST Widget/Report', { body: { key, source: 'a', alertId, state } })).status;
}

/** Leases the next alert and plays it to its end. */
async function show(): Promise<string> {
  const { alertId } = await next();
  for (const state of ['playing', 'shown'] as const) await report(alertId, state);
  return alertId;
}

describe('a press at the moment when its alert has just ended', () => {
  test('skips no waiting alert: without a name it is refused, with one it is a conflict', async () => {
    await give(['Анна', 'Борис', 'Вера', 'Гуля', 'Дания', 'Ербол']);
    const shown = await show();
    expect(await press('skip')).toEqual([400, 'ValidationFailed']);
    expect(await press('skip', { alertId: shown })).toEqual([409, 'AlertStateChanged']);
    expect(await press('skip', { alertIds: [] })).toEqual([400, 'ValidationFailed']);
    expect(await queue()).toMatchObject({ waiting: 5, ended: [{ alertId: shown, state: 'shown' }] });
  });

  test('neither approves nor rejects an alert that came after the creator had looked', async () => {
    await app.api('PUT Widget/Settings', { body: { alert: { review: 'hold' } } }, creator);
    await give(['Анна', 'Борис']);
    for (const action of ['approve', 'reject']) expect(await press(action)).toEqual([400, 'ValidationFailed']);
    expect(namesOf((await queue()).held)).toEqual(['Анна', 'Борис']);
  });
});

describe('an action on several alerts', () => {
  test('applies to the named ones: an alert that came meanwhile keeps waiting', async () => {
    await give(['Анна', 'Борис', 'Вера']);
    const seen = idsOf((await queue()).queued);
    await give(['Гуля']);
    const shown = await show();
    expect(seen).toContain(shown);
    expect(await press('skip', { alertIds: seen })).toEqual([200, 'done']);
    const { queued, ended } = await queue();
    expect(namesOf(queued)).toEqual(['Гуля']);
    expect(ended.map(({ name, state }) => `${name} ${state}`).toSorted()).toEqual([
      'Анна shown',
      'Борис skipped',
      'Вера skipped',
    ]);
    expect(await press('skip', { alertIds: seen })).toEqual([409, 'AlertStateChanged']);
  });

  test('ends the one that plays where it is named', async () => {
    await give(['Анна', 'Борис']);
    const seen = idsOf((await queue()).queued);
    const { alertId } = await next();
    await report(alertId, 'playing');
    expect(await press('skip', { alertIds: seen })).toEqual([200, 'done']);
    expect(await report(alertId, 'shown')).toBe(409);
    const { rows } = await app.db.pool.query(`select payload from event_log where stream = $1 and kind = 'control'`, [
      creator.projectId,
    ]);
    expect(rows).toEqual([{ payload: { action: 'skip', alertId } }]);
  });

  test('names either one or several alerts, and none of another creator', async () => {
    await give(['Анна']);
    const [alertId = ''] = idsOf((await queue()).queued);
    expect(await press('skip', { alertId, alertIds: [alertId] })).toEqual([400, 'ValidationFailed']);
    expect(await press('replay', { alertIds: [alertId] })).toEqual([400, 'ValidationFailed']);
    expect(await press('pause', { alertIds: [alertId] })).toEqual([400, 'ValidationFailed']);
    const owner = creator;
    creator = await signIn(app.db, testSecrets.jwt);
    expect(await press('skip', { alertIds: [alertId, crypto.randomUUID()] })).toEqual([404, 'NotFound']);
    creator = owner;
    expect((await queue()).waiting).toBe(1);
  });

  test('can name all alerts of a night', async () => {
    const names = Array.from({ length: 60 }, (_, at) => `Имя ${at}`);
    await give(names);
    expect(namesOf((await queue()).queued)).toEqual(names.slice(0, 50));
    const all = (await queue({ most: 1_000 })).queued;
    expect(namesOf(all)).toEqual(names);
    expect(await press('skip', { alertIds: idsOf(all) })).toEqual([200, 'done']);
    expect((await queue()).waiting).toBe(0);
  });
});

describe('an alert that has changed since its creator saw it', () => {
  test('naming a donation that has joined a digest does not skip the digest', async () => {
    await give(
      Array.from({ length: 12 }, (_, at) => `Имя ${at}`),
      null,
    );
    const [seen = ''] = idsOf((await queue()).queued);
    const { alertId, digest } = await next();
    expect(digest?.count).toBe(12);
    const [status] = await press('skip', { alertId: seen });
    expect(status).toBeGreaterThanOrEqual(404);
    expect(await queue()).toMatchObject({ current: { alertId }, ended: [] });
    expect(await press('skip', { alertId })).toEqual([200, 'done']);
  });

  test('a second wording is not approved by a command for the first', async () => {
    await app.api('PUT Widget/Settings', { body: { alert: { review: 'hold' } } }, creator);
    const [donationId = ''] = await give(['Анна'], 'Первое');
    const [first] = (await queue()).held;
    await press('reject', { alertId: first?.alertId });
    const { projectId } = creator;
    await app.db.transaction((tx) => rewordAlert(tx, { projectId, donationId, message: 'Второе' }));
    const [status] = await press('approve', { alertId: first?.alertId });
    expect(status).toBeGreaterThanOrEqual(404);
    const [second] = (await queue()).held;
    expect(second?.message).toBe('Второе');
    expect(await press('approve', { alertId: second?.alertId })).toEqual([200, 'done']);
  });
});
