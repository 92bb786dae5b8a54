/** What the files of this process have opened and not closed yet. */
const open = new Set<() => Promise<void>>();

/** Returns `close`, which is called before the next file if this one fails to load, and so has no hooks. */
export function closedAtLast(close: () => Promise<void>): () => Promise<void> {
  const closeOnce = async () => {
    open.delete(closeOnce);
    await close();
  };
  open.add(closeOnce);
  return closeOnce;
}

export async function closeLeftOpen(): Promise<void> {
  for (const close of [...open].reverse()) await close();
}
