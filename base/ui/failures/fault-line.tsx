import type { ReactNode } from 'react';
import { FailureText } from './failure-text.tsx';
import classes from './fault-line.module.css';

/** What is wrong with the field or act above it; announced, and not there while there is nothing to say. */
export function FaultLine({ children }: { readonly children: ReactNode }) {
  return (
    <p className={classes.fault} role="alert">
      <FailureText>{children}</FailureText>
    </p>
  );
}
