import type { ReactNode } from 'react';
import classes from './choice.module.css';

/** The views of a screen, each a link: the shown one has `aria-current`. They look like a `Choice`. */
export function ChoiceLinks({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <nav className={classes.choice} aria-label={label}>
      {children}
    </nav>
  );
}
