import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { openEventTape } from '#test/support/event-tape.ts';
import { signIn } from '#test/support/sign-in.ts';
import { startApp, testSecrets } from '#test/support/start-app.ts';

const app = await startApp();
afterAll(() => app.close());
const creator = await signIn(app.db, testSecrets.jwt);
const { body } = await app.api('GET Widget/Settings', {}, creator);
const { key } = z.object({ data: z.object({ key: z.string() }) }).parse(body).data;

const alertId = '01890000-0000-7000-8000-000000000000';
const bodies = {
  'POST Widget/Next': { source: 'a', isVisible: true },
  'POST Widget/Report': { source: 'a', alertId, state: 'shown' },
  'POST Widget/Health': { source: 'a', audio: 'ok', isVisible: true },
} as const;

test('a key that is not a string is 401, also the right key in a list', async () => {
  const wrong: unknown[] = [
    { toString: 'x', valueOf: 'x' },
    { toString: null },
    [key],
    [[key]],
    { key },
    0,
    true,
    null,
    '',
    `${key} `,
  ];
  for (const call of ['POST Widget/Next', 'POST Widget/Report', 'POST Widget/Health'] as const) {
    for (const sent of wrong) {
      const { status } = await app.api(call, { body: { key: sent, ...bodies[call] } });
      expect([call, sent, status]).toEqual([call, sent, 401]);
    }
    const inAddress = await app.api(call, { query: { key }, body: bodies[call] });
    expect([call, inAddress.status]).toEqual([call, 401]);
  }
  expect((await app.api('POST Widget/Next', { body: { key, ...bodies['POST Widget/Next'] } })).status).toBe(200);
});

test('a pause that names an alert is refused and sent to no page', async () => {
  const tape = await openEventTape(`${app.url}/api/Widget/Events?key=${key}&source=a`);
  for (const action of ['pause', 'resume']) {
    const { status, body } = await app.api('POST Widget/Control', { body: { action, alertId } }, creator);
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: { code: 'ValidationFailed', fields: { alertId: /./ } } });
  }
  const { body } = await app.api('POST Widget/Control', { body: { action: 'pause' } }, creator);
  expect(body).toMatchObject({ data: { isPaused: true } });
  await expect.poll(() => tape.events.find(({ event }) => event === 'control')).toBeDefined();
  expect(JSON.stringify(tape.events)).not.toContain(alertId);
  tape.close();
});

test('a page that resumes before two key rotations is not disconnected by the first', async () => {
  const person = await signIn(app.db, testSecrets.jwt);
  await app.api('POST Widget/RotateKey', {}, person);
  const { body } = await app.api('POST Widget/RotateKey', {}, person);
  const { data } = z.object({ data: z.object({ key: z.string() }) }).parse(body);
  const tape = await openEventTape(`${app.url}/api/Widget/Events?key=${data.key}`, { 'last-event-id': '0' });
  await app.api('POST Widget/Test', {}, person);
  await expect.poll(() => tape.events.map(({ event }) => event)).toEqual(['settings', 'queue', 'queue']);
  expect(tape.isEnded).toBe(false);
  tape.close();
});
