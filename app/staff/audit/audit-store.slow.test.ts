import { raw } from 'sql-template-tag';
import { afterAll, expect, test } from 'vitest';
import { foldCounters } from '#base/db/hour-tally.server.ts';
import { openTestDatabase } from '#test/support/database/database.ts';
import { blocksOf, fillWithout, sampledIn, writeAnew } from '#test/support/database/query-plan.ts';
import { type AuditFilter, findLines, foundQuery, readAudit } from './audit-store.server.ts';

const many = 40_000;

const id = (expression: string) => `('018bcfe5-6800-7000-8000-' || lpad(to_hex(${expression}), 12, '0'))::uuid`;
const trail = `
  insert into audit (actor_id, call, subject, input, created_at)
    select ${id('n % 20')}, (array['PUT Moderator/ConfirmUser', 'PUT Moderator/BlockUser'])[n % 2 + 1], ${id('n % 9973')}::text,
      jsonb_build_object('userId', ${id('n % 9973')}, 'reason', 'Проверено, замечание Nr' || n),
      now() - (${many} - n) * interval '1 minute'
    from generate_series(1, ${many}) n;`;

const database = await openTestDatabase({ statementTimeoutMs: 0 });
const db = database.db;
await fillWithout(db, ['audit_rest_search'], trail);
await db.execute(raw('vacuum analyze audit'));
// As the job does.
await foldCounters(db);
await writeAnew(db, ['audit_count']);
afterAll(() => database.close());

const first = { skip: 0, take: 10 } as const;
const searched = (...words: string[]) => ({ words, people: [], userId: null });

const blocksOfPage = async (filter: AuditFilter) =>
  blocksOf(db, foundQuery(await findLines(db, filter, first.skip + first.take), first));

test('a search for a call reads the first of its lines and no other', async () => {
  expect(await blocksOfPage(searched('blockuser'))).toBeLessThan(150);
});

test('a search for words beside the call reads their lines only', async () => {
  expect(await blocksOfPage(searched('замечание', 'nr39999'))).toBeLessThan(200);
  expect(await blocksOfPage(searched('blockuser', 'nr39999'))).toBeLessThan(200);
});

test('a value in the statistics of the table is found by the trigram index', async () => {
  const [found = ''] = await sampledIn(db, 'audit', 'search_text', 'nr\\d{5}');
  expect(found).not.toBe('');
  expect(await blocksOfPage(searched(found))).toBeLessThan(200);
  expect(await readAudit(db, searched(found), first)).toMatchObject({
    count: 1,
    items: [{ input: { reason: `Проверено, замечание Nr${found.slice(2)}` } }],
  });
});

test.each([
  ['a word of all', searched('проверено'), many],
  ['a call', searched('blockuser'), many / 2],
  ['calls, or what is beside them', searched('user'), many],
  ['a call and a word', searched('nr39', 'blockuser'), 556],
  ['a word that is nothing when folded, beside a call', searched("'", 'blockuser'), many / 2],
  [
    'what a person did, or entries with the word',
    { ...searched('nr39'), people: ['018bcfe5-6800-7000-8000-000000000007'] },
    3_059,
  ],
  ['what one person did with the word', { ...searched('nr'), userId: '018bcfe5-6800-7000-8000-000000000007' }, 2_004],
])('pages of search results are newest first, to the last: %s', async (_name, filter, count) => {
  const all = await readAudit(db, filter, { skip: 0, take: many });
  expect(all.count).toBe(count);
  const ids = all.items.map(({ id: one }) => one);
  expect(ids).toHaveLength(count);
  const times = all.items.map(({ createdAt }) => createdAt.getTime());
  expect(times).toEqual(times.toSorted((one, other) => other - one));
  for (const skip of [0, 7, 1_500, count - 3, count + 10]) {
    const page = await readAudit(db, filter, { skip, take: 6 });
    expect(page.count).toBe(count);
    expect(page.items.map(({ id: one }) => one)).toEqual(ids.slice(skip, skip + 6));
  }
});
