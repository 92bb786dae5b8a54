import { type ReactNode, useId } from 'react';
import classes from './panel.module.css';

interface SectionProps {
  readonly title: ReactNode;
  /** On a surface with a border. */
  readonly card?: boolean;
  readonly children: ReactNode;
}

/** A part of a screen under a heading, which also names it as a region. */
export function Section({ title, card = false, children }: SectionProps) {
  const id = useId();
  return (
    <section className={card ? `${classes.section} ${classes.panel}` : classes.section} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}
