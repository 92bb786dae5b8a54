import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { whenPast } from './use-is-past.ts';

const now = new Date('2026-03-10T10:00:00.000Z');
const listener = vi.fn();

beforeEach(() => {
  vi.useFakeTimers({ now });
  listener.mockClear();
});
afterEach(() => vi.useRealTimers());

it('says that a moment is past when it is, and not again', () => {
  whenPast('2026-03-10T10:00:01.000Z', listener);
  vi.advanceTimersByTime(999);
  expect(listener).not.toHaveBeenCalled();
  vi.advanceTimersByTime(10_000);
  expect(listener).toHaveBeenCalledOnce();
});

it('waits for longer than a timer can', () => {
  whenPast('2026-04-10T10:00:00.000Z', listener);
  vi.advanceTimersByTime(31 * 86_400_000 - 1);
  expect(listener).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(listener).toHaveBeenCalledOnce();
});

it('ends its timer', () => {
  const end = whenPast('2026-03-10T10:00:01.000Z', listener);
  end();
  expect(vi.getTimerCount()).toBe(0);
});
