import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readlink, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, expect, test } from 'vitest';
import { readInPieces } from './file-pieces.server.ts';
import { localImageFiles } from './image-files.server.ts';

const root = await mkdtemp(join(tmpdir(), 'opora-pieces-'));
afterAll(() => rm(root, { recursive: true }));
const files = localImageFiles(root);
const path = 'aa/one/audio';
const stored = join(root, path);
const bytes = randomBytes(1_000_000);
await mkdir(join(root, 'aa/one'), { recursive: true });
await writeFile(stored, bytes);

/** How often this process has the file open. */
async function openCount(): Promise<number> {
  const all = await readdir('/proc/self/fd');
  const links = await Promise.all(all.map((one) => readlink(`/proc/self/fd/${one}`).catch(() => '')));
  return links.filter((link) => link === stored).length;
}

test.each([
  [0, 999_999],
  [0, 0],
  [999_999, 999_999],
  [131_071, 262_144],
])('the bytes from %i to %i are read piece by piece', async (from, to) => {
  const part = await readInPieces(files, path, { from, to });
  expect(part && (await buffer(part)).equals(bytes.subarray(from, to + 1))).toBe(true);
});

test('a reader holds no file open, nor does a part that fails', async () => {
  const readers = await Promise.all([0, 1, 2].map((from) => readInPieces(files, path, { from, to: 999_999 })));
  for (const reader of readers) reader?.read(1);
  await expect(files.readPart(path, { from: 9, to: 0 })).rejects.toThrow();
  await expect.poll(openCount).toBe(0);
  for (const reader of readers) reader?.destroy();
});

test('a file that is missing is null, and one that has become shorter breaks off', async () => {
  expect(await readInPieces(files, 'aa/none/audio', { from: 0, to: 9 })).toBeNull();
  const part = await readInPieces(files, path, { from: 0, to: 999_999 });
  await truncate(stored, 500_000);
  await expect(part && buffer(part)).rejects.toThrow(/shorter/);
});
