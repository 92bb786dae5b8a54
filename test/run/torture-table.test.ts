import { expect, test } from 'vitest';
import { type Line, mergeLines, readLines, showTable, writeLines } from './torture-table.ts';

const document = `# Torture

<!-- torture -->
<!-- /torture -->

After it.
`;
const line = (more: Partial<Line>): Line => ({
  ...{
    invariant: 3,
    promise: 'nothing | lost',
    seen: '0\nlost',
    holds: true,
    test: 'donations',
    scale: 1,
    seconds: 4.4,
  },
  ...more,
});

test('the table is written in its place and read back, and a partial run replaces its own lines only', () => {
  const lines = [line({}), line({ invariant: 1, holds: false }), line({ test: 'faults', seen: 'old' })];
  const written = writeLines(document, lines);
  expect(written).toContain('| 1 | nothing \\| lost | 0 lost | **BROKEN** | donations | 1 | 4 s |');
  expect(written.startsWith('# Torture\n')).toBe(true);
  expect(written.endsWith('\n\nAfter it.\n')).toBe(true);
  const read = readLines(written);
  expect(read.map(({ invariant, holds, promise }) => [invariant, holds, promise])).toEqual([
    [1, false, 'nothing | lost'],
    [3, true, 'nothing | lost'],
    [3, true, 'nothing | lost'],
  ]);
  const merged = mergeLines(read, [line({ test: 'faults', seen: 'new' })]);
  expect(readLines(writeLines(written, merged)).map(({ seen }) => seen)).toEqual(['0 lost', '0 lost', 'new']);
});

test('a document without a place for the table is refused', () =>
  expect(() => writeLines('# Torture', [])).toThrow('no place'));

test('a broken promise is marked in the terminal', () =>
  expect(showTable([line({ holds: false })])).toMatch(/^BROKEN {2}3 {2}nothing/));
