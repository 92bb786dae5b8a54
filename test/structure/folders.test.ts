import { execFileSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '');

test('no folder of code is crowded: a reader sees all of it at once', () => {
  const code = files.filter((file) => /^(app|base|test|demo|operation|payment-gateway)\//.test(file));
  const folders = Map.groupBy(code, (file) => dirname(file));
  const crowded = [...folders].filter(([, inside]) => inside.length > 25).map(([folder]) => folder);
  expect(crowded).toEqual([]);
});

test('the top of the repository is a table of contents', () => {
  const isConfiguration = /^\.|\.config\.|(^|\/)(package|package-lock|tsconfig|biome|knip)\.json$/;
  const entries = new Set(
    files.map((file) => file.split('/')[0] ?? '').filter((entry) => !isConfiguration.test(entry)),
  );
  expect([...entries].length, [...entries].join(' ')).toBeLessThanOrEqual(14);
});

test('the product starts with few files: what stands directly in app/ is read first', () => {
  const direct = files.filter((file) => /^app\/[^/]+$/.test(file));
  expect(direct.length, direct.join(' ')).toBeLessThanOrEqual(15);
});
