import { type RefObject, useLayoutEffect, useRef } from 'react';

/** For links in a row that is pushed sideways: brings the current one (`aria-current="page"`) into sight at every new `address`. */
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
