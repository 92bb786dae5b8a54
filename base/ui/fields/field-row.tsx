import type { ReactNode } from 'react';
import { Row } from '../layout/parts.tsx';
import classes from './field-row.module.css';

/** Fields and the buttons behind them on one line. */
export function FieldRow({ children }: { readonly children: ReactNode }) {
  return (
    <Row className={classes.row} gap={12} align="end">
      {children}
    </Row>
  );
}
