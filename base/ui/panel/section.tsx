import { type ReactNode, useId } from 'react';
import classes from './panel.module.css';

interface SectionProps {
  readonly title: ReactNode;
  readonly children: ReactNode;
}

/** A part of a screen under a heading, which also names it as a region. */
export function Section({ title, children }: SectionProps) {
  const id = useId();
  return (
    <section className={classes.section} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}
