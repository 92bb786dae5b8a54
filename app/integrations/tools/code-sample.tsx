import { useId } from 'react';
import { Stack } from '#base/ui/layout/parts.tsx';
import classes from './tools-screen.module.css';

/** A titled code sample. Long lines wrap, so that a phone does not scroll sideways. */
export function CodeSample({ title, code }: { readonly title: string; readonly code: string }) {
  const id = useId();
  return (
    <Stack as="figure" className={classes.sample} gap={8} shrinks aria-labelledby={id}>
      <figcaption id={id}>{title}</figcaption>
      <pre>
        <code>{code}</code>
      </pre>
    </Stack>
  );
}
