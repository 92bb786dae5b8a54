import { type ReactNode, useId } from 'react';
import classes from './panel.module.css';

interface PanelProps {
  readonly title: ReactNode;
  /** The link to the whole, beside the heading. */
  readonly more?: ReactNode;
  readonly children: ReactNode;
}

/** One card of an overview, with a heading. */
export function Panel({ title, more, children }: PanelProps) {
  const id = useId();
  return (
    <section className={classes.panel} aria-labelledby={id}>
      <div className={classes.head}>
        <h2 id={id}>{title}</h2>
        {more}
      </div>
      {children}
    </section>
  );
}
