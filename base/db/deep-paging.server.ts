/** A part of a list by offset. */
export interface Page {
  readonly skip: number;
  readonly take: number;
}

/** The same part read from the end of the list: reverse the order of the query, then reverse the rows. */
export interface PageFromEnd extends Page {
  readonly isFromEnd: boolean;
}

/** The offset from which counting first pays off. */
const far = 1_000;

/** Whether a page is so deep in its list that reading from the beginning costs more than counting first. */
export const isDeep = ({ skip }: Page): boolean => skip >= far;

/**
 * The cheaper direction to read a page of a list of `count` rows: from the end where that is nearer, so that the last page costs as much
 * as the first. A page beyond the end takes nothing.
 */
export function shorterDirection({ skip, take }: Page, count: number): PageFromEnd {
  if (skip >= count) return { skip: 0, take: 0, isFromEnd: true };
  const rest = Math.max(0, count - skip - take);
  if (rest >= skip) return { skip, take, isFromEnd: false };
  return { skip: rest, take: Math.min(take, count - skip), isFromEnd: true };
}
