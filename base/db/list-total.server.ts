/**
 * How many rows a list has of which one page was read, with the number in each row. A page behind the last one has no row that could say it:
 * `count` asks for it then.
 */
export async function totalOf(
  rows: readonly { readonly total: number }[],
  skip: number,
  count: () => Promise<readonly { readonly total: number }[]>,
): Promise<number> {
  const [first] = rows;
  if (first !== undefined) return first.total;
  return skip === 0 ? 0 : ((await count())[0]?.total ?? 0);
}
