import type { ReactNode } from 'react';
import classes from './staff-list.module.css';

/** What scrolls has to be reached by the keyboard, also where nothing in it can be. */
const reachable = { tabIndex: 0 } as const;

/** The frame of a wide table; where it is narrower than the table it scrolls, by the keyboard too. */
export function TableScroll({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <section aria-label={label} className={classes.scroll} {...reachable}>
      {children}
    </section>
  );
}
