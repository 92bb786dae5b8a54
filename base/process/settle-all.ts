/** Runs `work` for each item, at most `most` at a time; a failure does not stop the others. Results are in the order of the items. */
export async function settleAll<Item, Result>(
  items: readonly Item[],
  most: number,
  work: (item: Item) => Promise<Result>,
): Promise<PromiseSettledResult<Result>[]> {
  const results: PromiseSettledResult<Result>[] = [];
  const waiting = items.entries();
  const worker = async () => {
    for (const [at, item] of waiting) {
      const [result] = await Promise.allSettled([Promise.try(work, item)]);
      results[at] = result;
    }
  };
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, worker));
  return results;
}

/** Throws the first failure of settled results. */
export function throwFirst(results: readonly PromiseSettledResult<unknown>[]): void {
  const failed = results.find((result) => result.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}
