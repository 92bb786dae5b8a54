import type { ReactNode } from 'react';
import classes from './list-head.module.css';

interface ListHeadProps {
  /** How many rows were found, in words. */
  readonly found: ReactNode;
  /** What can be done with all of them. */
  readonly children: ReactNode;
}

/** The line above a list. */
export function ListHead({ found, children }: ListHeadProps) {
  return (
    <div className={classes.head}>
      <p role="status">{found}</p>
      {children}
    </div>
  );
}
