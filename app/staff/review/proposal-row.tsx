import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { useFieldNames } from '#app/profile/field-names.ts';
import { useDateText } from '#base/ui/dates/use-date-text.ts';
import { FailureText } from '#base/ui/failures/failure-text.tsx';
import { Row, Stack } from '#base/ui/layout/parts.tsx';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import { FieldValue } from './field-value.tsx';
import classes from './proposal-row.module.css';
import { RejectForm } from './reject-form.tsx';
import type { Proposal, Trouble } from './use-review.ts';

interface ProposalRowProps {
  readonly proposal: Proposal;
  readonly isCurrent: boolean;
  /** Selected by keyboard: it scrolls into view and takes the focus. */
  readonly takesFocus: boolean;
  readonly isRejecting: boolean;
  readonly trouble: Trouble | null;
  readonly onCurrent: () => void;
  readonly onConfirm: () => void;
  readonly onRejecting: (isRejecting: boolean) => void;
  readonly onReject: (comment: string) => void;
}

/** A pending field: the published beside the requested value, and both decisions. */
export function ProposalRow({ proposal, isCurrent, takesFocus, isRejecting, trouble, ...acts }: ProposalRowProps) {
  const dateText = useDateText();
  const [comment, setComment] = useState(trouble?.comment ?? '');
  const row = useRef<HTMLLIElement>(null);
  const names = useFieldNames();
  const { field, name, person } = proposal;
  const since = field.requestedAt === null ? '' : dateText(field.requestedAt, { date: 'short', time: 'short' });
  const label = `${names[name]}, ${person.userName}`;

  useEffect(() => {
    if (!isCurrent || !takesFocus || isRejecting) return;
    row.current?.focus({ preventScroll: true });
    row.current?.scrollIntoView({ block: 'nearest' });
  }, [isCurrent, takesFocus, isRejecting]);

  return (
    <li
      ref={row}
      className={classes.row}
      tabIndex={-1}
      aria-label={label}
      aria-current={isCurrent ? 'true' : undefined}
      onFocus={acts.onCurrent}
    >
      <Row className={classes.head} gap={16} rowGap={4} align="baseline" justify="between">
        <b>{names[name]}</b>
        <span className={classes.since}>
          <Trans>ждёт с {since}</Trans>
        </span>
      </Row>
      <Stack className={classes.values} gap={16}>
        <div>
          <p className={classes.caption}>
            <Trans>Сейчас на странице</Trans>
          </p>
          <FieldValue name={name} value={field.confirmedValue} />
        </div>
        <div className={classes.asked}>
          <p className={classes.caption}>
            <Trans>Предложено</Trans>
          </p>
          <FieldValue name={name} value={field.value} />
        </div>
      </Stack>
      {trouble !== null && <TroubleNote proposal={proposal} trouble={trouble} />}
      {!person.mayDecide && (
        <p className={classes.caption}>
          <Trans>О себе и о старших по роли решают другие</Trans>
        </p>
      )}
      {isRejecting && (
        <RejectForm
          name={name}
          comment={comment}
          onComment={setComment}
          onReject={acts.onReject}
          onCancel={() => acts.onRejecting(false)}
        />
      )}
      {!isRejecting && person.mayDecide && (
        <Answers
          label={label}
          isCurrent={isCurrent}
          onConfirm={acts.onConfirm}
          onReject={() => acts.onRejecting(true)}
        />
      )}
    </li>
  );
}

interface AnswersProps {
  readonly label: string;
  /** The one that the keys decide has the button of the screen. */
  readonly isCurrent: boolean;
  readonly onConfirm: () => void;
  readonly onReject: () => void;
}

function Answers({ label, isCurrent, onConfirm, onReject }: AnswersProps) {
  const { t } = useLingui();
  return (
    <Row className={classes.acts} gap={8}>
      <ActionButton look={isCurrent ? 'filled' : 'quiet'} onClick={onConfirm} aria-label={t`Подтвердить: ${label}`}>
        <Trans>Подтвердить</Trans>
        <span className={classes.key} aria-hidden="true">
          <kbd>C</kbd>
        </span>
      </ActionButton>
      <ActionButton look="quiet" onClick={onReject} aria-label={t`Отклонить: ${label}`}>
        <Trans>Отклонить</Trans>
        <span className={classes.key} aria-hidden="true">
          <kbd>X</kbd>
        </span>
      </ActionButton>
    </Row>
  );
}

/** Why the server refused, and the present value. */
function TroubleNote({ proposal, trouble }: { readonly proposal: Proposal; readonly trouble: Trouble }) {
  const { message, now } = trouble;
  return (
    <div role="alert" className={classes.trouble}>
      <p>
        <FailureText>{message}</FailureText>
      </p>
      {now !== null && now.value !== proposal.field.value && (
        <>
          <p className={classes.caption}>
            <Trans>Новое значение</Trans>
          </p>
          <FieldValue name={proposal.name} value={now.value} />
        </>
      )}
    </div>
  );
}
