import { type RefObject, useLayoutEffect, useRef } from 'react';
import { greatestHeight } from './alert-place.ts';

/** The smallest scale of an alert's texts; a card whose texts still do not fit grows downwards. */
const smallest = 0.42;
const steps = 7;

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
  let low = smallest;
  let high = 1;
  let scale = 1;
  for (let step = 0; step < steps; step++) {
    card.style.setProperty('--fit', String(scale));
    if (card.offsetHeight <= card.offsetWidth * greatestHeight) {
      low = scale;
      if (scale === 1) return;
    } else {
      high = scale;
    }
    scale = (low + high) / 2;
  }
  card.style.setProperty('--fit', String(low));
}

/** Makes the texts of a card as large as its width and its greatest height allow. */
export function useFit(): RefObject<HTMLDivElement | null> {
  const card = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const again = () => card.current && shrinkToFit(card.current);
    again();
    document.fonts.addEventListener('loadingdone', again);
    return () => document.fonts.removeEventListener('loadingdone', again);
  });
  return card;
}
