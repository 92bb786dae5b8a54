import type { ReactNode } from 'react';
import classes from './hidden-legend.module.css';

/** A fieldset's legend for screen readers only. */
export function HiddenLegend({ children }: { readonly children: ReactNode }) {
  return <legend className={classes.legend}>{children}</legend>;
}
