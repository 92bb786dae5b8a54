import type { ReactNode } from 'react';
import classes from './choice-rows.module.css';

/** Keeps the edges of the choices in it straight on a phone, whatever their number and the length of their words. */
export function ChoiceRows({ children }: { readonly children: ReactNode }) {
  return <div className={classes.rows}>{children}</div>;
}
