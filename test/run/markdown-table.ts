type Cell = string | number;

const escaped = (cell: Cell) => String(cell).replaceAll('|', '\\|').replace(/\s+/g, ' ').trim();

const rowOf = (cells: readonly Cell[]) => `| ${cells.map(escaped).join(' | ')} |`;

export function markdownTable(heads: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return [heads, heads.map(() => '---'), ...rows].map(rowOf).join('\n');
}

/** The cells of a table in Markdown, row by row, without its heads. */
export function cellsOf(text: string): string[][] {
  const rows = text.split('\n').filter((line) => line.startsWith('| '));
  return rows.slice(2).map((row) =>
    row
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll('\\|', '|')),
  );
}
