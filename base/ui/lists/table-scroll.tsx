import type { ReactNode } from 'react';
import classes from './staff-list.module.css';

/** A scrollable region must be focusable. */
const reachable = { tabIndex: 0 } as const;

/**
 * The frame of a wide table, which scrolls horizontally in narrow windows, by keyboard too. In wide windows it does not scroll, so that the
 * head of the table can stick.
 */
export function TableScroll({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <section aria-label={label} className={classes.scroll} {...reachable}>
      {children}
    </section>
  );
}
