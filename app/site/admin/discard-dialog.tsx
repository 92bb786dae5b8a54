import { Trans } from '@lingui/react/macro';
import { flushSync } from 'react-dom';
import { ConfirmDialog } from '#base/ui/dialogs/confirm-dialog.tsx';

interface DiscardDialogProps {
  readonly isOpen: boolean;
  readonly onDiscard: () => void;
  readonly onClose: () => void;
}

/** Asks before what was typed is dropped: a text of the site is long, and nothing brings it back. */
export function DiscardDialog({ isOpen, onDiscard, onClose }: DiscardDialogProps) {
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={<Trans>Отменить изменения?</Trans>}
      act={<Trans>Отменить изменения</Trans>}
      onConfirm={() => {
        // First: the focus goes back to what has opened the dialog, and from there where the form takes it.
        flushSync(onClose);
        onDiscard();
      }}
      onClose={onClose}
    >
      <p>
        <Trans>Всё, что вы изменили после последнего сохранения, пропадёт.</Trans>
      </p>
    </ConfirmDialog>
  );
}
