import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type EventTape, openEventTape } from '#test/support/event-tape.ts';
import { type SignedIn, signIn } from '#test/support/sign-in.ts';
import { startApp, testSecrets } from '#test/support/start-app.ts';

const most = 50;

let creator: SignedIn;
let key: string;
let tapes: EventTape[];

const app = await startApp();
afterAll(() => app.close());
beforeEach(async () => {
  creator = await signIn(app.db, testSecrets.jwt);
  key = await keyOf(creator);
  tapes = [];
});
afterEach(() => {
  for (const tape of tapes) tape.close();
});

async function keyOf(person: SignedIn): Promise<string> {
  const { body } = await app.api('GET Widget/Settings', {}, person);
  return z.object({ data: z.object({ key: z.string() }) }).parse(body).data.key;
}

async function open(source: string | null, of = key): Promise<EventTape> {
  const named = source === null ? '' : `&source=${source}`;
  const tape = await openEventTape(`${app.url}/api/Widget/Events?key=${of}${named}`);
  tapes.push(tape);
  return tape;
}

const opened = (count: number, from = 0) =>
  Promise.all(Array.from({ length: count }, (_, at) => open(`page-${from + at}`)));

async function breakAfter(turns: number, broken: AbortController): Promise<void> {
  for (let turned = 0; turned < turns; turned += 1) await turn();
  broken.abort();
}

const health = (source: string) =>
  app.api('POST Widget/Health', { body: { key, source, audio: 'ok', isVisible: true } });
const next = (source: string) => app.api('POST Widget/Next', { body: { key, source, isVisible: true } });

const view = z.object({
  data: z.object({
    isCrowded: z.boolean(),
    sources: z.array(z.object({ source: z.string(), isConnected: z.boolean() })),
  }),
});
const queue = async () => view.parse((await app.api('GET Widget/Queue', {}, creator)).body).data;

describe('streams of one key', () => {
  test('are limited to fifty per process, however many open at once, and the owner sees it', async () => {
    expect((await queue()).isCrowded).toBe(false);
    const all = await opened(3 * most);
    expect(all.filter(({ status }) => status === 200)).toHaveLength(most);
    expect(all.filter(({ status }) => status === 429)).toHaveLength(2 * most);
    expect((await queue()).isCrowded).toBe(true);
  });

  test('are refused with the reason, unlike those of another key, until one closes', async () => {
    const [first] = await opened(most);
    const refused = await fetch(`${app.url}/api/Widget/Events?key=${key}&source=new`);
    expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([429, expect.any(Number)]);
    expect(await refused.json()).toMatchObject({ error: { code: 'TooManyRequests', message: /слишком много/ } });
    expect((await open('new', await keyOf(await signIn(app.db, testSecrets.jwt)))).status).toBe(200);
    first?.close();
    await expect.poll(async () => (await open(null)).status, { timeout: 10_000 }).toBe(200);
  });

  test('that break off while opening release their slots', async () => {
    for (let round = 0; round < 4; round += 1) {
      const breaking = Array.from({ length: most }, (_, at) => {
        const broken = new AbortController();
        const answer = fetch(`${app.url}/api/Widget/Events?key=${key}&source=broken-${at}`, { signal: broken.signal });
        void breakAfter(at % 12, broken);
        return answer;
      });
      await Promise.allSettled(breaking);
    }
    await expect
      .poll(
        async () => {
          for (const tape of tapes.splice(0)) tape.close();
          return (await opened(most)).filter(({ status }) => status === 200).length;
        },
        { timeout: 20_000, interval: 500 },
      )
      .toBe(most);
  });

  test('give way to the same page when it reconnects, which stays connected', async () => {
    for (const source of ['page-0', 'page-1']) await health(source);
    const [first, second] = await opened(most);
    const again = await open('page-0');
    expect(again.status).toBe(200);
    await expect.poll(() => first?.isEnded, { timeout: 10_000 }).toBe(true);
    expect([again.isEnded, second?.isEnded]).toEqual([false, false]);
    second?.close();
    await expect
      .poll(async () => (await queue()).sources.find(({ source }) => source === 'page-1')?.isConnected, {
        timeout: 10_000,
      })
      .toBe(false);
    expect((await queue()).sources.find(({ source }) => source === 'page-0')?.isConnected).toBe(true);
  });
});

describe('sources of one key', () => {
  test('are limited to fifty connected ones: a new one waits for a place, known ones continue', async () => {
    for (let at = 0; at < most; at += 1) expect((await health(`page-${at}`)).status).toBe(200);
    for (const ask of [health, next]) {
      const refused = await ask('new');
      expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([429, expect.any(Number)]);
      expect(refused.body).toMatchObject({ error: { code: 'TooManyRequests', message: /слишком много/ } });
      expect((await ask('page-7')).status).toBe(200);
    }
    const { isCrowded, sources } = await queue();
    expect([isCrowded, sources.length]).toEqual([true, most]);
    await app.db.pool.query(
      `update widget_source set seen_at = now() - interval '20 seconds' where project_id = $1 and source = 'page-3'`,
      [creator.projectId],
    );
    expect((await next('new')).status).toBe(200);
    expect((await next('newer')).status).toBe(429);
  });

  test('that have disconnected leave a limited number of rows', async () => {
    const { projectId } = creator;
    for (let round = 0; round < 4; round += 1) {
      await Promise.all(Array.from({ length: most }, (_, at) => health(`page-${round}-${at}`)));
      await app.db.pool.query(
        `update widget_source set seen_at = seen_at - interval '20 seconds' where project_id = $1`,
        [projectId],
      );
    }
    await health('last');
    const { rows } = await app.db.pool.query<{ count: number }>(
      'select count(*)::integer as count from widget_source where project_id = $1',
      [projectId],
    );
    expect(rows[0]?.count).toBeLessThanOrEqual(2 * most + 1);
  });
});
