import type { ReactNode } from 'react';
import classes from './empty-state.module.css';

interface EmptyStateProps {
  /** What the list would contain. */
  readonly title: ReactNode;
  readonly children?: ReactNode;
  /** The next step. */
  readonly action?: ReactNode;
}

/** Shown for an empty list: a picture, an explanation and the next step. */
export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <div className={classes.empty}>
      <svg viewBox="0 0 64 40" width="96" height="60" aria-hidden="true">
        <path className={classes.loom} d="M8 2v36M16 2v36M24 2v36M32 2v36M40 2v36M48 2v36M56 2v36" />
        <path fill="var(--accent)" d="M30 12h4v3h3v3h3v4h-3v3h-3v3h-4v-3h-3v-3h-3v-4h3v-3h3z" />
        <path fill="var(--saffron)" d="M30 17h4v6h-4z" />
      </svg>
      <p className={classes.title}>{title}</p>
      {children !== undefined && <div className={classes.text}>{children}</div>}
      {action}
    </div>
  );
}
