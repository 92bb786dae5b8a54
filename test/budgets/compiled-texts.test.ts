import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildIfStale } from '../../operation/install/build-if-stale.ts';

const root = join(import.meta.dirname, '../..');
const assets = join(root, 'build/client/assets');

await buildIfStale(root, () => undefined);

test('no browser gets a text that it would have to compile', async () => {
  const names = (await readdir(assets)).filter((name) => name.endsWith('.js'));
  const scripts = await Promise.all(names.map((name) => readFile(join(assets, name), 'utf8')));
  const texts = scripts.flatMap((script) => script.match(/id:[`"'][\w+/-]{6}[`"'],message:[^,]{1,80}/g) ?? []);
  expect(texts.length).toBeGreaterThan(1_000);
  expect(texts.filter((text) => /message:[`"']/.test(text))).toEqual([]);
});
