import type { ReactNode } from 'react';
import classes from './over-notice.module.css';

/** Says something over the page, so that what is about to be pressed stays in its place. Without words in it, nothing is there. */
export function OverNotice({ children }: { readonly children: ReactNode }) {
  return (
    <div className={classes.place} role="status">
      <p className={classes.notice}>{children}</p>
    </div>
  );
}
