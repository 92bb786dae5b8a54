import type { ComponentProps } from 'react';
import classes from './text-button.module.css';

/** What may be done to a line of a list: a button that looks like a link in its text. */
export function TextButton(button: Omit<ComponentProps<'button'>, 'type' | 'className'>) {
  return <button {...button} type="button" className={classes.button} />;
}
