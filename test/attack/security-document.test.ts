import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const text = readFileSync(join(root, 'docs', 'security.md'), 'utf8');
const [, ...tables] = text.slice(text.indexOf('## OWASP ASVS')).split('\n### ');

/** How many requirements of levels 1 and 2 each section of ASVS 5.0.0 has, by its chapter; the numbers of a section run from 1. */
const sections: Readonly<Record<number, readonly number[]>> = {
  1: [2, 9, 11, 3, 2],
  2: [3, 3, 4, 1],
  3: [0, 2, 4, 6, 5, 0, 2],
  4: [3, 1, 2, 4],
  5: [1, 3, 2, 3],
  6: [3, 12, 4, 4, 5, 3, 0, 4],
  7: [3, 4, 2, 5, 2, 2],
  8: [2, 3, 1, 1],
  9: [3, 4],
  10: [2, 2, 4, 11, 5, 2, 3],
  11: [2, 3, 3, 4, 1, 1],
  12: [3, 2, 4],
  13: [1, 5, 2, 5],
  14: [2, 4, 3],
  15: [3, 3, 7],
  16: [1, 5, 4, 3, 3],
  17: [1, 4, 2],
};

test('every requirement of levels 1 and 2 stands in one table, once', () => {
  const all = Object.entries(sections).flatMap(([chapter, counts]) =>
    counts.flatMap((count, section) => Array.from({ length: count }, (_, at) => `${chapter}.${section + 1}.${at + 1}`)),
  );
  const rows = tables.flatMap((table) => table.split('\n').filter((line) => /^\| \d/.test(line)));
  const named = rows.flatMap((row) => row.split('|')[1]?.trim().split(', ') ?? []);
  expect(named.toSorted()).toEqual(all.toSorted());
});

test('every file that is named is there', () => {
  const named = [...text.matchAll(/`((?:app|attack|base|e2e|operation|seed|test)\/[^`]+\.tsx?)`/g)].map(
    ([, path = '']) => path,
  );
  expect(named.length).toBeGreaterThan(60);
  expect([...new Set(named)].filter((path) => !existsSync(join(root, path)))).toEqual([]);
});
