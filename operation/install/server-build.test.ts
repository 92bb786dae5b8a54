import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildIfStale } from './build-if-stale.ts';

const root = join(import.meta.dirname, '../..');
await buildIfStale(root, () => undefined);

test('a running server loads nothing more of its pages: the build may be replaced below it', async () => {
  const folder = join(root, 'build/server');
  expect(await readdir(folder)).toEqual(['index.js']);
  expect(await readFile(join(folder, 'index.js'), 'utf8')).not.toMatch(/\bimport\(\s*["'`]\./);
});
