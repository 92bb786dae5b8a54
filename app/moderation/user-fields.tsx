import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useFieldNames } from '#app/profile/field-names.ts';
import { FieldValue } from './field-value.tsx';
import { RejectForm } from './reject-form.tsx';
import { Tag } from './tag.tsx';
import { useReview, type Wish, wishesOf } from './use-review.ts';
import type { ModeratedUser } from './user-head.tsx';
import classes from './user-screen.module.css';
import wishClasses from './wish-row.module.css';

/** Every field of a person: what the page shows, what is asked for, and the decisions that can be made about either. */
export function UserFields({ user }: { readonly user: ModeratedUser }) {
  const review = useReview();
  const [rejecting, setRejecting] = useState('');
  const { id: userId, userName, avatar, confirmed } = user;
  const fields = user.fields.filter(({ value, confirmedValue }) => value !== '' || confirmedValue !== '');
  const wishes = wishesOf([{ userId, userName, avatar, confirmed, fields }]);
  const last = review.decided.findLast(({ status }) => status === 'done');
  const isSending = review.decided.some(({ status }) => status !== 'done');
  const faults = [...review.troubles.values()];
  return (
    <>
      {wishes.length === 0 && (
        <p>
          <Trans>Ничего ещё не заполнено</Trans>
        </p>
      )}
      <ul className={classes.fields}>
        {wishes.map((wish) => (
          <FieldCard
            key={wish.key}
            wish={wish}
            isBusy={isSending}
            isRejecting={rejecting === wish.name}
            onConfirm={() => void review.decide(wish, 'Confirmed')}
            onRejecting={(isRejecting) => setRejecting(isRejecting ? wish.name : '')}
            onReject={(comment) => {
              setRejecting('');
              void review.decide(wish, 'Reject', comment);
            }}
          />
        ))}
      </ul>
      {faults.map(({ message }) => (
        <p key={message} role="alert" className={classes.fault}>
          {message}
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
  readonly wish: Wish;
  readonly isBusy: boolean;
  readonly isRejecting: boolean;
  readonly onConfirm: () => void;
  readonly onRejecting: (isRejecting: boolean) => void;
  readonly onReject: (comment: string) => void;
}

function FieldCard({ wish, isBusy, isRejecting, onConfirm, onRejecting, onReject }: FieldCardProps) {
  const names = useFieldNames();
  const { field, name } = wish;
  const { state, value, confirmedValue, comment } = field;
  return (
    <li className={classes.field} aria-label={names[name]}>
      <div className={classes.fieldHead}>
        <b>{names[name]}</b>
        {state === 'Awaiting' && (
          <Tag tone="waits">
            <Trans>на проверке</Trans>
          </Tag>
        )}
        {state === 'Confirmed' && (
          <Tag tone="good">
            <Trans>подтверждено</Trans>
          </Tag>
        )}
        {state === 'Reject' && (
          <Tag tone="bad">
            <Trans>отклонено</Trans>
          </Tag>
        )}
      </div>
      <FieldValue name={name} value={value} />
      {comment !== null && (
        <p>
          <Trans>Автору сказано: {comment}</Trans>
        </p>
      )}
      {value !== confirmedValue && (
        <div>
          <p className={wishClasses.caption}>
            <Trans>Сейчас на странице</Trans>
          </p>
          <FieldValue name={name} value={confirmedValue} />
        </div>
      )}
      {isRejecting ? (
        <RejectForm name={name} onReject={onReject} onCancel={() => onRejecting(false)} />
      ) : (
        <div className={classes.smallActs}>
          {state !== 'Confirmed' && (
            <button type="button" className={classes.small} disabled={isBusy} onClick={onConfirm}>
              <Trans>Подтвердить</Trans>
            </button>
          )}
          {state !== 'Reject' && value !== '' && (
            <button type="button" className={classes.small} disabled={isBusy} onClick={() => onRejecting(true)}>
              {state === 'Confirmed' ? <Trans>Снять со страницы…</Trans> : <Trans>Отклонить…</Trans>}
            </button>
          )}
        </div>
      )}
    </li>
  );
}
