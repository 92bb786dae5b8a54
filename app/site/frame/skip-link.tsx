import { Trans } from '@lingui/react/macro';
import classes from './main-frame.module.css';

/** The first focusable element: skips the header. */
export function SkipLink() {
  return (
    <a className={classes.skip} href="#content">
      <Trans>Перейти к содержанию</Trans>
    </a>
  );
}
