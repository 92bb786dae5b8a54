import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { architecturePage } from '../../operation/areas-picture.ts';

const root = join(import.meta.dirname, '../..');

test('the pictures of areas show the imports of the code', async () => {
  const { path, text } = await architecturePage(root);
  expect(text).toContain('  orders --> ');
  expect(await readFile(path, 'utf8'), `${path}: run npm run picture -- --write`).toBe(text);
}, 600_000);

test('every path of the walk through the code is there', async () => {
  const page = await readFile(join(root, 'docs/architecture.md'), 'utf8');
  const [, walk = ''] = page.split('## Where is it?');
  const places = [...walk.matchAll(/^\| (.+?) \| `(.+?)` \| `(.+?)` \|$/gm)];
  expect(places.length).toBeGreaterThanOrEqual(6);
  for (const [, question, file = '', words = ''] of places) {
    expect(file.split('/').length, `${question}: at most three steps below app/ or base/`).toBeLessThanOrEqual(4);
    expect(await readFile(join(root, file), 'utf8'), `${question}: ${file}`).toContain(words);
  }
});
