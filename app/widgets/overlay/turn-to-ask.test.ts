import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TurnToAsk } from './turn-to-ask.ts';
import { ringOf } from './widget-events.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** The pages of one creator; `asked` names those that ask for the next alert, in order. */
function pagesOf(...sources: readonly string[]) {
  const asked: string[] = [];
  const turns = sources.map((source) => new TurnToAsk(source, () => void asked.push(source)));
  const ring = (data: unknown) => {
    for (const turn of turns) turn.receive(ringOf(data));
  };
  return { asked, ring };
}

test('only the page that the ring names asks, and the others no more once the alert is taken', async () => {
  const { asked, ring } = pagesOf('a', 'b', 'c');
  ring({ waiting: 1, first: 'b', isTaken: false });
  expect(asked).toEqual(['b']);
  ring({ waiting: 0, first: 'b', isTaken: true });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toEqual(['b']);
});

test('pages ask one after another when the named one is silent, until one of them takes the alert', async () => {
  const { asked, ring } = pagesOf('a', 'b', 'c');
  ring({ waiting: 1, first: 'gone', isTaken: false });
  expect(asked).toEqual([]);
  await vi.advanceTimersByTimeAsync(900);
  expect(asked).toEqual([]);
  await vi.advanceTimersByTimeAsync(1_600);
  expect(asked.toSorted()).toEqual(['a', 'b', 'c']);
});

test('further donations do not put off the page that waits for a silent one', async () => {
  const { asked, ring } = pagesOf('a');
  // Two shortest waits would fit into the ten donations.
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  for (let waiting = 1; waiting <= 10; waiting += 1) {
    ring({ waiting, first: 'gone', isTaken: false });
    await vi.advanceTimersByTimeAsync(300);
  }
  expect(asked).toEqual(['a']);
});

test('nobody asks while an alert plays, and all do where the ring names no page, as one of an earlier server', async () => {
  const { asked, ring } = pagesOf('a', 'b');
  ring({ waiting: 3, first: 'a', isTaken: true });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(asked).toEqual([]);
  ring({ waiting: 1 });
  expect(asked).toEqual(['a', 'b']);
  ring({ waiting: 0 });
  expect(asked).toEqual(['a', 'b']);
});
