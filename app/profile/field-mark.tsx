import { Trans } from '@lingui/react/macro';
import { IconAlertTriangle, IconCircleCheck, IconClockHour4, IconPencil } from '@tabler/icons-react';
import { Tag } from '#base/ui/panel/tag.tsx';
import classes from './field-mark.module.css';
import type { FieldMark as Mark } from './profile-draft.ts';

const looks = {
  Awaiting: { Icon: IconClockHour4, tone: 'waits' },
  Confirmed: { Icon: IconCircleCheck, tone: 'good' },
  Reject: { Icon: IconAlertTriangle, tone: 'bad' },
  Changed: { Icon: IconPencil, tone: 'plain' },
} as const;

/** The state of a field as a coloured label; nothing for an empty one. */
export function FieldMark({ mark }: { readonly mark: Mark }) {
  if (mark === 'Empty') return null;
  const { Icon, tone } = looks[mark];
  return (
    <Tag tone={tone}>
      <Icon size={16} stroke={1.75} aria-hidden />
      {mark === 'Awaiting' && <Trans>На проверке</Trans>}
      {mark === 'Confirmed' && <Trans>Подтверждено</Trans>}
      {mark === 'Reject' && <Trans>Отклонено</Trans>}
      {mark === 'Changed' && <Trans>Изменено, не отправлено</Trans>}
    </Tag>
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
