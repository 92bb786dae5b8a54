/** The largest list of codes: bytes, lines, and characters of a name. */
export const largestListBytes = 20 * 1_024 * 1_024;
export const mostListLines = 100_000;
export const longestCodeName = 500;

/** So many wrong lines of a list are named. */
export const mostNamedLines = 20;
