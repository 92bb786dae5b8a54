import type { ReactNode } from 'react';
import classes from './unit.module.css';

/** The unit at the right end of a field, on one line. */
export const Unit = ({ children }: { readonly children: ReactNode }) => (
  <span className={classes.unit}>{children}</span>
);
