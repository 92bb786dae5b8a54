import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { afterAll, expect, it, onTestFinished, vi } from 'vitest';
import { type SignedIn, signIn } from '#test/support/sign-in.ts';
import { startApp, testSecrets } from '#test/support/start-app.ts';
import { givePaidTo, makeToken, openReceiver } from '#test/support/tool-fixture.ts';
import { mostEventStreams, webhookEvents } from '../scopes.ts';
import { socketSample, sourceSample, toolBridge } from './event-stream-samples.ts';

const guide = await readFile(join(import.meta.dirname, '../../../docs/event-stream.md'), 'utf8');
const app = await startApp({ env: { LIMITS: 'off' } });
afterAll(() => app.close());

it('shows the samples of the product, all events and the limit', () => {
  for (const sample of [sourceSample, socketSample, toolBridge]) expect(guide).toContain(`\`\`\`js\n${sample}\`\`\``);
  for (const event of webhookEvents) expect(guide).toContain(`\`${event}\``);
  expect(guide).toContain(`more than ${mostEventStreams} connections of a key`);
});

/** Starts the script in its folder; it ends with the test. */
async function startScript(folder: string, text: string, env: Readonly<Record<string, string>>) {
  await writeFile(join(folder, 'script.mjs'), text);
  const child: ChildProcessByStdio<null, Readable, Readable> = spawn(process.execPath, ['script.mjs'], {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => void said.push(String(piece)));
  const end = async () => {
    child.kill('SIGKILL');
    await once(child, 'close');
  };
  onTestFinished(() => void child.kill('SIGKILL'));
  return { said: () => said.join(''), end };
}

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'opora-bridge-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function newOwner(): Promise<{ person: SignedIn; token: string }> {
  const person = await signIn(app.db, testSecrets.jwt);
  return { person, token: await makeToken(app, person, ['events']) };
}

const until = (check: () => unknown) => vi.waitUntil(check, { timeout: 20_000 });

it('the script tells a tool of each donation, also of those that came while it was away', async () => {
  const { person, token } = await newOwner();
  const tool = await openReceiver();
  onTestFinished(() => tool.close());
  const { origin } = new URL(tool.address);
  const folder = await newFolder();
  const env = {
    OPORA_URL: app.url,
    OPORA_KEY: token,
    FIREBOT_LIST: 'list',
    FIREBOT_URL: origin,
    MIXITUP_COMMAND: 'command',
    MIXITUP_URL: origin,
  };
  const first = await startScript(folder, toolBridge, env);
  await until(() => first.said().includes('connected'));
  tool.answers.push(500);
  await givePaidTo(app, person, { name: 'Анна', message: 'Раз' });
  await until(() => tool.received.length === 3);
  await vi.waitUntil(
    async () => (await readFile(join(folder, 'opora-last-event.txt'), 'utf8').catch(() => '')) === '1',
  );
  await first.end();
  await givePaidTo(app, person, { isAnonymous: true, message: null });
  await startScript(folder, toolBridge, env);
  await until(() => tool.received.length === 5);
  const bodies = tool.received.map(({ body }) => JSON.parse(body));
  const anna = { name: 'Анна', amount: '10000', message: 'Раз' };
  const nobody = { name: 'Anonymous', amount: '10000', message: '' };
  expect(bodies).toEqual([
    { username: 'Анна', args: anna },
    { username: 'Анна', args: anna },
    expect.objectContaining({
      Platform: 'Twitch',
      SpecialIdentifiers: { oporaname: 'Анна', oporaamount: '10000', oporamessage: 'Раз' },
    }),
    { username: 'Anonymous', args: nobody },
    expect.objectContaining({
      SpecialIdentifiers: { oporaname: 'Anonymous', oporaamount: '10000', oporamessage: '' },
    }),
  ]);
});

it('the sample of EventSource goes on after an error page', async () => {
  const { person, token } = await newOwner();
  let asked = 0;
  const starting = createServer(({ url = '' }, response) => {
    asked += 1;
    response.writeHead(asked === 1 ? 502 : 307, { location: `${app.url}${url}` }).end();
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void starting.close());
  await once(starting, 'listening');
  const at = starting.address();
  const address = `http://127.0.0.1:${typeof at === 'object' && at !== null ? at.port : 0}`;
  const text = sourceSample
    .replace(
      "// In Node first: import { EventSource } from 'eventsource'",
      `import { EventSource } from '${import.meta.resolve('eventsource')}'`,
    )
    .replace('https://example.org', address)
    .replace('opora_…', token);
  const script = await startScript(await newFolder(), text, {});
  const isHeard = async () => {
    await givePaidTo(app, person);
    return script.said().includes('Анна 10000 UZS');
  };
  await vi.waitUntil(isHeard, { timeout: 20_000, interval: 500 });
  expect(asked).toBeGreaterThan(1);
});

it('the sample of a web socket prints what happens', async () => {
  const { person, token } = await newOwner();
  const text = socketSample.replace('wss://example.org', app.url.replace('http', 'ws')).replace('opora_…', token);
  const script = await startScript(await newFolder(), text, {});
  const isHeard = async () => {
    await givePaidTo(app, person);
    return script.said().includes('donation.paid');
  };
  await vi.waitUntil(isHeard, { timeout: 20_000 });
});
