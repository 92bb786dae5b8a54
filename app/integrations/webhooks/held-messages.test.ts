import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { type SignedIn, signIn } from '#test/support/sign-in.ts';
import { startApp, testSecrets } from '#test/support/start-app.ts';
import { givePaidTo, makeWebhook, openReceiver, type Receiver, readWebhookLog } from '#test/support/tool-fixture.ts';

let receiver: Receiver;
let creator: SignedIn;
let hookId: string;

const app = await startApp({ jobPace: 0.1, env: { LIMITS: 'off' } });
afterAll(() => app.close());

beforeEach(async () => {
  receiver = await openReceiver();
  creator = await signIn(app.db, testSecrets.jwt);
  await app.api('PUT Widget/Settings', { body: { alert: { review: 'hold', minAmount: 50_000 } } }, creator);
  hookId = (await makeWebhook(app, creator, receiver.address, ['donation.paid', 'donation.updated'])).id;
  return () => receiver.close();
});

const held = z.object({ data: z.object({ held: z.array(z.object({ alertId: z.string() })) }) });

async function control(action: string) {
  const alerts = held.parse((await app.api('GET Widget/Queue', {}, creator)).body).data.held;
  const body = { action, alertIds: alerts.map(({ alertId }) => alertId) };
  return app.api('POST Widget/Control', { body }, creator);
}

const messages = () => receiver.received.map(({ body }) => JSON.parse(body));

test.each([60_000, 10_000])('a held message of %i is sent once, when it is approved', async (amount) => {
  const payId = await givePaidTo(app, creator, { amount, message: 'Сука, можно?' });
  await vi.waitUntil(() => receiver.received.length === 1, { timeout: 10_000 });
  expect(messages()).toMatchObject([{ event: 'donation.paid', data: { payId, message: null, isMessageHeld: true } }]);
  const approvals = await Promise.all([control('approve'), control('approve'), control('approve')]);
  expect(approvals.filter(({ status }) => status === 200)).toHaveLength(1);
  await vi.waitUntil(() => receiver.received.length === 2, { timeout: 10_000 });
  const { createdAt: _, event: __, ...paid } = messages()[0];
  expect(messages()[1]).toMatchObject({
    event: 'donation.updated',
    data: { ...paid.data, message: '****, можно?', isMessageHeld: false },
  });
  expect((await readWebhookLog(app, creator, hookId)).count).toBe(2);
});

test('a rejected message is sent to nobody; one that needs no approval at once', async () => {
  await givePaidTo(app, creator, { amount: 60_000, message: 'Нельзя' });
  await control('reject');
  await givePaidTo(app, creator, { amount: 60_000, message: null });
  await app.api('PUT Widget/Settings', { body: { alert: { review: 'off' } } }, creator);
  await givePaidTo(app, creator, { amount: 60_000, message: 'Сразу' });
  await vi.waitUntil(() => receiver.received.length === 3, { timeout: 10_000 });
  const sent = messages().map(({ event, data }) => [event, data.message, data.isMessageHeld]);
  expect(sent).toHaveLength(3);
  expect(sent).toEqual(
    expect.arrayContaining([
      ['donation.paid', null, true],
      ['donation.paid', null, false],
      ['donation.paid', 'Сразу', false],
    ]),
  );
});
