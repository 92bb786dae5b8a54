import { afterAll, expect, it } from 'vitest';
import { openTestDatabase } from '#test/support/database/database.ts';
import { listSchema } from './schema-listing.ts';

const database = await openTestDatabase();
afterAll(() => database.close());

it('the migrations make the schema of schema.txt (`vitest run test/structure/schema.test.ts -u` writes it)', async () => {
  await expect(await listSchema(database.db)).toMatchFileSnapshot('schema.txt');
});
