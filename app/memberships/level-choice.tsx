import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useId } from 'react';
import { FaultLine } from '#base/ui/failures/fault-line.tsx';
import { HiddenLegend } from '#base/ui/fields/hidden-legend.tsx';
import { Level } from './level.tsx';
import classes from './level-choice.module.css';
import type { PublicLevel } from './public-level.ts';

interface LevelChoiceProps {
  readonly levels: readonly PublicLevel[];
  /** The id of the chosen level; null: the donor types an amount of his own. */
  readonly chosen: string | null;
  readonly currency: string;
  /** Why the chosen level cannot be given. */
  readonly error: string | null;
  readonly onChoose: (level: PublicLevel | null) => void;
  /** The field for an amount of the donor's own; absent: none can be given. */
  readonly children?: ReactNode;
}

/** The levels of a creator as cards, and an own amount below them, if it can be given. */
export function LevelChoice({ levels, chosen, currency, error, onChoose, children }: LevelChoiceProps) {
  const { t } = useLingui();
  const group = useId();
  return (
    <fieldset className={classes.levels}>
      <HiddenLegend>{t`Уровень поддержки`}</HiddenLegend>
      {levels.map((level) => (
        <label key={level.id} className={classes.level}>
          <input type="radio" name={group} checked={level.id === chosen} onChange={() => onChoose(level)} />
          <Level level={level} currency={currency} />
        </label>
      ))}
      {children !== undefined && (
        <label className={classes.level}>
          <input type="radio" name={group} checked={chosen === null} onChange={() => onChoose(null)} />
          <b>
            <Trans>Своя сумма</Trans>
          </b>
        </label>
      )}
      {chosen === null && children !== undefined ? children : <FaultLine>{error}</FaultLine>}
    </fieldset>
  );
}
