import { Trans } from '@lingui/react/macro';
import { IconAlertTriangle, IconCircleCheck, IconClockHour4, IconPencil } from '@tabler/icons-react';
import classes from './field-mark.module.css';
import type { FieldMark as Mark } from './profile-draft.ts';

const icons = {
  Awaiting: IconClockHour4,
  Confirmed: IconCircleCheck,
  Reject: IconAlertTriangle,
  Changed: IconPencil,
} as const;

/** The state of a field as a coloured label; nothing for an empty one. */
export function FieldMark({ mark }: { readonly mark: Mark }) {
  if (mark === 'Empty') return null;
  const Icon = icons[mark];
  return (
    <span className={classes.mark} data-mark={mark}>
      <Icon size={16} stroke={1.75} aria-hidden />
      {mark === 'Awaiting' && <Trans>На проверке</Trans>}
      {mark === 'Confirmed' && <Trans>Подтверждено</Trans>}
      {mark === 'Reject' && <Trans>Отклонено</Trans>}
      {mark === 'Changed' && <Trans>Изменено, не отправлено</Trans>}
    </span>
  );
}

/** The comment of the moderator at a rejected field. */
export function FieldComment({ comment }: { readonly comment: string }) {
  return (
    <p className={classes.comment}>
      <Trans>Модератор: {comment}</Trans>
    </p>
  );
}
