import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import { withKeptFocus } from './kept-focus.ts';
import classes from './text-button.module.css';

/** A button that looks like a text link, for actions on a line of a list. */
export function TextButton(button: Omit<ComponentProps<'button'>, 'type' | 'className'>) {
  return <button {...withKeptFocus(button)} type="button" className={classes.button} />;
}

/** A link among such buttons. */
export function TextLink(link: Omit<ComponentProps<typeof Link>, 'className'>) {
  return <Link {...link} className={classes.button} />;
}
