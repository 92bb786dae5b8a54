import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { call } from '#app/call.ts';
import { ConfirmDialog } from '#base/ui/dialogs/confirm-dialog.tsx';
import { Field } from '#base/ui/fields/field.tsx';
import { TextButton } from '#base/ui/page/text-button.tsx';
import { useAction } from '#base/ui/page/use-action.ts';

interface AdminPostActsProps {
  readonly postId: string;
  readonly isRemoved: boolean;
}

/** Removes a post with a reason that the audit trail retains. */
export function AdminPostActs({ postId, isRemoved }: AdminPostActsProps) {
  const { t } = useLingui();
  const { revalidate } = useRevalidator();
  const { isBusy, failure, fields, act, forget } = useAction();
  const [isAsking, setAsking] = useState(false);
  const [reason, setReason] = useState('');
  if (isRemoved) return <Trans>Убрано</Trans>;

  const remove = async () => {
    if (!(await act(() => call('POST Moderator/RemovePost', { body: { postId, reason } })))) return;
    setAsking(false);
    await revalidate();
  };

  // What went wrong before is not said of the next try.
  const ask = (isOpen: boolean) => {
    forget();
    setAsking(isOpen);
  };

  return (
    <>
      <TextButton disabled={isBusy} onClick={() => ask(true)}>
        <Trans>Убрать</Trans>
      </TextButton>
      <ConfirmDialog
        isOpen={isAsking}
        isBusy={isBusy}
        title={<Trans>Убрать пост</Trans>}
        act={<Trans>Убрать</Trans>}
        onConfirm={remove}
        onClose={() => ask(false)}
      >
        <p>
          <Trans>Его не увидит никто, кроме самого автора. Автор увидит, что пост убрал модератор.</Trans>
        </p>
        <Field
          label={t`Причина`}
          value={reason}
          maxLength={300}
          error={fields.reason ?? failure?.message}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </ConfirmDialog>
    </>
  );
}
