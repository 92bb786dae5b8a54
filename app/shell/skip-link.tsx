import { Trans } from '@lingui/react/macro';
import classes from './main-frame.module.css';

/** The first stop of the keyboard: past the header, to the view. */
export function SkipLink() {
  return (
    <a className={classes.skip} href="#content">
      <Trans>Перейти к содержанию</Trans>
    </a>
  );
}
