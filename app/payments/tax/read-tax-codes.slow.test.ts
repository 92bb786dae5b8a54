import { afterAll, expect, test } from 'vitest';
import { openTestDatabase } from '#test/support/database/database.ts';
import { readTaxCodes } from './read-tax-codes.server.ts';
import { findTaxCodes, readTaxCodeList, replaceTaxCodes } from './tax-codes-store.server.ts';
import { mostListLines } from './tax-rules.ts';

const database = await openTestDatabase();
afterAll(() => database.close());

const line = (at: number) => `1${String(at).padStart(16, '0')};Товар номер ${at};1501;796;12`;
const listOf = (count: number) => Buffer.from(Array.from({ length: count }, (_, at) => line(at)).join('\n'));

test('blanks within cells are read in no time', async () => {
  const cell = `1${' '.repeat(19_800)}x`;
  const lines = Array.from({ length: 20 }, (_, at) => `1030500800200000${at % 10};Шарф;150${at};796;${cell}`);
  const begun = performance.now();
  await expect(readTaxCodes(Buffer.from(lines.join('\n')))).rejects.toMatchObject({ code: 'WrongTaxCodes' });
  expect(performance.now() - begun).toBeLessThan(1_000);
});

test('the longest list is stored within a usual transaction, and replaced; one line more is refused', async () => {
  const codes = await readTaxCodes(listOf(mostListLines));
  const { db } = database;
  for (const name of ['first.csv', 'second.csv']) {
    await db.transaction((tx) => replaceTaxCodes(tx, codes, name));
    expect(await readTaxCodeList(db)).toMatchObject({ fileName: name, count: 100_000 });
  }
  expect(await findTaxCodes(db, '10000000000099999', 8)).toHaveLength(1);
  await expect(readTaxCodes(listOf(mostListLines + 1))).rejects.toMatchObject({ status: 400 });
});
