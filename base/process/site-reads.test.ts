import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { QueueFull } from './fair-queue.server.ts';
import { SiteReads } from './site-reads.server.ts';

/** Reads that last until they are let go. */
function heldReads() {
  const reads = new SiteReads();
  const running: string[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const read = (network: string) =>
    reads.run(network, async () => {
      running.push(network);
      await promise;
    });
  return { read, running, letGo: resolve };
}

it('runs twelve reads of a site at once, and at once those of another', async () => {
  const { read, running, letGo } = heldReads();
  const flood = Array.from({ length: 60 }, (_, at) => read(`2001:db8:1:${at.toString(16)}::/64`));
  const other = read('192.0.2.1');
  await nextTurn();
  expect([running.length, running.at(-1)]).toEqual([13, '192.0.2.1']);
  letGo();
  await Promise.all([...flood, other]);
  expect(running).toHaveLength(61);
});

it('refuses what a site asks for beyond the reads that may wait', async () => {
  const { read, running, letGo } = heldReads();
  const flood = Array.from({ length: 600 }, () => read('192.0.2.1').catch((error: unknown) => error));
  const other = read('192.0.2.2');
  letGo();
  await other;
  const refused = (await Promise.all(flood)).filter((error) => error instanceof QueueFull);
  expect([refused.length, running.length]).toEqual([600 - 512, 513]);
});
