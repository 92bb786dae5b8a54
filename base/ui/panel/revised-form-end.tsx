import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { LeaveDialog } from '#base/ui/dialogs/leave-dialog.tsx';
import type { useRevisedForm } from '#base/ui/fields/use-revised-form.ts';
import { ErrorNotice } from '#base/ui/page/error-notice.tsx';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import watched from './watched.module.css';

interface RevisedFormEndProps {
  readonly form: Pick<ReturnType<typeof useRevisedForm>, 'isBusy' | 'failure' | 'blocker'>;
  /** Why it can no longer be saved; null: it can. */
  readonly ended: string | null;
  /** The button that saves. */
  readonly children: ReactNode;
  readonly onClose: () => void;
}

/** The end of a form: what is wrong with all of it, its buttons, and the question before what is typed is lost. */
export function RevisedFormEnd({ form: { isBusy, failure, blocker }, ended, children, onClose }: RevisedFormEndProps) {
  return (
    <>
      {ended !== null && <ErrorNotice>{ended}</ErrorNotice>}
      {failure !== null && failure.fields === undefined && <ErrorNotice>{failure.message}</ErrorNotice>}
      <div className={watched.acts}>
        <ActionButton className={watched.act} isDefault disabled={isBusy}>
          {isBusy ? <Trans>Сохраняем…</Trans> : children}
        </ActionButton>
        <ActionButton className={watched.act} look="quiet" onClick={onClose}>
          <Trans>Отменить</Trans>
        </ActionButton>
      </div>
      <LeaveDialog blocker={blocker} />
    </>
  );
}
