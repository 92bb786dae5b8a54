const halvings = 6;

/** The largest scale up to `most` at which something fits, nearly; `least` where it fits at none. `fits` draws it at the scale that it is asked about. */
export function largestFit(fits: (scale: number) => boolean, { least, most }: { least: number; most: number }): number {
  if (fits(most)) return most;
  let low = least;
  let high = most;
  for (let step = 0; step < halvings; step += 1) {
    const middle = (low + high) / 2;
    if (fits(middle)) low = middle;
    else high = middle;
  }
  return low;
}
