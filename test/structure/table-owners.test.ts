import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serverArrows, tableReads, tables } from '#app/areas.ts';
import { openTestDatabase, type TestDatabase } from '#test/support/database/database.ts';

const verbs = { reads: ['from', 'join', 'using'], writes: ['into', 'update', 'delete from', 'truncate'] } as const;

const root = join(import.meta.dirname, '../..');

const ownerOf = new Map(Object.entries(tables).flatMap(([area, names]) => names.map((name) => [name, area] as const)));

interface Use {
  readonly file: string;
  readonly area: string;
  readonly table: string;
}

/** Where the stores of areas and of base name one of our tables after one of the words. */
function usesAfter(words: readonly string[]): Use[] {
  const named = new RegExp(
    `\\b(?:${words.join('|')})\\s+(?:only\\s+)?"?(${[...ownerOf.keys()].join('|')})\\b(?!\\s*\\()`,
    'g',
  );
  return globSync(['app/*/**/*.server.ts', 'base/**/*.server.ts'], { cwd: root }).flatMap((file) => {
    const [top = '', area = ''] = dirname(relative('.', file)).split(sep);
    const text = readFileSync(join(root, file), 'utf8');
    return [...text.matchAll(named)].map(([, table = '']) => ({ file, area: top === 'base' ? top : area, table }));
  });
}

const ofOthers = (use: Use) => ownerOf.get(use.table) !== use.area;

describe('the tables of an area', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await openTestDatabase();
  });
  afterAll(() => database.close());

  it('are all that the migrations make, each with one owner', async () => {
    const { rows } = await database.db.execute<{ name: string }>(sql`
      select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v')`);
    expect([...ownerOf.keys()].sort()).toEqual(rows.map(({ name }) => name).sort());
    expect(Object.values(tables).flat()).toHaveLength(ownerOf.size);
  });

  it('are written by no other area', () => {
    const written = usesAfter(verbs.writes);
    expect(written.length).toBeGreaterThan(100);
    expect(written.filter(ofOthers)).toEqual([]);
  });

  it('are read by those others alone that the map names', () => {
    const found = usesAfter(verbs.reads).filter(ofOthers);
    const reads = Object.entries(tableReads).flatMap(([area, names]) => names.map((table) => `${area} reads ${table}`));
    expect([...new Set(found.map(({ area, table }) => `${area} reads ${table}`))].sort()).toEqual(reads.sort());
  });

  it('are read by others along the arrows of the map, views and those of base apart', async () => {
    const { rows } = await database.db.execute<{ name: string }>(
      sql`select viewname as name from pg_views where schemaname = 'public'`,
    );
    const views = new Set(rows.map(({ name }) => name));
    const off = Object.entries(tableReads).flatMap(([area, names]) =>
      names.filter((table) => {
        const owner = ownerOf.get(table) ?? '';
        return owner !== 'base' && !views.has(table) && !serverArrows[area]?.includes(owner);
      }),
    );
    expect(off).toEqual([]);
  });
});
