import type { ReactNode } from 'react';
import classes from './colour-field.module.css';

interface ColourFieldProps {
  readonly label: ReactNode;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A colour as `#rrggbb` in small letters, with the browser's colour picker. */
export function ColourField({ label, value, onChange }: ColourFieldProps) {
  return (
    <label className={classes.colour}>
      <input type="color" value={value.toLowerCase()} onChange={(event) => onChange(event.currentTarget.value)} />
      {label}
    </label>
  );
}
