import type { ReactNode } from 'react';
import classes from './audio-fault.module.css';

/** Why audio does not play, in the place of its player. */
export function AudioFaultNote({ children }: { readonly children: ReactNode }) {
  return (
    <p role="alert" className={classes.fault}>
      {children}
    </p>
  );
}
