/** The size at which so many targets, with the most lines of text that are shown, are not higher than the picture. */
const largest = [2, 2, 2, 1.55, 1.2, 1.2];

/** How large targets are drawn, where 1 is the usual size: as the creator wants it, as far as they fit. `size`: percent. */
export function targetsScale(size: number, targets: number): number {
  return Math.min(size / 100, largest[targets] ?? 1);
}
