import { afterEach, expect, it, vi } from 'vitest';
import { serverNow } from './server-clock.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it.each([
  ['a day ahead', '86400000', -86_400_000],
  ['a day behind', '-86400000', 86_400_000],
  ['not compared yet', null, 0],
  ['compared by something unreadable', 'a day', 0],
])('the present is the server’s where the clock of the browser is %s', (_, stored, difference) => {
  vi.stubGlobal('window', { localStorage: { getItem: () => stored } });
  vi.useFakeTimers({ now: 1_800_000_000_000 });
  expect(serverNow().getTime() - Date.now()).toBe(difference);
});
