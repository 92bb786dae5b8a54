import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createStartedParts } from './started-parts.ts';

test('the failure that stopped the others is the one reported, also when they end before it is passed on', async () => {
  const parts = createStartedParts(() => undefined);
  const build = once(parts.signal, 'abort').then(() => parts.signal.throwIfAborted());
  const inner = parts.together([Promise.reject(new Error('port taken')), pause(50)]);
  await expect(parts.together([inner, build])).rejects.toThrow('port taken');
});
