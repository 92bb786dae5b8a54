import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { FieldMark } from '#app/profile/field-mark.tsx';
import { useFieldNames } from '#app/profile/field-names.ts';
import { FailureText } from '#base/ui/failures/failure-text.tsx';
import { Row, Stack, Text } from '#base/ui/layout/parts.tsx';
import { withKeptFocus } from '#base/ui/page/kept-focus.ts';
import { FieldValue } from '../review/field-value.tsx';
import proposalClasses from '../review/proposal-row.module.css';
import { RejectForm } from '../review/reject-form.tsx';
import { type Proposal, proposalsOf, useReview } from '../review/use-review.ts';
import type { ModeratedUser } from './user-head.tsx';
import classes from './user-screen.module.css';

/** All fields of a user: published and requested values, with the possible decisions. */
export function UserFields({ user }: { readonly user: ModeratedUser }) {
  const review = useReview();
  const [rejecting, setRejecting] = useState('');
  const { id: userId, userName, avatar, confirmed, mayDecide } = user;
  const fields = user.fields.filter(({ value, confirmedValue }) => value !== '' || confirmedValue !== '');
  const proposals = proposalsOf([{ userId, userName, avatar, confirmed, mayDecide, fields }]);
  const last = review.decided.findLast(({ status }) => status === 'done');
  const isSending = review.decided.some(({ status }) => status !== 'done');
  const faults = [...review.troubles.values()];
  return (
    <>
      {proposals.length === 0 && (
        <p>
          <Trans>Ничего ещё не заполнено</Trans>
        </p>
      )}
      <Stack as="ul" className={classes.fields} gap={12}>
        {proposals.map((proposal) => (
          <FieldCard
            key={proposal.key}
            proposal={proposal}
            isBusy={isSending}
            isRejecting={rejecting === proposal.name}
            onConfirm={() => review.decide(proposal, 'Confirmed')}
            onRejecting={(isRejecting) => setRejecting(isRejecting ? proposal.name : '')}
            onReject={(comment) => {
              setRejecting('');
              return review.decide(proposal, 'Reject', comment);
            }}
          />
        ))}
      </Stack>
      {faults.map(({ message }) => (
        <p key={message} role="alert" className={classes.fault}>
          <FailureText>{message}</FailureText>
        </p>
      ))}
      {last !== undefined && (
        <p role="status">
          <button type="button" className={classes.small} onClick={() => void review.undo(last)}>
            <Trans>Отменить последнее решение</Trans>
          </button>
        </p>
      )}
    </>
  );
}

interface FieldCardProps {
  readonly proposal: Proposal;
  readonly isBusy: boolean;
  readonly isRejecting: boolean;
  readonly onConfirm: () => void;
  readonly onRejecting: (isRejecting: boolean) => void;
  /** Resolves to whether the server took it. */
  readonly onReject: (comment: string) => Promise<boolean>;
}

function FieldCard({ proposal, isBusy, isRejecting, onConfirm, onRejecting, onReject }: FieldCardProps) {
  const names = useFieldNames();
  const [typed, setTyped] = useState('');
  const { field, name, person } = proposal;
  const { state, value, confirmedValue, comment } = field;
  const reject = async (text: string) => {
    if (await onReject(text)) setTyped('');
  };
  return (
    <Text as="li" className={classes.field} shrinks card aria-label={names[name]}>
      <Row className={classes.fieldHead} gap={8} align="center" justify="between">
        <b>{names[name]}</b>
        <FieldMark mark={state} />
      </Row>
      <FieldValue name={name} value={value} />
      {comment !== null && (
        <p>
          <Trans>Автору сказано: {comment}</Trans>
        </p>
      )}
      {value !== confirmedValue && (
        <div>
          <p className={proposalClasses.caption}>
            <Trans>Сейчас на странице</Trans>
          </p>
          <FieldValue name={name} value={confirmedValue} />
        </div>
      )}
      {isRejecting && (
        <RejectForm
          name={name}
          comment={typed}
          onComment={setTyped}
          onReject={(text) => void reject(text)}
          onCancel={() => onRejecting(false)}
        />
      )}
      {!isRejecting && person.mayDecide && (
        <Row className={classes.smallActs} gap={8}>
          {state !== 'Confirmed' && (
            <button
              {...withKeptFocus({ disabled: isBusy, onClick: onConfirm })}
              type="button"
              className={classes.small}
            >
              <Trans>Подтвердить</Trans>
            </button>
          )}
          {state !== 'Reject' && value !== '' && (
            <button
              {...withKeptFocus({ disabled: isBusy, onClick: () => onRejecting(true) })}
              type="button"
              className={classes.small}
            >
              {state === 'Confirmed' ? <Trans>Снять со страницы…</Trans> : <Trans>Отклонить…</Trans>}
            </button>
          )}
        </Row>
      )}
    </Text>
  );
}
