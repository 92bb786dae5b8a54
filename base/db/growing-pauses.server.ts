/** The milliseconds before each next try at what fails: the first, then twice as long each time up to the longest, without end. */
export function* growingPauses(first: number, longest: number): Generator<number, never> {
  for (let wait = first; ; wait = Math.min(2 * wait, longest)) yield wait;
}
