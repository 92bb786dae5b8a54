import { once } from 'node:events';
import { expect, test } from 'vitest';
import { createStartedParts } from './started-parts.ts';

test('the failure that stopped the others is the one reported, also when they end before it is passed on', async () => {
  const parts = createStartedParts(() => undefined);
  const build = once(parts.signal, 'abort').then(() => parts.signal.throwIfAborted());
  const { promise: slowPart, resolve: end } = Promise.withResolvers<void>();
  const inner = parts.together([Promise.reject(new Error('port taken')), slowPart]);
  build.catch(end);
  await expect(parts.together([inner, build])).rejects.toThrow('port taken');
});
