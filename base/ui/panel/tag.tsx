import type { ReactNode } from 'react';
import { Row } from '#base/ui/layout/parts.tsx';
import classes from './tag.module.css';

interface TagProps {
  /** Done, waiting for somebody, trouble, or ended without a result; `plain` says no more than its text. */
  readonly tone: 'plain' | 'good' | 'waits' | 'bad' | 'over';
  readonly children: ReactNode;
}

/** A label of a state; its colour only repeats the text. */
export function Tag({ tone, children }: TagProps) {
  return (
    <span className={classes.tag} data-tone={tone}>
      {children}
    </span>
  );
}

/** Labels of states behind their subject. */
export function Tags({ children }: { readonly children: ReactNode }) {
  return (
    <Row as="span" gap={6} rowGap={4} align="center">
      {children}
    </Row>
  );
}
