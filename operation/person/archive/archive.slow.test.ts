import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, expect, it } from 'vitest';
import { archiveAddress, personWithPassword } from '#test/support/archive-client.ts';
import { linesIn, readZip } from '#test/support/read-zip.ts';
import { startApp } from '#test/support/start-app.ts';

const app = await startApp();
afterAll(() => app.close());

const count = 50_000;

const megabyte = 1024 * 1024;

/** The heap without what nobody uses any more. */
function usedHeap(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed;
}

/** Paid donations by guests, a tenth of them anonymous. */
async function giveMany(projectId: string): Promise<void> {
  const atOnce = 2_500;
  for (let first = 1; first <= count; first += atOnce) {
    await app.db.pool.query(
      `insert into donation (id, project_id, donor_key, name, message, is_anonymous, amount, commission, number, created_at, paid_at)
       select gen_random_uuid(), $1, 'name:' || n % 500, 'Донатер ' || n % 500, repeat('Спасибо за стрим! ', 20), n % 10 = 0,
         1000000 + n, 50000, n, now() - (60000 - n) * interval '1 minute', now() - (60000 - n) * interval '1 minute'
       from generate_series($2::integer, $3::integer) n`,
      [projectId, first, first + atOnce - 1],
    );
  }
}

it('50,000 donations are in the archive, and the memory does not know how many there are', async () => {
  const person = await personWithPassword(app);
  await giveMany(person.projectId);
  const answer = await fetch(await archiveAddress(app, person));
  const reader = answer.body?.getReader();
  if (reader === undefined) throw new Error('the archive has no body');
  const pieces: Uint8Array[] = [];
  let largest = 0;
  let taken = 0;
  let looked = 0;
  const before = usedHeap();
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    pieces.push(read.value);
    taken += read.value.byteLength;
    if (taken < looked + 5 * megabyte) continue;
    looked = taken;
    largest = Math.max(largest, usedHeap() - before);
  }
  expect(taken).toBeGreaterThan(30 * megabyte);
  // The pieces that the test keeps are no part of the heap.
  expect(looked).toBeGreaterThan(30 * megabyte);
  expect(largest).toBeLessThan(20 * megabyte);
  const lines = linesIn(readZip(Buffer.concat(pieces)), 'donations/received.jsonl');
  expect(lines.map(({ number }) => number)).toEqual(Array.from({ length: count }, (_, at) => at + 1));
  expect(lines.filter(({ name }) => name === null)).toHaveLength(count / 10);
});
