import { largestFit } from '../look/largest-fit.ts';

/** Five of the longest promises in the widest letters fit at this size. */
const least = 0.4;

/** Makes a board as large as the creator wants, as far as all of it is within the picture. */
export function fitBoard(board: HTMLElement, most: number): void {
  const picture = board.parentElement?.clientHeight ?? 0;
  const fits = (scale: number) => {
    board.style.setProperty('--scale', String(scale));
    return board.offsetHeight + 2 * board.offsetTop <= picture;
  };
  board.style.setProperty('--scale', String(largestFit(fits, { least: Math.min(least, most), most })));
}
