import { createHmac, randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { signIn } from '#test/support/sign-in.ts';
import { startApp, testSecrets } from '#test/support/start-app.ts';
import { makeWebhook, openReceiver } from '#test/support/tool-fixture.ts';
import { webhookSecretSealer } from '../sealed-secret.server.ts';

const app = await startApp({ jobPace: 0.1, env: { LIMITS: 'off' } });
const receiver = await openReceiver();
afterAll(async () => {
  await receiver.close();
  await app.close();
});

/** Sends a test message and returns what arrived; `earlier` replaces the issued secret. */
async function delivered(earlier?: string) {
  receiver.received.length = 0;
  const person = await signIn(app.db, testSecrets.jwt);
  const { id, secret } = await makeWebhook(app, person, receiver.address, ['donation.paid']);
  if (earlier !== undefined) {
    const sealed = webhookSecretSealer(testSecrets.jwt).seal(earlier);
    await app.db.pool.query('update webhook set secret_sealed = $2 where id = $1', [id, sealed]);
  }
  await app.api('POST Integration/TestWebhook', { query: { id } }, person);
  await vi.waitUntil(() => receiver.received.length === 1, { timeout: 10_000 });
  const [message] = receiver.received;
  if (message === undefined) throw new Error('nothing was delivered');
  return { secret: earlier ?? secret, ...message };
}

describe('a delivery', () => {
  it('is verified by the public library with the secret as shown', async () => {
    const { secret, headers, body, delivery } = await delivered();
    const webhook = new Webhook(secret);
    expect(() => webhook.verify(body, headers)).not.toThrow();
    expect(headers['webhook-id']).toBe(delivery);
    expect(() => webhook.verify(`${body} `, headers)).toThrow('No matching signature');
    expect(() => webhook.verify(body, { ...headers, 'webhook-id': 'another' })).toThrow('No matching signature');
    expect(() => new Webhook(`whsec_${randomBytes(32).toString('base64')}`).verify(body, headers)).toThrow();
  });

  it('also has the earlier signature, keyed with the whole text of the secret', async () => {
    const { secret, signature, headers, body } = await delivered();
    const time = headers['webhook-timestamp'];
    const hex = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
    expect(signature).toBe(`t=${time},v1=${hex}`);
  });

  it('with a secret of an earlier version is verified by the public library in the usual alphabet', async () => {
    const { secret, signature, headers, body } = await delivered('whsec_-_8rQm3vN1xkY0aZ5tWbE7cUoJdHs2iLgPfRyTnM6qA');
    const usual = secret.slice('whsec_'.length).replaceAll('-', '+').replaceAll('_', '/');
    const webhook = new Webhook(`whsec_${usual}=`);
    expect(() => webhook.verify(body, headers)).not.toThrow();
    const hex = createHmac('sha256', secret).update(`${headers['webhook-timestamp']}.${body}`).digest('hex');
    expect(signature).toContain(`v1=${hex}`);
  });

  it('that is sent again has the same id and a new time', async () => {
    const person = await signIn(app.db, testSecrets.jwt);
    receiver.received.length = 0;
    receiver.answers.push(500);
    const { id, secret } = await makeWebhook(app, person, receiver.address, ['donation.paid']);
    await app.api('POST Integration/TestWebhook', { query: { id } }, person);
    await vi.waitUntil(() => receiver.received.length === 1, { timeout: 10_000 });
    const isFailed = `select from webhook_delivery where webhook_id = $1 and last_status = 500`;
    await vi.waitUntil(async () => (await app.db.pool.query(isFailed, [id])).rowCount === 1, { timeout: 10_000 });
    await app.db.pool.query('update webhook_delivery set next_at = now() where webhook_id = $1', [id]);
    await vi.waitUntil(() => receiver.received.length === 2, { timeout: 10_000 });
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    for (const { headers, body } of receiver.received) new Webhook(secret).verify(body, headers);
  });
});
