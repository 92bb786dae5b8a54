interface Ending {
  readonly isOpen: boolean;
  readonly closedAt: string | null;
}

/** How long the result of a vote stays after its end. */
const resultStays = 10 * 60_000;

/**
 * What the stream shows: everything that is open, the oldest first, else the last result for some minutes. `present`: the time of the
 * database, which has set the ends; asked for only where it decides.
 */
export async function votesToShow<Vote extends Ending>(
  votes: readonly Vote[],
  present: () => Promise<Date>,
): Promise<readonly Vote[]> {
  const open = votes.filter(({ isOpen }) => isOpen);
  if (open.length > 0) return open.toReversed();
  const [last] = votes.toSorted((a, b) => Date.parse(b.closedAt ?? '') - Date.parse(a.closedAt ?? ''));
  if (last === undefined) return [];
  const now = await present();
  return now.getTime() - Date.parse(last.closedAt ?? '') < resultStays ? [last] : [];
}

/** Three votes stand side by side, further ones below them. */
const besideEachOther = 3;
const optionsBelow = 3;
const mostOptions = 8;

/** The size at which so many votes are not wider than the picture. */
const largest = (votes: number) => [2, 2, 1.35][votes] ?? 1;

/** How large votes are drawn, where 1 is the usual size: as the creator wants it, as far as they fit. `size`: percent. */
export function scaleOf(size: number, votes: number): number {
  return Math.min(size / 100, largest(votes));
}

/** How many options fit into the height of the picture, below a question of three lines. */
const optionsThatFit = (scale: number) => Math.min(mostOptions, Math.floor(11.3 / scale - 3));

/** The options of one of so many votes that the picture has room for: those with the most votes, in their order. */
export function optionsToShow<Option extends { readonly votes: number }>(
  { options }: { readonly options: readonly Option[] },
  { votes, scale }: { readonly votes: number; readonly scale: number },
): readonly Option[] {
  const most = votes <= besideEachOther ? optionsThatFit(scale) : optionsBelow;
  const first = new Set(options.toSorted((a, b) => b.votes - a.votes).slice(0, most));
  return options.filter((option) => first.has(option));
}
