import type { ReactNode } from 'react';
import classes from './titled-section.module.css';

interface TitledSectionProps {
  /** The heading's id on the page. */
  readonly id: string;
  readonly title: ReactNode;
  /** The link to the whole list, beside the heading. */
  readonly more?: ReactNode;
  readonly children: ReactNode;
}

/** A section of a public page with a heading in the display font. */
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
