import type { ReactNode } from 'react';
import { Link } from 'react-router';
import classes from './waiting-link.module.css';

/** A line about what waits for the user, which leads to where it is answered. */
export function WaitingLink({ to, children }: { readonly to: string; readonly children: ReactNode }) {
  return (
    <Link to={to} className={classes.waiting}>
      {children}
    </Link>
  );
}
