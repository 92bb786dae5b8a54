import { Trans } from '@lingui/react/macro';
import { stateLooks } from '#base/ui/states/state-looks.ts';
import { Tag } from '#base/ui/states/tag.tsx';
import classes from './field-mark.module.css';
import type { FieldMark as Mark } from './profile-draft.ts';

/** The state of a field as a coloured label; what is confirmed or empty needs none. */
export function FieldMark({ mark }: { readonly mark: Mark }) {
  if (mark === 'Empty' || mark === 'Confirmed') return null;
  return (
    <Tag look={stateLooks.field[mark]}>
      {mark === 'Awaiting' && <Trans>На проверке</Trans>}
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
