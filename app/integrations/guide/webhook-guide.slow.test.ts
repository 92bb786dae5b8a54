import { type ChildProcessByStdio, spawn, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { paidDonations } from '#app/donations/paid-donation.server.ts';
import { minor } from '#base/money/money.ts';
import { type SignedIn, signIn } from '#test/support/sign-in.ts';
import { startApp, testSecrets } from '#test/support/start-app.ts';
import { givePaidTo, makeWebhook, openReceiver, readWebhookLog } from '#test/support/tool-fixture.ts';
import { mostFailures, retryPauses, webhookEvents } from '../scopes.ts';
import { webhookSecretSealer } from '../sealed-secret.server.ts';
import { membershipWebhooks } from '../webhooks/membership-webhooks.server.ts';
import { sendDonationsShown, sendDonationsUpdated, sendOrderPaid } from '../webhooks/webhook-events.server.ts';
import { webhookExamples } from './webhook-examples.ts';
import { nodeReceiver, pythonReceiver } from './webhook-receivers.ts';

const guide = await readFile(join(import.meta.dirname, '../../../docs/webhooks.md'), 'utf8');
const app = await startApp({ env: { LIMITS: 'off' } });
afterAll(() => app.close());
const folder = await mkdtemp(join(tmpdir(), 'opora-receiver-'));
afterAll(() => rm(folder, { recursive: true }));

/** The names and types of all members, recursively. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value !== 'object' || value === null) return typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, shapeOf(part)]));
}

/** Causes every event for a creator. */
async function haveAllHappen(person: SignedIn) {
  const payId = await givePaidTo(app, person, { message: 'Привет!' });
  const line = { productId: crypto.randomUUID(), quantity: 2, price: 15_000, discount: 0, commission: 0 };
  const order = {
    orderId: crypto.randomUUID(),
    number: '12345678',
    userId: person.userId,
    total: minor(30_000),
    giftId: null,
  };
  await app.db.transaction(async (tx) => {
    const approved = { projectId: person.projectId, payIds: [payId] };
    await sendDonationsUpdated(tx, approved, { currency: 'UZS', paidDonations });
    await sendDonationsShown(tx, { projectId: person.projectId, donations: [{ payId, shownAt: new Date() }] });
    await sendOrderPaid(tx, { ...order, lines: [{ ...line, sellerId: person.userId }] }, 'UZS');
    const amount = minor(1_000_000);
    const membership = {
      membershipId: crypto.randomUUID(),
      projectId: person.projectId,
      levelId: crypto.randomUUID(),
      amount,
      months: 1,
      isGifted: false,
    };
    const paid = { ...membership, donationId: payId, name: 'Анна', paidUntil: new Date() };
    const webhooks = membershipWebhooks('UZS');
    await webhooks.sendStarted(tx, paid);
    await webhooks.sendCharged(tx, paid);
    const refused = { refusal: 'InsufficientFunds', tries: 1, nextTryAt: new Date() };
    await webhooks.sendFailed(tx, { ...membership, ...refused });
    await webhooks.sendEnded(tx, { ...membership, reason: 'Left' });
  });
}

describe('the guide', () => {
  it('shows each event as it arrives', async () => {
    const receiver = await openReceiver();
    const person = await signIn(app.db, testSecrets.jwt);
    const { id } = await makeWebhook(app, person, receiver.address, webhookEvents);
    await haveAllHappen(person);
    await app.api('POST Integration/TestWebhook', { query: { id } }, person);
    await vi.waitUntil(() => receiver.received.length === Object.keys(webhookExamples).length, { timeout: 10_000 });
    await receiver.close();
    const received = receiver.received.map(({ event, body }) => [event, shapeOf(JSON.parse(body))]);
    expect(Object.fromEntries(received)).toEqual(shapeOf(webhookExamples));
    for (const example of Object.values(webhookExamples)) expect(guide).toContain(JSON.stringify(example, null, 2));
  });

  it('has the same receivers and retry pauses as the product', () => {
    expect(guide).toContain(`\`\`\`js\n${nodeReceiver}\`\`\``);
    expect(guide).toContain(`\`\`\`python\n${pythonReceiver}\`\`\``);
    const hour = 3_600;
    expect(retryPauses).toEqual([10, 60, 5 * 60, 30 * 60, 2 * hour, 6 * hour, 12 * hour]);
    expect(guide).toContain('after 10 seconds, 1, 5 and 30 minutes, 2, 6 and 12 hours: eight attempts within 21 hours');
    expect([mostFailures, guide.includes('Ten failures in a row')]).toEqual([10, true]);
  });
});

/** Starts a receiver of the guide for the running test and returns its address once it listens. */
async function startReceiver(command: readonly string[], text: string, secret: string) {
  const [program = '', file = ''] = command;
  await writeFile(join(folder, file), text);
  const child: ChildProcessByStdio<null, Readable, Readable> = spawn(program, [file], {
    cwd: folder,
    env: { ...process.env, WEBHOOK_SECRET: secret, PORT: '0', PYTHONIOENCODING: 'utf-8' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const said: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => void said.push(String(piece)));
  const port = () => /port (\d+)/.exec(said.join(''))?.[1];
  await vi.waitUntil(port, { timeout: 20_000 });
  return { url: `http://127.0.0.1:${port()}/`, output: () => said.join('') };
}

const hasPython = spawnSync('python3', ['--version']).status === 0;

const receivers = [
  { command: [process.execPath, 'receiver.mjs'], text: nodeReceiver },
  ...(hasPython ? [{ command: ['python3', 'receiver.py'], text: pythonReceiver }] : []),
];

/** A secret of an earlier version. */
const earlierSecret = 'whsec_-_8rQm3vN1xkY0aZ5tWbE7cUoJdHs2iLgPfRyTnM6qA';

describe.each(receivers)('the receiver $command', ({ command, text }) => {
  it.each([null, earlierSecret])('accepts a delivery once and refuses unsigned ones', async (earlier) => {
    const person = await signIn(app.db, testSecrets.jwt);
    const { id, secret: given } = await makeWebhook(app, person, 'http://127.0.0.1:1/', ['donation.paid']);
    const secret = earlier ?? given;
    const sealed = webhookSecretSealer(testSecrets.jwt).seal(secret);
    await app.db.pool.query('update webhook set secret_sealed = $2 where id = $1', [id, sealed]);
    const receiver = await startReceiver(command, text, secret);
    const body = { id, url: receiver.url, events: ['donation.paid'], isOn: true };
    expect((await app.api('PUT Integration/Webhook', { body }, person)).status).toBe(200);
    await givePaidTo(app, person, { name: 'Анна' });
    const sent = async () => (await readWebhookLog(app, person, id)).items[0];
    await vi.waitUntil(async () => (await sent())?.state === 'delivered', { timeout: 15_000 });
    expect(await sent()).toMatchObject({ lastStatus: 204 });
    await app.api('POST Integration/Redeliver', { query: { id: (await sent())?.id } }, person);
    await vi.waitUntil(async () => (await sent())?.state === 'delivered', { timeout: 15_000 });
    const headers = { 'webhook-id': 'x', 'webhook-timestamp': String(Math.floor(Date.now() / 1_000)) };
    const forged = { ...headers, 'webhook-signature': 'v1,AAAA' };
    expect((await fetch(receiver.url, { method: 'POST', body: '{}', headers: forged })).status).toBe(401);
    expect((await fetch(receiver.url, { method: 'POST', body: '{}' })).status).toBe(401);
    expect(receiver.output().match(/donation\.paid/g)).toHaveLength(1);
    expect(receiver.output()).toContain('Анна');
  });
});
