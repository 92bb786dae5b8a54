import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router';
import classes from './link-button.module.css';

type Look = 'filled' | 'quiet';

/** A link that looks like a button: `filled` for the best way onward, `quiet` for the others. */
export function LinkButton({ look = 'filled', className, ...link }: ComponentProps<typeof Link> & { look?: Look }) {
  return <Link {...link} className={[classes.button, classes[look], className].filter(Boolean).join(' ')} />;
}

interface ActionButtonProps extends Omit<ComponentProps<'button'>, 'type'> {
  readonly look?: Look;
  /** What Enter in a field of its form presses too. */
  readonly isDefault?: boolean;
}

/** The same look on a real button, for what is done and not gone to. */
export function ActionButton({ look = 'filled', isDefault = false, className, ...button }: ActionButtonProps) {
  return (
    <button
      {...button}
      type={isDefault ? 'submit' : 'button'}
      className={[classes.button, classes[look], className].filter(Boolean).join(' ')}
    />
  );
}

const here = '';

/** Loads the page again, also where no script runs. */
export function ReloadButton({ children }: { readonly children: ReactNode }) {
  return (
    <a href={here} className={`${classes.button} ${classes.filled}`}>
      {children}
    </a>
  );
}
