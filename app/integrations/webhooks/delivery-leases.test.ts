import { afterAll, describe, expect, it } from 'vitest';
import { openTestDatabase } from '#test/support/database/database.ts';
import { until } from '#test/support/money/money-fixture.ts';
import { type SignedIn, signIn } from '#test/support/sign-in.ts';
import { testSecrets } from '#test/support/start-app.ts';
import type { WebhookEvent } from '../scopes.ts';
import { claimDeliveries, settleDelivery } from './delivery-queue-store.server.ts';
import {
  insertDeliveries,
  insertDelivery,
  insertWebhook,
  removeWebhook,
  restartDelivery,
} from './webhooks-store.server.ts';

const database = await openTestDatabase({ log: () => undefined });
const { db } = database;
afterAll(() => database.close());

const lane = { isSlow: false, toReceiver: 2 };
const claim = (most = 50, asked = lane) => claimDeliveries(db, most, asked);
const delivered = { isDelivered: true, isSlow: false, status: 200, error: null };
const failed = { isDelivered: false, isSlow: false, status: 500, error: 'x' };

async function makeWebhook(person: SignedIn, event: WebhookEvent = 'donation.paid'): Promise<string> {
  const { userId: personId, projectId } = person;
  const webhook = { personId, projectId, url: 'http://127.0.0.1:9/', events: [], sealed: Buffer.from('x') };
  const id = await db.transaction((tx) => insertWebhook(tx, { ...webhook, events: [event] }));
  return id ?? '';
}

const add = async (webhookId: string) =>
  (await db.transaction((tx) => insertDelivery(tx, webhookId, 'ping', '{}'))) ?? '';

async function stateOf(id: string) {
  const { rows } = await db.pool.query(
    'select d.state, d.attempts, d.last_status, w.failures from webhook_delivery d join webhook w on w.id = d.webhook_id where d.id = $1',
    [id],
  );
  return rows[0];
}

it('a suspended process records nothing for a message that another one has claimed', async () => {
  const person = await signIn(db, testSecrets.jwt);
  const id = await add(await makeWebhook(person));
  const [first] = await claim();
  expect(await claim()).toEqual([]);
  expect(await db.transaction((tx) => restartDelivery(tx, id, person.userId))).toBe('done');
  const [second] = await claim();
  if (first === undefined || second === undefined) throw new Error('it was not claimed');
  await db.transaction((tx) => settleDelivery(tx, first, failed));
  expect(await stateOf(id)).toEqual({ state: 'waiting', attempts: 1, last_status: null, failures: 0 });
  await db.transaction((tx) => settleDelivery(tx, second, delivered));
  await db.transaction((tx) => settleDelivery(tx, first, failed));
  expect(await stateOf(id)).toEqual({ state: 'delivered', attempts: 1, last_status: 200, failures: 0 });
});

it('an expired lease can be claimed again, and simultaneous claims get a message once', async () => {
  const webhooks = await Promise.all(
    Array.from({ length: 6 }, async () => makeWebhook(await signIn(db, testSecrets.jwt))),
  );
  await Promise.all(webhooks.flatMap((id) => [add(id), add(id), add(id)]));
  const all = (await Promise.all(Array.from({ length: 8 }, () => claim()))).flat();
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  expect(all.length).toBeGreaterThanOrEqual(12);
  const [lost] = all;
  if (lost === undefined) throw new Error('nothing was claimed');
  await db.pool.query('update webhook_delivery set next_at = now() where id = $1', [lost.id]);
  const again = (await claim(50, { ...lane, toReceiver: 9 })).find(({ id }) => id === lost.id);
  if (again === undefined) throw new Error('it was not claimed again');
  expect(again.lease).not.toBe(lost.lease);
  await db.transaction((tx) => settleDelivery(tx, lost, delivered));
  expect(await stateOf(lost.id)).toMatchObject({ state: 'waiting', attempts: 2 });
  await db.pool.query(`update webhook_delivery set state = 'failed', next_at = null, lease = null`);
});

it('the places of a receiver and of a person are limited, and slow receivers have their own', async () => {
  const one = await signIn(db, testSecrets.jwt);
  const other = await signIn(db, testSecrets.jwt);
  const webhooks = [await makeWebhook(one), await makeWebhook(one), await makeWebhook(one), await makeWebhook(other)];
  for (const id of webhooks) for (let at = 0; at < 5; at += 1) await add(id);
  const ofWebhook = (claimed: readonly { webhookId: string }[]) =>
    webhooks.map((id) => claimed.filter(({ webhookId }) => webhookId === id).length);
  const claimed = await claim();
  expect(Math.max(...ofWebhook(claimed))).toBe(2);
  expect(ofWebhook(claimed).slice(0, 3)).toEqual(expect.arrayContaining([expect.any(Number)]));
  expect(
    ofWebhook(claimed)
      .slice(0, 3)
      .reduce((sum, count) => sum + count),
  ).toBe(4);
  expect(ofWebhook(claimed)[3]).toBe(2);
  expect(await claim()).toEqual([]);
  for (const due of claimed) await db.transaction((tx) => settleDelivery(tx, due, { ...delivered, isSlow: true }));
  const slow = new Set(claimed.map(({ webhookId }) => webhookId));
  expect((await claim()).filter(({ webhookId }) => slow.has(webhookId))).toEqual([]);
  const later = await claim(50, { isSlow: true, toReceiver: 1 });
  expect(new Set(later.map(({ webhookId }) => webhookId)).size).toBe(later.length);
  expect(later.length).toBeGreaterThanOrEqual(2);
  for (const due of later) await db.transaction((tx) => settleDelivery(tx, due, delivered));
  expect(
    (await claim(50, { isSlow: true, toReceiver: 1 })).filter(({ webhookId }) => webhookId === later[0]?.webhookId),
  ).toEqual([]);
});

/** Whether a session of the database waits for a lock of another. */
async function isBlocked(): Promise<boolean> {
  const { rowCount } = await db.pool.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rowCount === 1;
}

describe('a webhook that is removed beside the event of a donation', () => {
  const message = { subject: crypto.randomUUID(), body: '{}', heldBody: '{}' };
  const events = ['donation.paid', 'donation.updated'] as const;

  it.each(events)('waits for %s, and takes its message along', async (event) => {
    const person = await signIn(db, testSecrets.jwt);
    const id = await makeWebhook(person, event);
    const asked = { projectId: person.projectId, event, messages: [message] };
    const removal = await db.transaction(async (tx) => {
      await insertDeliveries(tx, asked);
      const removing = db.transaction((other) => removeWebhook(other, id, person.userId));
      await until(isBlocked);
      return { removing };
    });
    expect(await removal.removing).toBe(true);
    expect((await db.pool.query('select from webhook_delivery where webhook_id = $1', [id])).rowCount).toBe(0);
  });

  it.each(events)('is left out of %s, which fails neither before nor after the removal is done', async (event) => {
    const person = await signIn(db, testSecrets.jwt);
    const id = await makeWebhook(person, event);
    const asked = { projectId: person.projectId, event, messages: [message] };
    const ping = await db.transaction(async (payment) => {
      await db.transaction(async (removal) => {
        await removeWebhook(removal, id, person.userId);
        await insertDeliveries(payment, asked);
      });
      await insertDeliveries(payment, asked);
      return insertDelivery(payment, id, 'ping', '{}');
    });
    expect(ping).toBeNull();
  });
});
