/**
 * What the elements of a table are, in words: Safari forgets it where a style sheet displays them as blocks. Spread, because a linter takes
 * them for redundant.
 */
export const tableRoles = {
  table: { role: 'table' },
  rows: { role: 'rowgroup' },
  row: { role: 'row' },
  column: { role: 'columnheader' },
  name: { role: 'rowheader' },
  cell: { role: 'cell' },
} as const;
