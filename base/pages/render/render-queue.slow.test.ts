import { expect, test } from 'vitest';
import { RenderQueue } from './render-queue.server.ts';

/** A render that takes the event loop for itself. */
async function busy(): Promise<void> {
  const until = performance.now() + 40;
  while (performance.now() < until);
}

test('a render gives way to calls that are under way, for a moment, and waits for nothing else', async () => {
  let calls = 0;
  let looks = 0;
  const isCallUnderWay = () => {
    looks += 1;
    return calls > 0;
  };
  const renders = new RenderQueue({ atOnce: 1, pace: null, isCallUnderWay });
  await renders.run('192.0.2.1', busy);
  looks = 0;
  await renders.run('192.0.2.1', busy);
  expect(looks, 'without calls it looks once').toBe(1);
  calls = 1;
  looks = 0;
  await renders.run('192.0.2.1', busy);
  expect(looks, 'beside a call it looks again and again').toBeGreaterThan(1);
});
