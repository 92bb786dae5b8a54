import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { sendForm } from '../fields/send-form.ts';
import { ActionButton } from '../page/link-button.tsx';
import { ActsDialog } from './acts-dialog.tsx';
import { useModal } from './dialog-box.tsx';

interface ConfirmDialogProps {
  readonly isOpen: boolean;
  readonly title: ReactNode;
  /** The label of the confirming button: its action, not «Да». */
  readonly act: ReactNode;
  /** The consequences, and a field if a reason is needed. */
  readonly children?: ReactNode;
  readonly isBusy?: boolean;
  /** Begins the action. Where the dialog has a field: resolves once it is answered, so that a fault gets the focus. */
  readonly onConfirm: () => unknown;
  readonly onClose: () => void;
}

/** Asks for confirmation of an action that cannot easily be undone. Escape and «Отмена» cancel it. */
export function ConfirmDialog({ isOpen, title, act, children, isBusy, onConfirm, onClose }: ConfirmDialogProps) {
  const dialog = useModal(isOpen);

  function confirm() {
    if (dialog.current === null) return;
    // The field says so already, and gets the focus.
    const isTooLong = dialog.current.querySelector('[data-too-long]') !== null;
    sendForm(dialog.current, isTooLong ? () => undefined : onConfirm);
  }

  return (
    <ActsDialog
      ref={dialog}
      title={title}
      lead={children}
      onClose={onClose}
      acts={
        <>
          <ActionButton look="quiet" onClick={() => dialog.current?.close()}>
            <Trans>Отмена</Trans>
          </ActionButton>
          <ActionButton disabled={isBusy === true} onClick={confirm}>
            {act}
          </ActionButton>
        </>
      }
    />
  );
}
