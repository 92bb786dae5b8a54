import type { ReactNode } from 'react';
import { Row } from '#base/ui/layout/parts.tsx';
import type { StateLook } from './state-looks.ts';
import { StateSign } from './state-sign.tsx';
import classes from './tag.module.css';

interface TagProps {
  /** Of a state; a label without it says no more than its text. */
  readonly look?: StateLook;
  /** Its text may be long, as a name is: it breaks into lines. */
  readonly isLong?: boolean;
  readonly children: ReactNode;
}

/** A label; the colour and the sign of a state only repeat its text. */
export function Tag({ look, isLong, children }: TagProps) {
  return (
    <span className={classes.tag} data-look={look} data-long={isLong || undefined}>
      {look && <StateSign look={look} />}
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
