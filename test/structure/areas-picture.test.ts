import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { screenArrows, serverArrows, tableReads, tables } from '#app/areas.ts';
import { architecturePage, readArrows } from '../../operation/areas-picture.ts';

const root = join(import.meta.dirname, '../..');
let arrows: Awaited<ReturnType<typeof readArrows>>;

beforeAll(async () => {
  arrows = await readArrows(root);
}, 600_000);

test('the pictures of areas show the imports of the code', async () => {
  const { path, text } = await architecturePage(root, arrows);
  expect(text).toContain('  orders --> ');
  expect(await readFile(path, 'utf8'), `${path}: run npm run picture -- --write`).toBe(text);
});

/** Whether the SQL of an area reads a table of another. */
const reads = (from: string, area: string) => tableReads[from]?.some((table) => tables[area]?.includes(table)) ?? false;

test('every arrow between areas is used, by an import or by SQL', () => {
  const unused = (['server', 'screens'] as const).flatMap((side) =>
    Object.entries(side === 'server' ? serverArrows : screenArrows).flatMap(([from, to]) =>
      to
        .filter((area) => !arrows[side].get(from)?.has(area) && !(side === 'server' && reads(from, area)))
        .map((area) => `${side}: ${from} → ${area}`),
    ),
  );
  expect(unused).toEqual([]);
});

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
