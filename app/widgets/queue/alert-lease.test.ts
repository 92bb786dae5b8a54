import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { minor } from '#base/money/money.ts';
import { type SignedIn, signIn } from '#test/support/sign-in.ts';
import { startApp, testSecrets } from '#test/support/start-app.ts';
import { enqueueAlert, withdrawAlert } from '../widgets.server.ts';
import { sweepAlerts } from './alert-move-store.server.ts';

let creator: SignedIn;
let key: string;

const app = await startApp({ env: { LIMITS: 'off' } });
afterAll(() => app.close());
beforeEach(async () => {
  creator = await signIn(app.db, testSecrets.jwt);
  const { body } = await app.api('GET Widget/Settings', {}, creator);
  ({ key } = z.object({ data: z.object({ key: z.string() }) }).parse(body).data);
});

async function give(name: string, message: string | null = 'привет'): Promise<string> {
  const donationId = crypto.randomUUID();
  const donation = {
    projectId: creator.projectId,
    donationId,
    amount: minor(1_000_000),
    name,
    message,
    month: null,
    giftedMonths: null,
    giftedPieces: null,
  };
  await app.db.transaction((tx) => enqueueAlert(tx, donation));
  return donationId;
}

const lease = z.object({ alertId: z.string(), leaseId: z.int() });
type Lease = z.output<typeof lease>;

async function next(source = 'a'): Promise<Lease> {
  const { body } = await app.api('POST Widget/Next', { body: { key, source, isVisible: true } });
  return z.object({ data: lease }).parse(body).data;
}

const code = z.object({ error: z.object({ code: z.string() }).optional() });

async function report(held: Partial<Lease>, state: 'playing' | 'shown' | 'failed', source = 'a') {
  const { alertId, leaseId } = held;
  const { status, body } = await app.api('POST Widget/Report', { body: { key, source, alertId, leaseId, state } });
  return status === 200 ? 'taken' : code.parse(body).error?.code;
}

const states = z.object({ id: z.string(), state: z.string() });
async function stateOf(alertId: string): Promise<string | undefined> {
  const { rows } = await app.db.pool.query('select id, state from alert where id = $1', [alertId]);
  return z.array(states).parse(rows)[0]?.state;
}

const replay = async (alertId: string) =>
  (await app.api('POST Widget/Control', { body: { action: 'replay', alertId } }, creator)).status;

/** The lease expires before its page has started. */
async function runOut(): Promise<void> {
  await app.db.pool.query(
    `update alert set due_at = now() - interval '1 second' where project_id = $1 and due_at > now()`,
    [creator.projectId],
  );
  await sweepAlerts(app.db);
}

/** An alert that page `a` has shown, that is replayed, and that the page has leased again. */
async function replayed(): Promise<{ first: Lease; second: Lease }> {
  await give('Анна');
  const first = await next();
  for (const state of ['playing', 'shown'] as const) await report(first, state);
  await replay(first.alertId);
  return { first, second: await next() };
}

describe('a report that is repeated after a replay', () => {
  test('does not end the replay, neither before nor while it plays', async () => {
    const { first, second } = await replayed();
    expect(second.alertId).toBe(first.alertId);
    for (const state of ['shown', 'failed', 'playing'] as const)
      expect([state, await report(first, state)]).toEqual([state, 'AlertNotHeld']);
    expect(await stateOf(second.alertId)).toBe('leased');
    expect(await report(second, 'playing')).toBe('taken');
    for (const state of ['shown', 'failed', 'playing'] as const)
      expect([state, await report(first, state)]).toEqual([state, 'AlertNotHeld']);
    expect(await stateOf(second.alertId)).toBe('playing');
    for (const _ of [1, 2]) expect(await report(second, 'shown')).toBe('taken');
    expect(await stateOf(second.alertId)).toBe('shown');
  });

  test('does not end it where it names no lease and the replay has not started', async () => {
    const { second } = await replayed();
    expect(await report({ alertId: second.alertId }, 'shown')).toBe('AlertNotHeld');
    expect(await stateOf(second.alertId)).toBe('leased');
  });

  test('does not end it where it names no lease and the page that plays the replay does', async () => {
    const { second } = await replayed();
    expect(await report(second, 'playing')).toBe('taken');
    for (const state of ['shown', 'failed'] as const)
      expect([state, await report({ alertId: second.alertId }, state)]).toEqual([state, 'AlertNotHeld']);
    expect(await stateOf(second.alertId)).toBe('playing');
    expect(await report(second, 'shown')).toBe('taken');
  });
});

describe('a page that was suspended for longer than its lease', () => {
  test('starts nothing under the lost lease, although it has leased the alert again', async () => {
    await give('Анна');
    const first = await next();
    await runOut();
    const second = await next();
    expect(second).toEqual({ alertId: first.alertId, leaseId: expect.any(Number) });
    expect(second.leaseId).toBeGreaterThan(first.leaseId);
    expect(await report(first, 'playing')).toBe('AlertNotHeld');
    expect(await stateOf(first.alertId)).toBe('leased');
    expect(await report(second, 'playing')).toBe('taken');
  });

  test('does not end an alert that meanwhile became uncertain, was replayed and leased again', async () => {
    await give('Анна');
    const first = await next();
    await report(first, 'playing');
    await runOut();
    expect(await stateOf(first.alertId)).toBe('uncertain');
    await replay(first.alertId);
    await next();
    expect(await report(first, 'shown')).toBe('AlertNotHeld');
    expect(await stateOf(first.alertId)).toBe('leased');
  });

  test('does not start a digest that meanwhile lost a refunded donation', async () => {
    const payIds: string[] = [];
    for (let at = 0; at < 12; at += 1) payIds.push(await give(`Имя ${at}`, null));
    const first = await next();
    const { projectId } = creator;
    await app.db.transaction((tx) => withdrawAlert(tx, { projectId, donationId: payIds[5] ?? '' }));
    const second = await next();
    expect(second.alertId).toBe(first.alertId);
    expect(await report(first, 'playing')).toBe('AlertNotHeld');
    expect(await report(second, 'playing')).toBe('taken');
  });
});

test('a page that asks again during its lease gets the same alert', async () => {
  await give('Анна');
  expect(await next()).toEqual(await next());
});

test('a page of an earlier version, which names no lease, shows alerts and replays', async () => {
  await give('Анна');
  const { alertId } = await next();
  for (const _ of [1, 2]) {
    for (const state of ['playing', 'shown'] as const) expect(await report({ alertId }, state)).toBe('taken');
    expect(await replay(alertId)).toBe(200);
    await next();
  }
});
