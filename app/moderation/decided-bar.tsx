import { Trans, useLingui } from '@lingui/react/macro';
import { useFieldNames } from '#app/profile/field-names.ts';
import classes from './decided-bar.module.css';
import type { Decided } from './use-review.ts';

interface DecidedBarProps {
  readonly decided: readonly Decided[];
  /** Why the last one could not be taken back. */
  readonly fault: string | null;
  readonly onUndo: (decided: Decided) => void;
}

const shown = 3;

/** The last decisions of this visit, each of which can be taken back. */
export function DecidedBar({ decided, fault, onUndo }: DecidedBarProps) {
  const { t } = useLingui();
  const names = useFieldNames();
  const last = decided.slice(-shown).reverse();
  if (last.length === 0 && fault === null) return null;
  return (
    <section className={classes.bar} aria-label={t`Последние решения`}>
      {fault !== null && (
        <p role="alert" className={classes.fault}>
          {fault}
        </p>
      )}
      <ul className={classes.list}>
        {last.map((one, place) => {
          const { wish, verdict, status } = one;
          const { userName } = wish.person;
          const field = names[wish.name];
          return (
            <li key={wish.key} className={classes.item}>
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
