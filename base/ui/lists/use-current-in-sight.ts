import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Scrolls the current link (`aria-current="page"`) of a horizontally scrolling row into view when `address` changes. */
export function useCurrentInSight(address: string): RefObject<HTMLElement | null> {
  const row = useRef<HTMLElement>(null);
  const shown = useRef<string>(null);
  useLayoutEffect(() => {
    const current = row.current?.querySelector('[aria-current="page"]');
    if (!row.current || !current || shown.current === address) return;
    shown.current = address;
    const frame = row.current.getBoundingClientRect();
    const place = current.getBoundingClientRect();
    row.current.scrollLeft += place.left + place.width / 2 - frame.left - frame.width / 2;
  }, [address]);
  return row;
}
