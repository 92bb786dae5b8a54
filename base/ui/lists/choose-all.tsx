import { Trans } from '@lingui/react/macro';
import classes from './choose-all.module.css';

interface ChooseAllProps {
  readonly isChosen: boolean;
  readonly onChoose: (isChosen: boolean) => void;
}

/** The box above a list that chooses each of its rows: where rows are cards, no head of a table could hold it. */
export function ChooseAll({ isChosen, onChoose }: ChooseAllProps) {
  return (
    <label className={classes.all}>
      <input type="checkbox" checked={isChosen} onChange={({ currentTarget: { checked } }) => onChoose(checked)} />
      <Trans>Выбрать все на странице</Trans>
    </label>
  );
}
