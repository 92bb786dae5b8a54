import { withinLimit } from './within-limit.ts';

/** What the files of this process have opened and not closed yet. */
const open = new Set<() => Promise<void>>();

/** Returns `close`, which works once, and is called before the next file where this one has no hooks: it failed to load. */
export function closedAtLast(close: () => Promise<void>): () => Promise<void> {
  let closing: Promise<void> | null = null;
  const closeOnce = () => {
    open.delete(closeOnce);
    closing ??= close();
    return closing;
  };
  open.add(closeOnce);
  return closeOnce;
}

/** The next file is innocent of what cannot be closed: that is only written down. */
export async function closeLeftOpen(): Promise<void> {
  for (const close of [...open].reverse()) {
    await withinLimit('Closing what an earlier file has opened', close()).catch((error) => console.error(error));
  }
}
