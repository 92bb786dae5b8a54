import { Trans } from '@lingui/react/macro';
import { IconRosetteDiscountCheckFilled } from '@tabler/icons-react';
import classes from './verified-mark.module.css';

/** The mark of a creator whom a moderator has verified, beside his name. */
export function VerifiedMark({ size = 20 }: { size?: number }) {
  return (
    <span className={classes.verified}>
      <IconRosetteDiscountCheckFilled size={size} aria-hidden />
      <span className="spoken">
        <Trans>Подтверждённый автор</Trans>
      </span>
    </span>
  );
}
