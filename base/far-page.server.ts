/** A part of a list by offset. */
export interface Page {
  readonly skip: number;
  readonly take: number;
}

/** The same part as it is read from the end of the list: order it the other way round, then turn what was read. */
export interface PageFromEnd extends Page {
  readonly isFromEnd: boolean;
}

/** From so many rows on it pays to know the count first. */
const far = 1_000;

/** Whether a page lies so deep in its list that walking there from the beginning costs more than counting first. */
export const isFar = ({ skip }: Page): boolean => skip >= far;

/**
 * The shorter way to a page of a list of `count`: a walk from the end where that is nearer, so that the last page costs what the
 * first one does. A page beyond the end takes nothing.
 */
export function shorterWay({ skip, take }: Page, count: number): PageFromEnd {
  if (skip >= count) return { skip: 0, take: 0, isFromEnd: true };
  const rest = Math.max(0, count - skip - take);
  if (rest >= skip) return { skip, take, isFromEnd: false };
  return { skip: rest, take: Math.min(take, count - skip), isFromEnd: true };
}
