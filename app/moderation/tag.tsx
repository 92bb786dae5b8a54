import type { ReactNode } from 'react';
import classes from './tag.module.css';

interface TagProps {
  readonly tone: 'plain' | 'good' | 'bad' | 'waits';
  readonly children: ReactNode;
}

/** A word about a state; its colour only repeats it. */
export function Tag({ tone, children }: TagProps) {
  return (
    <span className={classes.tag} data-tone={tone}>
      {children}
    </span>
  );
}

/** Words about states, with what they are about before them. */
export function Tags({ children }: { readonly children: ReactNode }) {
  return <span className={classes.tags}>{children}</span>;
}
