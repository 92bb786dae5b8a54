import { Trans, useLingui } from '@lingui/react/macro';
import { useFieldNames } from '#app/profile/field-names.ts';
import { FailureText } from '#base/ui/failures/failure-text.tsx';
import classes from './decided-bar.module.css';
import type { Decided } from './use-review.ts';

interface DecidedBarProps {
  readonly decided: readonly Decided[];
  /** Why the last undo failed. */
  readonly fault: string | null;
  readonly onUndo: (decided: Decided) => void;
}

const shown = 3;

/** The latest decisions of this visit, each with an undo button. */
export function DecidedBar({ decided, fault, onUndo }: DecidedBarProps) {
  const { t } = useLingui();
  const names = useFieldNames();
  const last = decided.slice(-shown).reverse();
  if (last.length === 0 && fault === null) return null;
  return (
    <section className={classes.bar} aria-label={t`Последние решения`}>
      {fault !== null && (
        <p role="alert" className={classes.fault}>
          <FailureText>{fault}</FailureText>
        </p>
      )}
      <ul className={classes.list}>
        {last.map((one, place) => {
          const { proposal, verdict, status } = one;
          const { userName } = proposal.person;
          const field = names[proposal.name];
          return (
            <li key={proposal.key} className={classes.item}>
              <span className={classes.text}>
                {verdict === 'Confirmed' ? <Trans>Подтверждено</Trans> : <Trans>Отклонено</Trans>}: {field}, {userName}
              </span>
              <button
                type="button"
                className={classes.undo}
                aria-disabled={status !== 'done'}
                aria-label={t`Отменить: ${field}, ${userName}`}
                onClick={() => status === 'done' && onUndo(one)}
              >
                <Trans>Отменить</Trans>
                {place === 0 && <kbd className={classes.key}>U</kbd>}
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
