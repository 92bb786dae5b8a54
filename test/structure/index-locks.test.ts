import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** Those before it built their indexes in their transaction, and cannot be changed any more. */
const firstWithoutLocks = '0057';

/**
 * What a migration does that keeps writers of a table waiting while an index is built: an index, or a constraint with one, on a table that
 * the same migration has not created.
 */
function lockingIndexes(migration: string): string[] {
  const text = migration.replaceAll(/--.*$/gm, '').replaceAll(/\s+/g, ' ').toLowerCase();
  const tables = new Set([...text.matchAll(/create table (?:if not exists )?(\w+)/g)].map(([, name]) => name));
  const indexes = [
    ...text.matchAll(/create (?:unique )?index (?!concurrently)(?:if not exists )?\w+ on (?:only )?(\w+)/g),
  ];
  const constraints = [
    ...text.matchAll(
      /alter table (?:if exists )?(?:only )?(\w+)(?:(?!;).)*? (?:unique|primary key|exclude)(?! using index)\b/g,
    ),
  ];
  return [...indexes, ...constraints].filter(([, table]) => !tables.has(table)).map(([found]) => found);
}

it('a migration builds indexes of tables that are there concurrently, so that no writer waits', async () => {
  const folder = join(import.meta.dirname, '../../migrations');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql') && name >= firstWithoutLocks);
  expect(names).toContain('0059_payments_by_system_and_id.sql');
  const locking: string[] = [];
  for (const name of names) {
    const found = lockingIndexes(await readFile(join(folder, name), 'utf8'));
    locking.push(...found.map((part) => `${name}: ${part}`));
  }
  expect(locking, 'see "A new migration" in docs/CONTRIBUTING.md').toEqual([]);
});
