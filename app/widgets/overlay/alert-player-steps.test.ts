import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { alertOf, forever, stage } from '#test/support/alert-stage.ts';
import type { PlayerParts } from './alert-player.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

/** A page whose alert has been playing for a second; `spoken` lists what its voice read. */
async function playing(broken: Partial<PlayerParts> = {}) {
  const spoken: string[] = [];
  const page = stage(['Анна', 'Борис'], { voice: async (alert) => void spoken.push(`${alert.name}`), ...broken });
  page.player.wake();
  await pass(1_000);
  return { ...page, spoken };
}

describe('a page that is notified', () => {
  test('starts no second alert while the first one is on the screen', async () => {
    const { player, log } = await playing();
    player.wake();
    await pass(3_000);
    expect(log).toEqual(['Анна playing', 'Анна seen', 'Анна heard']);
  });

  test('asks again after nothing was left', async () => {
    const { player, log, waiting } = stage([]);
    player.wake();
    await pass(1_000);
    waiting.push(alertOf('Вера'));
    await pass(60_000);
    expect(log).toEqual([]);
    player.wake();
    await pass(1_000);
    expect(log).toEqual(['Вера playing', 'Вера seen', 'Вера heard']);
  });

  test('asks an unavailable server only a few times in 15 seconds', async () => {
    const next = vi.fn(() => Promise.reject(new Error('no network')));
    const { player } = stage([], { next });
    player.wake();
    await pass(15_000);
    expect(next.mock.calls.length).toBeGreaterThan(5);
    expect(next.mock.calls.length).toBeLessThan(20);
  });
});

describe('before an alert is seen', () => {
  test('its picture is loaded, and aborted where it takes too long', async () => {
    const signals: AbortSignal[] = [];
    const { player, log } = stage(['Анна'], {
      prepare: (_, signal) => {
        signals.push(signal);
        return forever();
      },
    });
    player.wake();
    await pass(1_000);
    expect([log, signals.map(({ aborted }) => aborted)]).toEqual([[], [false]]);
    await pass(1_500);
    expect([log[0], signals.map(({ aborted }) => aborted)]).toEqual(['Анна playing', [true]]);
  });

  test.each([
    ['refuses to answer', () => Promise.reject(new Error('no network'))],
    ['hangs', forever],
  ])(
    'the report is repeated for seven seconds to a server that %s, then the page asks for the next alert',
    async (_, report) => {
      const next = vi.fn(async () => alertOf('Анна'));
      const { player } = stage([], { next, report });
      player.wake();
      await pass(6_500);
      expect(next).toHaveBeenCalledTimes(1);
      await pass(1_500);
      expect(next).toHaveBeenCalledTimes(2);
    },
  );
});

test('a report that hangs is sent again after four seconds', async () => {
  const report = vi.fn<PlayerParts['report']>(forever).mockImplementationOnce(forever).mockResolvedValueOnce('taken');
  const { player, log } = stage(['Анна'], { report });
  player.wake();
  await pass(5_000);
  expect(log).toEqual(['Анна seen', 'Анна heard']);
});

describe('the voice', () => {
  test('speaks when the sound is over', async () => {
    const { spoken } = await playing();
    expect(spoken).toEqual(['Анна']);
  });

  test('is silent for an alert that is skipped before it speaks', async () => {
    const { player, spoken } = await playing({ sound: forever });
    player.skip('Анна');
    await pass(30_000);
    expect(spoken).not.toContain('Анна');
  });
});

describe('a skip', () => {
  test('ends only the named alert: another one plays on', async () => {
    const { player, log } = await playing();
    player.skip('Борис');
    await pass(3_500);
    expect(log).toEqual(['Анна playing', 'Анна seen', 'Анна heard']);
    await pass(1_000);
    expect(log).toContain('Анна shown');
  });

  test('that names an alert on no screen changes nothing: it plays when it comes', async () => {
    const { player, log } = stage(['Анна']);
    player.skip('Анна');
    await pass(1_000);
    expect(log).toEqual([]);
    player.wake();
    await pass(1_000);
    expect(log).toEqual(['Анна playing', 'Анна seen', 'Анна heard']);
  });

  test('removes the alert from the journal: a reload does not show it again', async () => {
    const { player, journal } = await playing({
      next: vi.fn<PlayerParts['next']>(async () => null).mockResolvedValueOnce(alertOf('Анна')),
    });
    player.skip('Анна');
    await pass(1_000);
    expect(journal.entry).toBeNull();
  });
});

describe('a page that closes', () => {
  test('hides its alert, leaves it to the next page and asks for no other', async () => {
    const { player, log, journal } = await playing();
    player.close();
    await pass(10_000);
    expect(log).toEqual(['Анна playing', 'Анна seen', 'Анна heard', 'gone']);
    expect(journal.entry).toMatchObject({ alert: { name: 'Анна' }, isOver: false });
    player.wake();
    await pass(10_000);
    expect(log).toHaveLength(4);
  });

  test('stops asking where it had nothing to show', async () => {
    const { player, log, waiting } = stage([]);
    player.close();
    waiting.push(alertOf('Анна'));
    player.wake();
    await pass(10_000);
    expect(log).toEqual([]);
  });

  test('leaves the alert to the next page while its start is being reported', async () => {
    const { player, journal } = stage(['Анна'], { report: forever });
    player.wake();
    await pass(100);
    player.close();
    await pass(10_000);
    expect(journal.entry).toMatchObject({ alert: { name: 'Анна' }, played: null });
  });
});

describe('the journal for the page after a reload', () => {
  test('has the time that the alert was on the screen, from first to last', async () => {
    const { player, journal } = stage(['Анна']);
    const seen: (number | null | undefined)[] = [];
    player.wake();
    for (const wait of [10, 1_000, 3_000]) {
      await pass(wait);
      expect(journal.entry).toMatchObject({ alert: { name: 'Анна' }, isOver: false });
      seen.push(journal.entry?.played);
    }
    expect(seen).toEqual([0, 800, 4_000]);
    await pass(5_000);
    expect(journal.entry).toBeNull();
  });

  test('continues where the page before the reload ended', async () => {
    const { player, journal } = stage([], {}, { alert: alertOf('Анна'), played: 3_000, isOver: false });
    player.wake();
    await pass(10);
    expect(journal.entry).toMatchObject({ played: 3_000 });
    await pass(1_000);
    expect(journal.entry).toMatchObject({ played: 3_800 });
  });

  test('has that the alert is over, until the server has taken the report', async () => {
    const { player, journal } = stage(['Анна'], {
      report: (_, state) => (state === 'playing' ? Promise.resolve('taken') : forever()),
    });
    player.wake();
    await pass(20_000);
    expect(journal.entry).toMatchObject({ alert: { name: 'Анна' }, isOver: true });
    await pass(60_000);
    expect(journal.entry).toBeNull();
  });
});
