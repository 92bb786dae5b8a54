import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Adjusts an element after each render, and again when a font has come. */
export function useFitted<Fitted extends HTMLElement>(adjust: (element: Fitted) => void): RefObject<Fitted | null> {
  const fitted = useRef<Fitted>(null);
  useLayoutEffect(() => {
    const again = () => fitted.current && adjust(fitted.current);
    again();
    document.fonts.addEventListener('loadingdone', again);
    return () => document.fonts.removeEventListener('loadingdone', again);
  });
  return fitted;
}
