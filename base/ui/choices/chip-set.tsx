import type { ReactNode } from 'react';
import classes from './chips.module.css';

interface ChipSetProps {
  readonly legend: ReactNode;
  readonly isInvalid?: boolean;
  readonly children: ReactNode;
}

/** Chips with their question. */
export function ChipSet({ legend, isInvalid = false, children }: ChipSetProps) {
  return (
    <fieldset className={classes.set} aria-invalid={isInvalid || undefined}>
      <legend>{legend}</legend>
      {children}
    </fieldset>
  );
}
