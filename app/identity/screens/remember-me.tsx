import { Trans } from '@lingui/react/macro';
import classes from '../auth-card.module.css';

interface RememberMeProps {
  readonly isChosen: boolean;
  readonly onChoose: (isChosen: boolean) => void;
}

/** A session of 500 hours instead of a day (docs/rules.md#sessions). */
export function RememberMe({ isChosen, onChoose }: RememberMeProps) {
  return (
    <label className={classes.check}>
      <input
        type="checkbox"
        name="rememberMe"
        checked={isChosen}
        onChange={(event) => onChoose(event.currentTarget.checked)}
      />
      <span>
        <Trans>Запомнить меня здесь</Trans>
      </span>
    </label>
  );
}
