import type { ReactNode } from 'react';
import classes from './message-page.module.css';
import { artHeight, artWidth, type Mishap, missingOutline, wovenArt } from './woven-art.ts';

interface MessagePageProps {
  readonly art: Mishap;
  readonly title: ReactNode;
  /** What happened and what to do, in plain words. */
  readonly children: ReactNode;
  /** The ways onward; the first is the best one. */
  readonly actions: ReactNode;
}

/** A whole page that says one thing: an error, an absence, something that is yet to open. No dead end. */
export function MessagePage({ art, title, children, actions }: MessagePageProps) {
  return (
    <section className={classes.page}>
      <svg className={classes.art} viewBox={`0 0 ${artWidth} ${artHeight}`} aria-hidden="true">
        {wovenArt(art).map(({ colour, path }, ring) => (
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
