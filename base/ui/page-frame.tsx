import type { ReactNode } from 'react';
import classes from './page-frame.module.css';

/** The width and the margins of a view's content: 1280 px at most. `narrow` is for what is read or filled in. */
export function PageFrame({ children, narrow = false }: { readonly children: ReactNode; readonly narrow?: boolean }) {
  return <div className={narrow ? classes.narrow : classes.frame}>{children}</div>;
}

/** A view's own heading, in the display face. */
export function PageTitle({ children }: { readonly children: ReactNode }) {
  return <h1 className={classes.title}>{children}</h1>;
}
