import { io, type Socket } from 'socket.io-client';
import { afterAll, expect, it, vi } from 'vitest';
import { signIn } from '#test/support/sign-in.ts';
import { dataOf, startApp, testSecrets } from '#test/support/start-app.ts';
import { givePaidTo, makeToken } from '#test/support/tool-fixture.ts';
import { mostSockets } from '../scopes.ts';

const app = await startApp({ env: { LIMITS: 'off' } });
afterAll(() => app.close());

it('the bots of a key ask the database together, however often its owner changes keys', async () => {
  const person = await signIn(app.db, testSecrets.jwt);
  const scopes = ['oauth-donation-index'];
  const token = await makeToken(app, person, scopes);
  const query = { token };
  const bots: Socket[] = Array.from({ length: mostSockets }, () =>
    io(app.url, { query, transports: ['websocket'], reconnection: false, forceNew: true }),
  );
  const got: unknown[] = [];
  for (const bot of bots) bot.on('event', ({ event_id: payId }) => got.push(payId));
  await vi.waitUntil(() => bots.every(({ connected }) => connected), { timeout: 30_000 });
  // A bot that gets a donation has taken the steps that follow its connection.
  const first = await givePaidTo(app, person);
  await vi.waitUntil(() => got.length === bots.length, { timeout: 30_000 });
  const runs = vi.spyOn(app.db, 'run');
  const changes = 30;
  for (let at = 0; at < changes; at += 1) {
    const body = { name: 'x', scopes };
    const made = dataOf(await app.api('POST Integration/CreateToken', { body }, person));
    await app.api('DELETE Integration/Token', { query: { id: made.id } }, person);
  }
  const last = await givePaidTo(app, person);
  await vi.waitUntil(() => got.length === 2 * bots.length, { timeout: 30_000 });
  const asked = (part: string) => runs.mock.calls.filter(([{ text }]) => text.includes(part)).length;
  const checks = asked('update access_token');
  const reads = asked('d.number > $2');
  runs.mockRestore();
  for (const bot of bots) bot.close();
  expect(got).toEqual([...bots.map(() => first), ...bots.map(() => last)]);
  expect(checks).toBeGreaterThan(0);
  expect(checks).toBeLessThanOrEqual(changes);
  expect(reads).toBeLessThan(bots.length);
});
