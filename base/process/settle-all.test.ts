import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { settleAll, throwFirst } from './settle-all.ts';

test('all is done, so many at a time, whatever fails; the results stand in the items’ order', async () => {
  let running = 0;
  let most = 0;
  const results = await settleAll([5, 1, 4, 2, 3, 6, 7], 3, async (number) => {
    running += 1;
    most = Math.max(most, running);
    for (let turns = 0; turns < number; turns += 1) await turn();
    running -= 1;
    if (number % 2 === 0) throw new Error(`no ${number}`);
    return number;
  });
  expect(most).toBe(3);
  expect(results.map((one) => (one.status === 'fulfilled' ? one.value : String(one.reason)))).toEqual([
    5,
    1,
    'Error: no 4',
    'Error: no 2',
    3,
    'Error: no 6',
    7,
  ]);
  expect(() => throwFirst(results)).toThrow('no 4');
  expect(() => throwFirst([])).not.toThrow();
});
