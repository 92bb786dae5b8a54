import type { ReactNode } from 'react';
import classes from './staff-list.module.css';

/** The frame of a table whose rows become cards where they find no room: it never scrolls, so that the head of the table can stick. */
export function TableFrame({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <section aria-label={label} className={classes.frame}>
      {children}
    </section>
  );
}
