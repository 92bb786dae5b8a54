import { type RefObject, useLayoutEffect, useRef } from 'react';
import { greatestHeight } from './alert-place.ts';

/** The smallest scale of an alert's texts; a card whose texts still do not fit grows downwards. */
const smallest = 0.42;
const steps = 7;

function shrinkToFit(card: HTMLElement): void {
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

/** Makes the texts of a card as large as its greatest height allows. */
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
