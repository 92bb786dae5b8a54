import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/** Windows in which every row is a card. */
const phones = '(width < 60em)';

/** Whether the rows of a table are wider than its frame, with all words whole. */
function isTooWide(table: HTMLTableElement, frame: HTMLElement): boolean {
  // The page keeps its height meanwhile, and with it the place to which it is scrolled.
  frame.style.minHeight = `${String(frame.offsetHeight)}px`;
  table.removeAttribute('data-cards');
  const isWide = table.offsetWidth > frame.clientWidth;
  frame.style.minHeight = '';
  return isWide;
}

function arrange(table: HTMLTableElement | null): void {
  const frame = table?.parentElement;
  if (!frame) return;
  table.toggleAttribute('data-cards', matchMedia(phones).matches || isTooWide(table, frame));
}

/** Marks a table by `data-cards` wherever its rows find no room: each of them is a card then, and nothing scrolls sideways. */
export function useCards(): RefObject<HTMLTableElement | null> {
  const table = useRef<HTMLTableElement>(null);
  // Before it is painted, with the rows that it has now.
  useLayoutEffect(() => arrange(table.current));
  useEffect(() => {
    const again = () => arrange(table.current);
    window.addEventListener('resize', again);
    document.fonts.addEventListener('loadingdone', again);
    return () => {
      window.removeEventListener('resize', again);
      document.fonts.removeEventListener('loadingdone', again);
    };
  }, []);
  return table;
}
