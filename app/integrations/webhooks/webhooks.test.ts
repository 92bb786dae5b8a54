import { createHmac } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { minor } from '#base/money/money.ts';
import { type SignedIn, signIn } from '#test/support/sign-in.ts';
import { startApp, testSecrets } from '#test/support/start-app.ts';
import { givePaidTo, makeWebhook, openReceiver, type Receiver, readWebhookLog } from '#test/support/tool-fixture.ts';
import { enqueueWebhooks, sendOrderPaid } from './webhook-events.server.ts';

let receiver: Receiver;

const app = await startApp({ jobPace: 0.1, env: { LIMITS: 'off' } });
afterAll(() => app.close());
/** Another process on the same database. */
const second = await startApp({ jobPace: 0.1, env: { LIMITS: 'off' }, databaseUrl: app.databaseUrl });
afterAll(() => second.close());

beforeEach(async () => {
  receiver = await openReceiver();
  return () => receiver.close();
});

const failed = z.object({ error: z.object({ code: z.string(), fields: z.record(z.string(), z.string()).optional() }) });
const webhooks = z.object({
  data: z.array(
    z.object({ id: z.string(), isOn: z.boolean(), failures: z.number(), switchedOffAt: z.string().nullable() }),
  ),
});

const hooksOf = async (person: SignedIn) =>
  webhooks.parse((await app.api('GET Integration/Webhooks', {}, person)).body).data;

describe('a webhook', () => {
  it('receives a donation once, signed, from one of two processes', async () => {
    const person = await signIn(app.db, testSecrets.jwt);
    const { id, secret } = await makeWebhook(app, person, receiver.address, ['donation.paid']);
    const deaf = await makeWebhook(app, person, receiver.address, ['order.paid']);
    const payIds = await Promise.all([
      givePaidTo(app, person),
      givePaidTo(app, person, { isAnonymous: true, message: null }),
      givePaidTo(app, person),
    ]);
    await vi.waitUntil(() => receiver.received.length === 3, { timeout: 10_000 });
    const bodies = receiver.received.map(({ body }) => JSON.parse(body));
    expect(new Set(bodies.map(({ data }) => data.payId))).toEqual(new Set(payIds));
    expect(bodies.find(({ data }) => data.name === null)).toMatchObject({ data: { message: null, amount: 10_000 } });
    expect(bodies.find(({ data }) => data.name !== null)).toMatchObject({
      event: 'donation.paid',
      data: { name: 'Анна', message: '****, привет!', currency: 'UZS' },
    });
    for (const { body, signature } of receiver.received) {
      const [, time, sign] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(signature) ?? [];
      expect(Math.abs(Number(time) - Date.now() / 1_000)).toBeLessThan(60);
      expect(createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')).toBe(sign);
    }
    const isSettled = async () =>
      (await readWebhookLog(app, person, id)).items.every(({ state }) => state === 'delivered');
    await vi.waitUntil(isSettled, { timeout: 10_000, interval: 50 });
    const { items } = await readWebhookLog(app, person, id);
    expect(items.map(({ state, attempts, lastStatus }) => [state, attempts, lastStatus])).toEqual(
      Array.from({ length: 3 }, () => ['delivered', 1, 200]),
    );
    expect((await readWebhookLog(app, person, deaf.id)).count).toBe(0);
    const { rows } = await app.db.pool.query(`select encode(secret_sealed, 'escape') as sealed from webhook`);
    expect(JSON.stringify(rows)).not.toContain(secret);
    expect(new Set(receiver.received.map(({ delivery }) => delivery)).size).toBe(3);
  });

  it('is retried after a pause, never follows a redirect, and is sent again by a button', async () => {
    const person = await signIn(app.db, testSecrets.jwt);
    const { id } = await makeWebhook(app, person, receiver.address, ['donation.paid']);
    receiver.answers.push(302, 500);
    const sent = await app.api('POST Integration/TestWebhook', { query: { id } }, person);
    expect(sent.status).toBe(200);
    const only = async () => (await readWebhookLog(app, person, id)).items[0];
    await vi.waitUntil(async () => (await only())?.lastStatus === 302, { timeout: 10_000 });
    const first = await only();
    expect(first).toMatchObject({ state: 'waiting', attempts: 1, event: 'ping' });
    expect(Date.parse(first?.nextAt ?? '') - Date.now()).toBeGreaterThan(5_000);
    const hurry = () => app.db.pool.query(`update webhook_delivery set next_at = now() where webhook_id = $1`, [id]);
    await hurry();
    await vi.waitUntil(async () => (await only())?.lastStatus === 500, { timeout: 10_000 });
    const pause = Date.parse((await only())?.nextAt ?? '') - Date.now();
    expect(pause).toBeGreaterThan(50_000);
    await hurry();
    await vi.waitUntil(async () => (await only())?.state === 'delivered', { timeout: 10_000 });
    expect((await hooksOf(person))[0]?.failures).toBe(0);
    const other = await signIn(app.db, testSecrets.jwt);
    const again = (by: SignedIn) => app.api('POST Integration/Redeliver', { query: { id: first?.id } }, by);
    expect([(await again(other)).status, (await again(person)).status]).toEqual([404, 200]);
    await vi.waitUntil(() => receiver.received.length === 4, { timeout: 10_000 });
    expect(new Set(receiver.received.map(({ delivery, body }) => delivery + body)).size).toBe(1);
  });

  it('is disabled after ten failures in a row; waiting messages are sent when it is enabled again', async () => {
    const person = await signIn(app.db, testSecrets.jwt);
    const { id } = await makeWebhook(app, person, receiver.address, ['donation.paid']);
    receiver.answers.push(...Array.from({ length: 10 }, () => 503));
    for (let at = 0; at < 10; at += 1) await app.api('POST Integration/TestWebhook', { query: { id } }, person);
    await vi.waitUntil(async () => (await hooksOf(person))[0]?.isOn === false, { timeout: 15_000 });
    const [off] = await hooksOf(person);
    expect(off).toMatchObject({ failures: 10, switchedOffAt: expect.any(String) });
    await givePaidTo(app, person);
    expect(receiver.received).toHaveLength(10);
    const refused = await app.api('POST Integration/TestWebhook', { query: { id } }, person);
    expect(failed.parse(refused.body).error.code).toBe('WebhookOff');
    const body = { id, url: receiver.address, events: ['donation.paid'], isOn: true };
    expect((await app.api('PUT Integration/Webhook', { body }, person)).status).toBe(200);
    await vi.waitUntil(() => receiver.received.length === 20, { timeout: 10_000 });
    expect((await hooksOf(person))[0]).toMatchObject({ isOn: true, failures: 0, switchedOffAt: null });
  }, 40_000);

  it('of each seller receives only the seller’s own items of a paid order', async () => {
    const one = await signIn(app.db, testSecrets.jwt);
    const other = await signIn(app.db, testSecrets.jwt);
    await makeWebhook(app, one, receiver.address, ['order.paid']);
    const line = { productId: crypto.randomUUID(), quantity: 2, price: 15_000, discount: 0, commission: 0 };
    const lines = [
      { ...line, sellerId: one.userId },
      { ...line, sellerId: other.userId, price: 99_900 },
    ];
    const order = {
      orderId: crypto.randomUUID(),
      number: '12345678',
      userId: other.userId,
      total: minor(229_800),
      giftId: null,
      lines,
    };
    await app.db.transaction((tx) => sendOrderPaid(tx, order, 'UZS'));
    await vi.waitUntil(() => receiver.received.length === 1, { timeout: 10_000 });
    const { productId } = line;
    expect(JSON.parse(receiver.received[0]?.body ?? '')).toMatchObject({
      event: 'order.paid',
      data: { orderId: order.orderId, items: [{ productId, quantity: 2, price: 150 }], total: 300, currency: 'UZS' },
    });
  });

  it('gets no message for a donation whose transaction fails', async () => {
    const person = await signIn(app.db, testSecrets.jwt);
    const { id } = await makeWebhook(app, person, receiver.address, ['donation.paid']);
    const message = {
      projectId: person.projectId,
      event: 'donation.paid',
      messages: [{ subject: crypto.randomUUID(), data: {} }],
    } as const;
    const failing = app.db.transaction(async (tx) => {
      await enqueueWebhooks(tx, message);
      throw new Error('undone');
    });
    await expect(failing).rejects.toThrow('undone');
    expect((await readWebhookLog(app, person, id)).count).toBe(0);
    await app.db.transaction(async (tx) => {
      await enqueueWebhooks(tx, message);
      await enqueueWebhooks(tx, message);
    });
    expect((await readWebhookLog(app, person, id)).count).toBe(1);
  });

  it.each(['ftp://example.com/', 'javascript:alert(1)', 'example.com', 'https://user:word@example.com/', ''])(
    'cannot have the address %s',
    async (url) => {
      const person = await signIn(app.db, testSecrets.jwt);
      const body = { url, events: ['donation.paid'] };
      const answer = await app.api('POST Integration/CreateWebhook', { body }, person);
      expect([answer.status, Object.keys(failed.parse(answer.body).error.fields ?? {})]).toEqual([400, ['url']]);
    },
  );
});
