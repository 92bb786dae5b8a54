import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { alertOf, forever, stage } from '#test/alert-stage.ts';
import type { PlayerParts } from './alert-player.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

/** A page of one alert that has been playing for a second; `spoken` tells of its voice. */
async function playing(broken: Partial<PlayerParts> = {}) {
  const spoken: string[] = [];
  const page = stage(['Анна', 'Борис'], { voice: async (alert) => void spoken.push(`${alert.name}`), ...broken });
  page.player.ring();
  await pass(1_000);
  return { ...page, spoken };
}

describe('a page that is rung', () => {
  test('begins no second alert while the first one is on the screen', async () => {
    const { player, log } = await playing();
    player.ring();
    await pass(3_000);
    expect(log).toEqual(['Анна playing', 'Анна seen', 'Анна heard']);
  });

  test('asks again after it had nothing left', async () => {
    const { player, log, waiting } = stage([]);
    player.ring();
    await pass(1_000);
    waiting.push(alertOf('Вера'));
    await pass(60_000);
    expect(log).toEqual([]);
    player.ring();
    await pass(1_000);
    expect(log).toEqual(['Вера playing', 'Вера seen', 'Вера heard']);
  });

  test('asks a server that is away a few times in a quarter of a minute, and no more', async () => {
    const next = vi.fn(() => Promise.reject(new Error('no network')));
    const { player } = stage([], { next });
    player.ring();
    await pass(15_000);
    expect(next.mock.calls.length).toBeGreaterThan(5);
    expect(next.mock.calls.length).toBeLessThan(20);
  });
});

describe('before an alert is seen', () => {
  test('its picture is loaded, and told to stop where it takes too long', async () => {
    const told: AbortSignal[] = [];
    const { player, log } = stage(['Анна'], {
      prepare: (_, signal) => {
        told.push(signal);
        return forever();
      },
    });
    player.ring();
    await pass(1_000);
    expect([log, told.map(({ aborted }) => aborted)]).toEqual([[], [false]]);
    await pass(1_500);
    expect([log[0], told.map(({ aborted }) => aborted)]).toEqual(['Анна playing', [true]]);
  });

  test.each([
    ['refuses to answer', () => Promise.reject(new Error('no network'))],
    ['hangs', forever],
  ])('a server that %s is told for seven seconds, then the next alert is asked for', async (_, report) => {
    const next = vi.fn(async () => alertOf('Анна'));
    const { player } = stage([], { next, report });
    player.ring();
    await pass(6_500);
    expect(next).toHaveBeenCalledTimes(1);
    await pass(1_500);
    expect(next).toHaveBeenCalledTimes(2);
  });
});

test('a report that hangs is sent again after four seconds', async () => {
  const report = vi.fn<PlayerParts['report']>(forever).mockImplementationOnce(forever).mockResolvedValueOnce('taken');
  const { player, log } = stage(['Анна'], { report });
  player.ring();
  await pass(5_000);
  expect(log).toEqual(['Анна seen', 'Анна heard']);
});

describe('the voice', () => {
  test('speaks when the sound is over', async () => {
    const { spoken } = await playing();
    expect(spoken).toEqual(['Анна']);
  });

  test('is not heard of what is skipped before it begins', async () => {
    const { player, spoken } = await playing({ sound: forever });
    player.skip('Анна');
    await pass(30_000);
    expect(spoken).not.toContain('Анна');
  });
});

describe('what the creator skips', () => {
  test('is that alert alone: another one plays on', async () => {
    const { player, log } = await playing();
    player.skip('Борис');
    await pass(3_500);
    expect(log).toEqual(['Анна playing', 'Анна seen', 'Анна heard']);
    await pass(1_000);
    expect(log).toContain('Анна shown');
  });

  test('may be on no screen at all', () => {
    expect(() => stage([]).player.skip('Анна')).not.toThrow();
  });

  test('is forgotten: a reload does not show it again', async () => {
    const { player, kept } = await playing({
      next: vi.fn<PlayerParts['next']>(async () => null).mockResolvedValueOnce(alertOf('Анна')),
    });
    player.skip('Анна');
    await pass(1_000);
    expect(kept.entry).toBeNull();
  });
});

describe('a page that closes', () => {
  test('takes its alert off, leaves it to the next page and asks for no other', async () => {
    const { player, log, kept } = await playing();
    player.close();
    await pass(10_000);
    expect(log).toEqual(['Анна playing', 'Анна seen', 'Анна heard', 'gone']);
    expect(kept.entry).toMatchObject({ alert: { name: 'Анна' }, isOver: false });
    player.ring();
    await pass(10_000);
    expect(log).toHaveLength(4);
  });

  test('that had nothing to show asks for nothing any more', async () => {
    const { player, log, waiting } = stage([]);
    player.close();
    waiting.push(alertOf('Анна'));
    player.ring();
    await pass(10_000);
    expect(log).toEqual([]);
  });

  test('while the server is told of the beginning leaves the alert to the next page', async () => {
    const { player, kept } = stage(['Анна'], { report: forever });
    player.ring();
    await pass(100);
    player.close();
    await pass(10_000);
    expect(kept.entry).toMatchObject({ alert: { name: 'Анна' }, played: null });
  });
});

describe('what a page keeps for its next life', () => {
  test('is how long the alert has been seen, from its first moment to its last', async () => {
    const { player, kept } = stage(['Анна']);
    const seen: (number | null | undefined)[] = [];
    player.ring();
    for (const wait of [10, 1_000, 3_000]) {
      await pass(wait);
      expect(kept.entry).toMatchObject({ alert: { name: 'Анна' }, isOver: false });
      seen.push(kept.entry?.played);
    }
    expect(seen).toEqual([0, 800, 4_000]);
    await pass(5_000);
    expect(kept.entry).toBeNull();
  });

  test('goes on from where the life before it ended', async () => {
    const { player, kept } = stage([], {}, { alert: alertOf('Анна'), played: 3_000, isOver: false });
    player.ring();
    await pass(10);
    expect(kept.entry).toMatchObject({ played: 3_000 });
    await pass(1_000);
    expect(kept.entry).toMatchObject({ played: 3_800 });
  });

  test('is that the alert is over, until the server knows it', async () => {
    const { player, kept } = stage(['Анна'], {
      report: (_, state) => (state === 'playing' ? Promise.resolve('taken') : forever()),
    });
    player.ring();
    await pass(20_000);
    expect(kept.entry).toMatchObject({ alert: { name: 'Анна' }, isOver: true });
    await pass(60_000);
    expect(kept.entry).toBeNull();
  });
});
