import { greatestHeight } from './alert-place.ts';
import { largestFit } from './largest-fit.ts';
import { useFitted } from './use-fitted.ts';

/** The smallest scale of an alert's texts; a card whose texts still do not fit grows downwards. */
const smallest = 0.42;

/** A line whose long word would be smaller than this is broken between syllables instead. */
const smallestUnbroken = 0.85;

/** Makes each line of the headline so small that its longest word fits. Sizes before any animation, which `offsetWidth` gives. */
function shrinkWords(card: HTMLElement): void {
  card.dataset.measured = '';
  const found = [...card.querySelectorAll<HTMLElement>('[data-kind]')].map((line) => {
    const words = [...line.querySelectorAll<HTMLElement>('[data-word]')];
    const widest = Math.max(1, ...words.map(({ offsetWidth }) => offsetWidth));
    // Both widths are whole pixels.
    const scale = Math.min(1, (line.clientWidth - 1) / widest);
    const isWhole = scale >= smallestUnbroken || words.every(({ dataset }) => dataset.long === undefined);
    return { line, scale: isWhole ? scale : 1, isWhole };
  });
  delete card.dataset.measured;
  for (const { line, scale, isWhole } of found) {
    line.style.setProperty('--squeeze', String(scale));
    line.toggleAttribute('data-whole', isWhole);
  }
}

function shrinkToFit(card: HTMLElement): void {
  card.style.setProperty('--fit', '1');
  for (const line of card.querySelectorAll<HTMLElement>('[data-kind]')) line.style.setProperty('--squeeze', '1');
  shrinkWords(card);
  const fits = (scale: number) => {
    card.style.setProperty('--fit', String(scale));
    return card.offsetHeight <= card.offsetWidth * greatestHeight;
  };
  card.style.setProperty('--fit', String(largestFit(fits, { least: smallest, most: 1 })));
}

/** Makes the texts of a card as large as its width and its greatest height allow. */
export const useFit = () => useFitted<HTMLDivElement>(shrinkToFit);
