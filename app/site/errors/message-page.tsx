import type { ReactNode } from 'react';
import { artHeight, artWidth, errorArt, type Mishap, missingOutline } from './error-art.ts';
import classes from './message-page.module.css';

interface MessagePageProps {
  readonly art: Mishap;
  readonly title: ReactNode;
  /** What happened and what to do. */
  readonly children: ReactNode;
  /** Links to go on; the first is the best one. */
  readonly actions: ReactNode;
}

/** A page with one message: an error, an empty place, a feature to come. Always with a way on. */
export function MessagePage({ art, title, children, actions }: MessagePageProps) {
  return (
    <section className={classes.page}>
      <svg className={classes.art} viewBox={`0 0 ${artWidth} ${artHeight}`} aria-hidden="true">
        {errorArt(art).map(({ colour, path }, ring) => (
          <path key={`${colour} ${String(ring)}`} fill={colour} d={path} />
        ))}
        {art === 'missing' && <path className={classes.outline} d={missingOutline()} />}
      </svg>
      <h1 className={classes.title}>{title}</h1>
      <div className={classes.text}>{children}</div>
      <div className={classes.actions}>{actions}</div>
    </section>
  );
}
