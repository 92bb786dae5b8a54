import { Trans, useLingui } from '@lingui/react/macro';
import { useFieldNames } from '#app/profile/field-names.ts';
import { FailureText } from '#base/ui/failures/failure-text.tsx';
import { Row } from '#base/ui/layout/parts.tsx';
import classes from './decided-bar.module.css';
import type { Decided } from './use-review.ts';

interface DecidedBarProps {
  readonly decided: readonly Decided[];
  /** Why the last undo failed. */
  readonly fault: string | null;
  readonly onUndo: (decided: Decided) => void;
}

/** The latest decision of this visit, with an undo button; undone, it gives its place to the one before. */
export function DecidedBar({ decided, fault, onUndo }: DecidedBarProps) {
  const { t } = useLingui();
  const names = useFieldNames();
  const last = decided.at(-1);
  if (last === undefined && fault === null) return null;
  return (
    <section className={classes.bar} aria-label={t`Последнее решение`}>
      {fault !== null && (
        <p role="alert" className={classes.fault}>
          <FailureText>{fault}</FailureText>
        </p>
      )}
      {last !== undefined && <Decision one={last} field={names[last.proposal.name]} onUndo={onUndo} />}
    </section>
  );
}

interface DecisionProps extends Pick<DecidedBarProps, 'onUndo'> {
  readonly one: Decided;
  readonly field: string;
}

function Decision({ one, field, onUndo }: DecisionProps) {
  const { t } = useLingui();
  const { userName } = one.proposal.person;
  return (
    <Row gap={16} align="center" justify="between" nowrap size={14}>
      <span className={classes.text}>
        {one.verdict === 'Confirmed' ? <Trans>Подтверждено</Trans> : <Trans>Отклонено</Trans>}: {field}, {userName}
      </span>
      <button
        type="button"
        className={classes.undo}
        aria-disabled={one.status !== 'done'}
        aria-label={t`Отменить: ${field}, ${userName}`}
        onClick={() => one.status === 'done' && onUndo(one)}
      >
        <span>
          <Trans>Отменить</Trans>
        </span>
        <kbd className={classes.key}>U</kbd>
      </button>
    </Row>
  );
}
