import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Produced } from './made-answer.server.ts';
import { PageCache } from './page-cache.server.ts';

const page = (text: string, isCacheable = true, status = 200): Produced => ({
  status,
  headers: [['Content-Type', 'text/plain']],
  body: Buffer.from(text),
  isCacheable,
});

/** A maker of an answer that is made of these. */
const tagged =
  (text: string, ...tags: string[]) =>
  async (tag: (...tags: string[]) => void) => {
    tag(...tags);
    return page(text);
  };

/** A making that the test lets finish when it wants. */
function held(text: string, tags: string[] = []) {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let times = 0;
  return {
    finish: resolve,
    fail: reject,
    times: () => times,
    produce: async (tag: (...tags: string[]) => void) => {
      times += 1;
      tag(...tags);
      await promise;
      return page(text);
    },
  };
}

afterEach(() => vi.useRealTimers());

function clock() {
  let at = 1_000_000;
  return { now: () => at, pass: (milliseconds: number) => (at += milliseconds) };
}

describe('cached guest answers', () => {
  test('50 simultaneous requests make one answer', async () => {
    const cache = new PageCache();
    const making = held('one');
    const answers = Array.from({ length: 50 }, () => cache.get('key', making.produce));
    making.finish();
    const bodies = new Set((await Promise.all(answers)).map((answer) => answer.plain.toString()));
    expect(bodies).toEqual(new Set(['one']));
    expect(making.times()).toBe(1);
  });

  test('an answer is fresh, then stale and renewed behind the visitor, then gone', async () => {
    const time = clock();
    const cache = new PageCache({ now: time.now });
    let made = 0;
    const ask = async () => (await cache.get('key', async () => page(`version ${++made}`))).plain.toString();
    expect(await ask()).toBe('version 1');
    time.pass(4_999);
    expect(await ask()).toBe('version 1');
    expect(made).toBe(1);
    time.pass(10);
    expect(cache.peek('key')?.stale).toBe(true);
    expect(await ask()).toBe('version 1');
    await expect.poll(() => cache.peek('key')?.answer.plain.toString()).toBe('version 2');
    time.pass(35_001);
    expect(cache.peek('key')).toBeUndefined();
    expect(await ask()).toBe('version 3');
  });

  test('a drop by tag takes what is made of it at once and leaves the rest', async () => {
    const cache = new PageCache();
    await cache.get('a', tagged('a', 'creator:1', 'creators'));
    await cache.get('b', tagged('b', 'creator:2', 'creators'));
    cache.drop(['creator:1']);
    expect(cache.peek('a')).toBeUndefined();
    expect(cache.peek('b')).toBeDefined();
    cache.drop(['creators']);
    expect(cache.size).toEqual({ entries: 0, bytes: 0 });
  });

  test('an answer invalidated during its production is not cached, and later callers do not join it', async () => {
    const cache = new PageCache();
    const old = held('old', ['creator:1']);
    const first = cache.get('key', old.produce);
    cache.drop(['creator:1']);
    const fresh = held('new', ['creator:1']);
    const second = cache.get('key', fresh.produce);
    fresh.finish();
    expect((await second).plain.toString()).toBe('new');
    old.finish();
    expect((await first).plain.toString()).toBe('old');
    expect(cache.peek('key')?.answer.plain.toString()).toBe('new');
  });

  test('a tag added after its invalidation still prevents caching', async () => {
    const cache = new PageCache();
    const gate = Promise.withResolvers<void>();
    const making = cache.get('key', async (tag) => {
      await gate.promise;
      tag('creator:1');
      return page('read before the drop');
    });
    cache.drop(['creator:1']);
    gate.resolve();
    await making;
    expect(cache.peek('key')).toBeUndefined();
  });

  test('failures, server errors and uncacheable answers are not cached; a failure reaches all waiting callers', async () => {
    const cache = new PageCache();
    const making = held('never');
    const waiting = [cache.get('key', making.produce), cache.get('key', making.produce)];
    making.fail();
    expect((await Promise.allSettled(waiting)).map((result) => result.status)).toEqual(['rejected', 'rejected']);
    await cache.get('private', async () => page('x', false));
    await cache.get('broken', async () => page('x', true, 500));
    expect(cache.size.entries).toBe(0);
    expect((await cache.get('key', async () => page('again'))).plain.toString()).toBe('again');
  });

  test('memory is bounded: the least recently used go first', async () => {
    const time = clock();
    const cache = new PageCache({ maxBytes: 100_000, freshMilliseconds: 1_000_000, now: time.now });
    for (let at = 0; at < 100; at += 1) {
      await cache.get(`key ${at}`, async () => page(`${at} ${'я'.repeat(150)}`));
      time.pass(1_001);
      cache.peek('key 0');
    }
    expect(cache.size.bytes).toBeLessThanOrEqual(100_000);
    expect(cache.size.entries).toBeGreaterThan(10);
    expect(cache.peek('key 0')).toBeDefined();
    expect(cache.peek('key 1')).toBeUndefined();
    expect(cache.peek('key 99')).toBeDefined();
    await cache.get('huge', async () => page('x'.repeat(20_000)));
    expect(cache.peek('huge')).toBeUndefined();
  });

  test('switched off, each request makes its own answer', async () => {
    const cache = new PageCache();
    cache.setEnabled(false);
    let made = 0;
    const ask = () => cache.get('key', async () => page(String(++made)));
    await Promise.all([ask(), ask()]);
    expect(made).toBe(2);
    expect(cache.size.entries).toBe(0);
  });

  test('while the database is away the last answer is sent for at most an hour, until the cache is enabled again', async () => {
    const time = clock();
    const cache = new PageCache({ now: time.now });
    const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    const fail = (error: Error) => cache.get('key', () => Promise.reject(error));
    await cache.get('key', tagged('before', 'creator:1'));
    cache.setEnabled(false);
    expect(cache.peek('key')).toBeUndefined();
    expect((await fail(away)).plain.toString()).toBe('before');
    await expect(fail(new Error('our own fault'))).rejects.toThrow('our own fault');
    time.pass(3_600_001);
    await expect(fail(away)).rejects.toBe(away);
    cache.setEnabled(true);
    expect(cache.size.entries).toBe(0);
    await cache.get('key', tagged('after', 'creator:1'));
    time.pass(60_000);
    expect((await fail(away)).plain.toString()).toBe('after');
    cache.drop(['creator:1']);
    await expect(fail(away)).rejects.toBe(away);
  });

  test('dropAll during a production prevents caching', async () => {
    const cache = new PageCache();
    const making = held('old');
    const asked = cache.get('key', making.produce);
    cache.dropAll();
    making.finish();
    await asked;
    expect(cache.peek('key')).toBeUndefined();
  });
});

test('an old answer is sent with its age where a new one takes too long, and a fresh one without', async () => {
  const time = clock();
  const cache = new PageCache({ now: time.now, patienceMilliseconds: 20 });
  const fresh = await cache.get('key', tagged('before', 'creator:1'));
  time.pass(60_000);
  const making = held('after');
  const old = await cache.get('key', making.produce);
  expect([old.plain.toString(), fresh.headers.length]).toEqual(['before', old.headers.length - 2]);
  expect(old.headers.slice(-2)).toEqual([
    ['Age', '60'],
    ['Warning', '110 - "Response is Stale"'],
  ]);
  making.finish();
  await expect.poll(() => cache.peek('key')?.answer.plain.toString()).toBe('after');
});

test('without the listener an old answer is sent only if the database is silent, however long a new one takes', async () => {
  let isSilent = false;
  let asked = 0;
  const isDatabaseSilent = async () => {
    asked += 1;
    return isSilent;
  };
  const cache = new PageCache({ patienceMilliseconds: 5, isDatabaseSilent });
  await cache.get('key', tagged('before', 'creator:1'));
  cache.setEnabled(false);
  const slow = held('after');
  const answer = cache.get('key', slow.produce);
  await expect.poll(() => asked).toBe(1);
  slow.finish();
  expect((await answer).plain.toString()).toBe('after');
  isSilent = true;
  const never = held('never');
  expect((await cache.get('key', never.produce)).plain.toString()).toBe('before');
  never.finish();
});

test('an answer that lacks something new is sent only while the database is away', async () => {
  const cache = new PageCache({ patienceMilliseconds: 5 });
  const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  await cache.get('key', tagged('before', 'project:1'));
  cache.drop(['project:1'], true);
  expect(cache.peek('key')).toBeUndefined();
  expect((await cache.get('key', () => Promise.reject(away))).plain.toString()).toBe('before');
  const making = held('after');
  vi.useFakeTimers();
  const answer = cache.get('key', making.produce);
  await vi.advanceTimersByTimeAsync(60_000);
  vi.useRealTimers();
  making.finish();
  expect((await answer).plain.toString()).toBe('after');
});
