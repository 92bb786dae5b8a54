import { useId } from 'react';
import classes from './tools-screen.module.css';

/** A titled code sample. Long lines wrap, so that a phone does not scroll sideways. */
export function CodeSample({ title, code }: { readonly title: string; readonly code: string }) {
  const id = useId();
  return (
    <figure className={classes.sample} aria-labelledby={id}>
      <figcaption id={id}>{title}</figcaption>
      <pre>
        <code>{code}</code>
      </pre>
    </figure>
  );
}
