import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { alertOf, forever, stage } from '#test/support/alert-stage.ts';
import type { PlayerParts } from './alert-player.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('alerts are played one after another, and the sound waits for the server', async () => {
  const { player, log } = stage(['Анна', 'Борис']);
  player.wake();
  player.wake();
  await vi.advanceTimersByTimeAsync(4_999);
  expect(log).toEqual(['Анна playing', 'Анна seen', 'Анна heard']);
  await vi.advanceTimersByTimeAsync(6_000);
  expect(log.slice(3)).toEqual([
    'gone',
    'Анна shown',
    'Борис playing',
    'Борис seen',
    'Борис heard',
    'gone',
    'Борис shown',
  ]);
});

for (const [what, broken] of Object.entries<Partial<PlayerParts>>({
  'sound that hangs': { sound: forever },
  'voice that hangs': { voice: forever },
  'picture that hangs': { prepare: forever },
  'animation that hangs': { hide: forever },
  'sound that fails': { sound: () => Promise.reject(new Error('no device')) },
  'voice that throws': {
    voice: () => {
      throw new Error('no voices');
    },
  },
  'screen that throws': {
    show: () => {
      throw new Error('broken');
    },
  },
})) {
  test(`a ${what} does not hold up the next alert by more than 15 s`, async () => {
    const { player, log } = stage(['Анна', 'Борис'], broken);
    player.wake();
    await vi.advanceTimersByTimeAsync(5_000 + 15_000);
    expect(log).toContain('Анна shown');
    expect(log).toContain('Борис playing');
  });
}

test('sound and voice that both hang let the next alert play within their limits', async () => {
  const { player, log } = stage(['Анна', 'Борис'], { sound: forever, voice: forever });
  player.wake();
  await vi.advanceTimersByTimeAsync(23_100);
  expect(log).toContain('Борис playing');
});

test('an unanswered request for the next alert is repeated without a notification', async () => {
  let asked = 0;
  const { player, log } = stage([], {
    next: async () => {
      asked += 1;
      if (asked < 3) throw new Error('no network');
      return asked === 3 ? alertOf('Анна') : null;
    },
  });
  player.wake();
  await vi.advanceTimersByTimeAsync(3_500);
  expect(log).toContain('Анна heard');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toBe(4);
});

test('an alert that is lost before it starts is neither seen nor heard', async () => {
  const { player, log } = stage(['Анна'], { report: async () => 'lost' });
  player.wake();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(log).toEqual([]);
});

test('nothing is played without an answer of the server', async () => {
  const { player, log } = stage(['Анна'], { report: () => Promise.reject(new Error('no network')) });
  player.wake();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(log).toEqual([]);
});

test('the end of an alert is reported as soon as the server is back, before the next alert', async () => {
  let isAway = false;
  const { player, log } = stage(['Анна', 'Борис'], {
    report: async ({ alertId }, state) => {
      if (isAway) throw new Error('no network');
      log.push(`${alertId} ${state}`);
      return 'taken';
    },
  });
  player.wake();
  await vi.advanceTimersByTimeAsync(1_000);
  isAway = true;
  await vi.advanceTimersByTimeAsync(20_000);
  expect(log).not.toContain('Анна shown');
  isAway = false;
  await vi.advanceTimersByTimeAsync(1_500);
  expect(log.slice(-4)).toEqual(['Анна shown', 'Борис playing', 'Борис seen', 'Борис heard']);
});

test('a skipped alert is taken off at once and not reported as shown', async () => {
  const { player, log } = stage(['Анна', 'Борис']);
  player.wake();
  await vi.advanceTimersByTimeAsync(1_000);
  player.skip('Борис');
  player.skip('Анна');
  await vi.advanceTimersByTimeAsync(10);
  expect(log).toEqual([
    'Анна playing',
    'Анна seen',
    'Анна heard',
    'gone',
    'Борис playing',
    'Борис seen',
    'Борис heard',
  ]);
});

test('after a reload during an alert the rest is shown without its sound', async () => {
  const { player, log } = stage([], {}, { alert: alertOf('Анна'), played: 3_000, isOver: false });
  player.wake();
  await vi.advanceTimersByTimeAsync(1_900);
  expect(log).toEqual(['Анна playing', 'Анна goes on']);
  await vi.advanceTimersByTimeAsync(200);
  expect(log).toEqual(['Анна playing', 'Анна goes on', 'gone', 'Анна shown']);
});

test('a reload in the first moment is silent too: the sound may have started', async () => {
  const { player, log } = stage([], {}, { alert: alertOf('Анна'), played: 0, isOver: false });
  player.wake();
  await vi.advanceTimersByTimeAsync(6_000);
  expect(log).toEqual(['Анна playing', 'Анна goes on', 'gone', 'Анна shown']);
});

test('after a reload that took too long the alert is left to the creator', async () => {
  const entry = { alert: alertOf('Анна'), played: 3_000, isOver: false };
  const { player, log, journal } = stage([], { report: async () => 'lost' }, entry);
  player.wake();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(log).toEqual([]);
  expect(journal.entry).toBeNull();
});

test('a page reloaded at the very end only reports that the alert was shown', async () => {
  const { player, log } = stage([], {}, { alert: alertOf('Анна'), played: 0, isOver: true });
  player.wake();
  await vi.advanceTimersByTimeAsync(100);
  expect(log).toEqual(['Анна shown']);
});

test('a page reloaded during its report of the start loads and plays the whole alert', async () => {
  const first = stage(['Анна'], { report: forever });
  first.player.wake();
  await vi.advanceTimersByTimeAsync(100);
  first.player.close();
  expect(first.journal.entry).toMatchObject({ alert: { name: 'Анна' }, played: null, isOver: false });
  const prepare = vi.fn(async () => undefined);
  const { player, log, journal } = stage([], { prepare }, first.journal.entry);
  player.wake();
  await vi.advanceTimersByTimeAsync(6_000);
  expect(prepare).toHaveBeenCalledOnce();
  expect(log).toEqual(['Анна playing', 'Анна seen', 'Анна heard', 'gone', 'Анна shown']);
  expect(journal.entry).toBeNull();
});

test('an alert whose lease is lost is removed from the journal', async () => {
  const { player, journal } = stage(['Анна'], { report: async () => 'lost' });
  player.wake();
  await vi.advanceTimersByTimeAsync(100);
  expect(journal.entry).toBeNull();
});
