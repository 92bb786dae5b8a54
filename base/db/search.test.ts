import fc from 'fast-check';
import sql, { join } from 'sql-template-tag';
import { afterAll, expect, test } from 'vitest';
import { openTestDatabase } from '#test/support/database/database.ts';
import { apostrophes, holdsWords, wordsOf } from './search.server.ts';

const database = await openTestDatabase();
afterAll(() => database.close());

/** Whether a search finds a text that is folded as names are. */
async function finds(search: string, text: string): Promise<boolean> {
  const folded = sql`(' ' || search_fold(${text}::text))`;
  const { rows } = await database.db.execute<{ found: boolean }>(
    sql`select ${join(holdsWords({ text: folded }, wordsOf(search)), ' and ')} as found`,
  );
  return rows[0]?.found === true;
}

/** Letters with an apostrophe behind them, and how they are written in Cyrillic. */
const letters = [
  { latin: 'O', cyrillic: 'Ў' },
  { latin: 'G', cyrillic: 'Ғ' },
] as const;
const ends = [
  { latin: 'ul', cyrillic: 'ул' },
  { latin: 'an', cyrillic: 'ан' },
  { latin: 'or', cyrillic: 'ор' },
  { latin: 'im', cyrillic: 'им' },
] as const;

test('an Uzbek name is found by its Latin letters without apostrophes, in either script', async () => {
  const syllable = fc.record({ letter: fc.constantFrom(...letters), end: fc.constantFrom(...ends) });
  const name = fc.record({
    syllables: fc.array(syllable, { minLength: 1, maxLength: 3 }),
    apostrophe: fc.constantFrom(...apostrophes),
  });
  await fc.assert(
    fc.asyncProperty(name, async ({ syllables, apostrophe }) => {
      const latin = syllables.map(({ letter, end }) => letter.latin + apostrophe + end.latin).join('');
      const cyrillic = syllables.map(({ letter, end }) => letter.cyrillic + end.cyrillic).join('');
      const plain = latin.replaceAll(apostrophe, '').toLowerCase();
      for (const written of [latin, latin.toUpperCase(), cyrillic, cyrillic.toLowerCase()]) {
        for (const search of [plain, latin, cyrillic]) {
          expect([search, written, await finds(search, written)]).toEqual([search, written, true]);
        }
      }
    }),
    { numRuns: 60 },
  );
});
