import type { ReactNode } from 'react';
import { Row } from '#base/ui/layout/parts.tsx';
import { usePercentText } from '#base/ui/page/use-percent-text.ts';
import classes from './change.module.css';

interface ChangeProps {
  readonly now: number;
  readonly before: number;
  /** The figure of the period before, in words. */
  readonly children: ReactNode;
}

/** Beyond it a percentage says nothing. */
const mostPercent = 999;

/** How a figure compares with the period before. Renders nothing if both are zero. */
export function Change({ now, before, children }: ChangeProps) {
  const percentText = usePercentText();
  if (before === 0 && now === 0) return null;
  const percent = before === 0 ? null : Math.round((now / before - 1) * 100);
  const way = now > before ? 'up' : now < before ? 'down' : 'same';
  return (
    <Row as="span" className={classes.change} gap={8} rowGap={0} size={14} dim>
      {percent !== null && percent <= mostPercent && (
        <b data-way={way}>
          {way === 'up' && '+'}
          {way === 'down' && '−'}
          {percentText(Math.abs(percent))}
        </b>
      )}
      <span>{children}</span>
    </Row>
  );
}
