import { afterAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { type SignedIn, signIn } from '#test/support/sign-in.ts';
import { startApp, testSecrets } from '#test/support/start-app.ts';
import { giveProven, makeToken } from '#test/support/tool-fixture.ts';

let creator: SignedIn;
let key: string;

const app = await startApp({ env: { LIMITS: 'off' } });
afterAll(() => app.close());

const settings = z.object({ data: z.object({ key: z.string() }) });

/** A creator who reviews messages and shows only large donations. */
beforeEach(async () => {
  creator = await signIn(app.db, testSecrets.jwt);
  const body = { alert: { review: 'hold', minAmount: 50_000 } };
  ({ key } = settings.parse((await app.api('PUT Widget/Settings', { body }, creator)).body).data);
});

const message = 'Мало, но с любовью';
const give = () => giveProven(app, creator, { amount: 10_000, message });

/** Everything that others read about donations. */
async function publicTexts(payId: string): Promise<string> {
  const token = await makeToken(app, creator, ['oauth-donation-index']);
  const answers = [
    await app.api('GET ProjectPay/List', { query: { projectId: creator.projectId } }),
    await app.api('GET ProjectPay/Success', { query: { payId } }),
    await app.api('GET Widget/Statistics', { query: { key } }),
  ].map(({ body }) => JSON.stringify(body));
  const read = await fetch(`${app.url}/api/v1/alerts/donations`, { headers: { authorization: `Bearer ${token}` } });
  return [...answers, await read.text()].join('\n');
}

const alert = z.object({ alertId: z.string(), payId: z.string(), message: z.string(), reason: z.string().nullable() });
const queueShape = z.object({
  data: z.object({ held: z.array(alert), queued: z.array(alert), ended: z.array(alert.extend({ state: z.string() })) }),
});
const queue = async () => queueShape.parse((await app.api('GET Widget/Queue', {}, creator)).body).data;
const control = (action: string, alertId?: string) =>
  app.api('POST Widget/Control', { body: { action, ...(alertId !== undefined && { alertId }) } }, creator);
const next = () => app.api('POST Widget/Next', { body: { key, source: 'one', isVisible: true } });
const nothing = { status: 200, body: { data: null } };
const deliveryOf = async (payId: string) => (await app.api('GET ProjectPay/Delivery', { query: { payId } })).body;

test('the message of a donation below the minimum is public only once it is approved, and is not shown on the stream', async () => {
  const { payId } = await give();
  expect(await publicTexts(payId)).not.toContain(message);
  expect(await deliveryOf(payId)).toMatchObject({ data: { state: 'held', reason: 'belowMinimum' } });
  const [held] = (await queue()).held;
  expect(held).toMatchObject({ payId, message, reason: 'belowMinimum' });
  const both = await Promise.all([control('approve', held?.alertId), control('approve', held?.alertId)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect((await publicTexts(payId)).split(message)).toHaveLength(4);
  expect(await next()).toMatchObject(nothing);
  expect(await deliveryOf(payId)).toMatchObject({ data: { reason: 'belowMinimum' } });
  expect((await queue()).ended).toMatchObject([{ payId, state: 'skipped', reason: 'belowMinimum' }]);
  // Only by name: it was never on the stream.
  await control('replay');
  expect(await next()).toMatchObject(nothing);
  expect((await control('replay', held?.alertId)).status).toBe(200);
  expect(await next()).toMatchObject({ body: { data: { payId, message } } });
});

test('a rejected one stays private, and its second wording is reviewed as well', async () => {
  const { payId, proof } = await give();
  await control('reject', (await queue()).held[0]?.alertId);
  expect(await publicTexts(payId)).not.toContain(message);
  expect(await deliveryOf(payId)).toMatchObject({ data: { state: 'rejected', reason: 'rejected' } });
  const second = 'Иначе, но с любовью';
  const answer = await app.api('POST ProjectPay/Reword', { body: { payId, proof, message: second } });
  expect(answer.status).toBe(200);
  expect(await publicTexts(payId)).not.toContain(second);
  await control('approve', (await queue()).held[0]?.alertId);
  expect(await publicTexts(payId)).toContain(second);
  expect(await next()).toMatchObject(nothing);
});

test('without a message there is nothing to review', async () => {
  const { payId } = await giveProven(app, creator, { amount: 10_000, message: ' ' });
  expect((await queue()).held).toEqual([]);
  expect(await deliveryOf(payId)).toMatchObject({ data: { state: 'paid', reason: 'belowMinimum' } });
});
