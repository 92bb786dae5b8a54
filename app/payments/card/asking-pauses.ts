const shortestPause = 1_000;
const longestPause = 8_000;

/**
 * Milliseconds before our server is asked about a payment again. A payer who looks on learns at once that the money has come; the pauses grow only
 * with the questions in a row that brought no answer, or were asked while nobody saw the page.
 */
export function pauseBeforeAsking(inVain: number): number {
  return Math.min(shortestPause * 1.6 ** inVain, longestPause);
}
