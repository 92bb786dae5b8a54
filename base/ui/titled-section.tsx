import type { ReactNode } from 'react';
import classes from './titled-section.module.css';

interface TitledSectionProps {
  /** The heading's id on the page. */
  readonly id: string;
  readonly title: ReactNode;
  /** The way to the rest, beside the heading. */
  readonly more?: ReactNode;
  readonly children: ReactNode;
}

/** A part of a public page under a heading in the display face. */
export function TitledSection({ id, title, more, children }: TitledSectionProps) {
  return (
    <section className={classes.section} aria-labelledby={id}>
      <div className={classes.head}>
        <h2 id={id}>{title}</h2>
        {more}
      </div>
      {children}
    </section>
  );
}
