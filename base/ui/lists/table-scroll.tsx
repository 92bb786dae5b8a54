import type { ReactNode } from 'react';
import classes from './table-scroll.module.css';

/** A scrollable region must be focusable. */
const reachable = { tabIndex: 0 } as const;

/** The frame of a table of unknown width, which scrolls horizontally where it finds no room, by keyboard too. */
export function TableScroll({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <section aria-label={label} className={classes.scroll} {...reachable}>
      {children}
    </section>
  );
}
