import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { useFieldNames } from '#app/profile/field-names.ts';
import { ActionButton } from '#base/ui/link-button.tsx';
import { FieldValue } from './field-value.tsx';
import { RejectForm } from './reject-form.tsx';
import type { Trouble, Wish } from './use-review.ts';
import classes from './wish-row.module.css';

interface WishRowProps {
  readonly wish: Wish;
  readonly isCurrent: boolean;
  /** The keyboard has chosen it: it is brought into sight and takes the focus. */
  readonly takesFocus: boolean;
  readonly isRejecting: boolean;
  readonly trouble: Trouble | null;
  readonly onCurrent: () => void;
  readonly onConfirm: () => void;
  readonly onRejecting: (isRejecting: boolean) => void;
  readonly onReject: (comment: string) => void;
}

/** One field that waits: what stands on the page beside what is asked for, and the two answers. */
export function WishRow({ wish, isCurrent, takesFocus, isRejecting, trouble, ...acts }: WishRowProps) {
  const { i18n } = useLingui();
  const row = useRef<HTMLLIElement>(null);
  const names = useFieldNames();
  const { field, name, person } = wish;
  const since =
    field.requestedAt === null
      ? ''
      : i18n.date(new Date(field.requestedAt), { dateStyle: 'medium', timeStyle: 'short' });
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
      <div className={classes.head}>
        <b>{names[name]}</b>
        <span className={classes.since}>
          <Trans>ждёт с {since}</Trans>
        </span>
      </div>
      <div className={classes.values}>
        <div>
          <p className={classes.caption}>
            <Trans>Сейчас на странице</Trans>
          </p>
          <FieldValue name={name} value={field.confirmedValue} />
        </div>
        <div className={classes.asked}>
          <p className={classes.caption}>
            <Trans>Просят поставить</Trans>
          </p>
          <FieldValue name={name} value={field.value} />
        </div>
      </div>
      {trouble !== null && <TroubleNote wish={wish} trouble={trouble} />}
      {isRejecting ? (
        <RejectForm name={name} onReject={acts.onReject} onCancel={() => acts.onRejecting(false)} />
      ) : (
        <Answers label={label} onConfirm={acts.onConfirm} onReject={() => acts.onRejecting(true)} />
      )}
    </li>
  );
}

interface AnswersProps {
  readonly label: string;
  readonly onConfirm: () => void;
  readonly onReject: () => void;
}

function Answers({ label, onConfirm, onReject }: AnswersProps) {
  const { t } = useLingui();
  return (
    <div className={classes.acts}>
      <ActionButton onClick={onConfirm} aria-label={t`Подтвердить: ${label}`}>
        <Trans>Подтвердить</Trans>&nbsp;<kbd className={classes.key}>C</kbd>
      </ActionButton>
      <ActionButton look="quiet" onClick={onReject} aria-label={t`Отклонить: ${label}`}>
        <Trans>Отклонить</Trans>&nbsp;<kbd className={classes.key}>X</kbd>
      </ActionButton>
    </div>
  );
}

/** Why the server refused, and what is there now. */
function TroubleNote({ wish, trouble }: { readonly wish: Wish; readonly trouble: Trouble }) {
  const { message, now } = trouble;
  return (
    <div role="alert" className={classes.trouble}>
      <p>{message}</p>
      {now !== null && now.value !== wish.field.value && (
        <>
          <p className={classes.caption}>
            <Trans>Новое значение</Trans>
          </p>
          <FieldValue name={wish.name} value={now.value} />
        </>
      )}
    </div>
  );
}
