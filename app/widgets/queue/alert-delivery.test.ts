import { afterAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { type SignedIn, signIn } from '#test/support/sign-in.ts';
import { startApp, testSecrets } from '#test/support/start-app.ts';
import { givePaidTo } from '#test/support/tool-fixture.ts';

let creator: SignedIn;
let key: string;

const app = await startApp({ env: { LIMITS: 'off' } });
afterAll(() => app.close());
beforeEach(async () => {
  creator = await signIn(app.db, testSecrets.jwt);
  const { body } = await app.api('GET Widget/Settings', {}, creator);
  ({ key } = z.object({ data: z.object({ key: z.string() }) }).parse(body).data);
});

const delivered = z.object({
  data: z.object({
    state: z.string().nullable(),
    reason: z.string().nullable(),
    steps: z.array(z.object({ state: z.string(), at: z.iso.datetime() })),
  }),
});

/** What the donor gets. */
async function delivery(payId: string) {
  const { body } = await app.api('GET ProjectPay/Delivery', { query: { payId } });
  const { state, reason, steps } = delivered.parse(body).data;
  return { state, reason, steps: steps.map((step) => step.state) };
}

async function take(): Promise<string> {
  const { body } = await app.api('POST Widget/Next', { body: { key, source: 'page', isVisible: true } });
  return z.object({ data: z.object({ alertId: z.string() }) }).parse(body).data.alertId;
}

const report = (alertId: string, state: 'playing' | 'shown' | 'failed') =>
  app.api('POST Widget/Report', { body: { key, source: 'page', alertId, state } });

const giveBack = (payId: string) => app.opora.areas.payments.refundPayment(payId);

test('an unpaid donation has no steps, and a missing one is 404', async () => {
  const { body } = await app.api('POST ProjectPay/Create', { body: { projectId: creator.projectId, amount: 10_000 } });
  const { payId } = z.object({ data: z.object({ payId: z.string() }) }).parse(body).data;
  expect((await app.api('GET ProjectPay/Delivery', { query: { payId } })).body).toEqual({
    success: true,
    data: { payId, state: null, reason: null, steps: [] },
  });
  expect((await app.api('GET ProjectPay/Delivery', { query: { payId: crypto.randomUUID() } })).status).toBe(404);
});

test('the donor learns what the goal of the creator is called, with an alert or without one', async () => {
  const goalTitleOf = async (payId: string) => {
    const { body } = await app.api('GET ProjectPay/Delivery', { query: { payId } });
    return z.object({ data: z.object({ goalTitle: z.string().optional() }) }).parse(body).data.goalTitle;
  };
  const payId = await givePaidTo(app, creator, {});
  expect(await goalTitleOf(payId)).toBeUndefined();
  const goal = { title: 'Новая камера', amount: 1_000_000 };
  await app.api('PUT Widget/Settings', { body: { statistics: { goal }, alert: { minAmount: 50_000 } } }, creator);
  expect(await goalTitleOf(payId)).toBe('Новая камера');
  expect(await goalTitleOf(await givePaidTo(app, creator, { amount: 10_000 }))).toBe('Новая камера');
  const block = (isBlocked: boolean) =>
    app.db.pool.query('update creator set is_blocked = $2 where user_id = $1', [creator.userId, isBlocked]);
  await block(true);
  expect(await goalTitleOf(payId)).toBeUndefined();
  await block(false);
});

test('a leased alert still waits in the donor’s view, until it plays', async () => {
  const payId = await givePaidTo(app, creator, { message: 'Привет' });
  expect(await delivery(payId)).toEqual({ state: 'queued', reason: null, steps: ['paid', 'queued'] });
  const alertId = await take();
  expect(await delivery(payId)).toEqual({ state: 'queued', reason: null, steps: ['paid', 'queued'] });
  await report(alertId, 'playing');
  expect(await delivery(payId)).toMatchObject({ state: 'playing', steps: ['paid', 'queued', 'playing'] });
  await report(alertId, 'failed');
  expect(await delivery(payId)).toEqual({
    state: 'uncertain',
    reason: 'uncertain',
    steps: ['paid', 'queued', 'playing', 'uncertain'],
  });
});

test('a donation refunded before it was shown says so; one that was shown stays shown', async () => {
  const waiting = await givePaidTo(app, creator, { message: 'Первый' });
  const shown = await givePaidTo(app, creator, { message: 'Второй' });
  await giveBack(waiting);
  expect(await delivery(waiting)).toEqual({
    state: 'skipped',
    reason: 'refunded',
    steps: ['paid', 'queued', 'skipped'],
  });
  const alertId = await take();
  await report(alertId, 'playing');
  await report(alertId, 'shown');
  await giveBack(shown);
  expect(await delivery(shown)).toEqual({
    state: 'shown',
    reason: null,
    steps: ['paid', 'queued', 'playing', 'shown'],
  });
});

test('a donation below the minimum is reported as such, and as refunded after a refund', async () => {
  await app.api('PUT Widget/Settings', { body: { alert: { minAmount: 50_000 } } }, creator);
  const payId = await givePaidTo(app, creator, { message: 'Мало' });
  expect(await delivery(payId)).toEqual({ state: 'paid', reason: 'belowMinimum', steps: ['paid'] });
  await giveBack(payId);
  expect(await delivery(payId)).toEqual({ state: 'paid', reason: 'refunded', steps: ['paid'] });
});

test('a held message is reported with its steps, approved or not', async () => {
  await app.api('PUT Widget/Settings', { body: { alert: { review: 'hold' } } }, creator);
  const control = async (action: string, payId: string) => {
    const { rows } = await app.db.pool.query<{ id: string }>('select id from alert where pay_id = $1', [payId]);
    await app.api('POST Widget/Control', { body: { action, alertId: rows[0]?.id } }, creator);
  };
  const rejected = await givePaidTo(app, creator, { message: 'Можно?' });
  expect(await delivery(rejected)).toEqual({ state: 'held', reason: null, steps: ['paid', 'held'] });
  await control('reject', rejected);
  expect(await delivery(rejected)).toEqual({
    state: 'rejected',
    reason: 'rejected',
    steps: ['paid', 'held', 'rejected'],
  });
  const approved = await givePaidTo(app, creator, { message: 'А так?' });
  await control('approve', approved);
  expect(await delivery(approved)).toEqual({ state: 'queued', reason: null, steps: ['paid', 'held', 'queued'] });
  await control('skip', approved);
  expect(await delivery(approved)).toMatchObject({ state: 'skipped', reason: 'skipped' });
});
