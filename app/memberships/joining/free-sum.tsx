import { Trans } from '@lingui/react/macro';
import { TextButton } from '#base/ui/page/text-button.tsx';
import classes from '../monthly-form.module.css';
import type { PublicLevel } from '../public-level.ts';

interface FreeSumProps {
  readonly levels: readonly PublicLevel[];
  /** What is typed; null: nothing yet. */
  readonly amount: number | null;
  readonly onChoose: (level: PublicLevel) => void;
}

/** What a sum of one's own does not open, and the level that it would pay. */
export function FreeSum({ levels, amount, onChoose }: FreeSumProps) {
  const paid = levels.filter((level) => amount !== null && level.amount <= amount);
  const dearest = Math.max(...paid.map((level) => level.amount));
  const level = paid.find((one) => one.amount === dearest);
  const name = level?.name;
  return (
    <p className={classes.terms}>
      <Trans>Своя сумма не открывает посты для уровней.</Trans>{' '}
      {level !== undefined && (
        <TextButton onClick={() => onChoose(level)}>
          <Trans>За эту сумму есть уровень «{name}»</Trans>
        </TextButton>
      )}
    </p>
  );
}
