import type { ComponentProps } from 'react';
import classes from './text-button.module.css';

/** A button that looks like a text link, for actions on a line of a list. */
export function TextButton(button: Omit<ComponentProps<'button'>, 'type' | 'className'>) {
  return <button {...button} type="button" className={classes.button} />;
}
