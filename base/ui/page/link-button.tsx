import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router';
import { withKeptFocus } from './kept-focus.ts';
import classes from './link-button.module.css';

type Look = 'filled' | 'quiet';

/** A link that looks like a button: `filled` for the primary one, `quiet` for the others. */
export function LinkButton({ look = 'filled', className, ...link }: ComponentProps<typeof Link> & { look?: Look }) {
  return <Link {...link} className={[classes.button, classes[look], className].filter(Boolean).join(' ')} />;
}

interface ActionButtonProps extends Omit<ComponentProps<'button'>, 'type'> {
  readonly look?: Look;
  /** Whether it is the form's submit button, which Enter in a field presses too. */
  readonly isDefault?: boolean;
}

/** A button with the same look, for actions instead of navigation. */
export function ActionButton({ look = 'filled', isDefault = false, className, ...button }: ActionButtonProps) {
  return (
    <button
      {...withKeptFocus(button)}
      type={isDefault ? 'submit' : 'button'}
      className={[classes.button, classes[look], className].filter(Boolean).join(' ')}
    />
  );
}

const here = '';

/** Reloads the page, also without scripts. */
export function ReloadButton({ children }: { readonly children: ReactNode }) {
  return (
    <a href={here} className={`${classes.button} ${classes.filled}`}>
      {children}
    </a>
  );
}
