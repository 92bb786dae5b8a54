import type { ReactNode } from 'react';
import classes from './page-frame.module.css';

/** The width and the margins of a view's content: 1280 px at most. `narrow` is for texts and forms. */
export function PageFrame({ children, narrow = false }: { readonly children: ReactNode; readonly narrow?: boolean }) {
  return <div className={narrow ? classes.narrow : classes.frame}>{children}</div>;
}

/** A view's heading, in the display font. */
export function PageTitle({ children }: { readonly children: ReactNode }) {
  return <h1 className={classes.title}>{children}</h1>;
}
