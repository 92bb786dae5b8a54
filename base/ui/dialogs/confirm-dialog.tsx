import { Trans } from '@lingui/react/macro';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { sendForm } from '../fields/send-form.ts';
import { ActionButton } from '../page/link-button.tsx';
import classes from './dialog.module.css';

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
  const heading = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen]);
  return (
    <dialog ref={dialog} className={classes.dialog} aria-labelledby={heading} onClose={onClose}>
      <h2 id={heading}>{title}</h2>
      <div className={classes.lead}>{children}</div>
      <div className={classes.acts}>
        <ActionButton look="quiet" onClick={() => dialog.current?.close()}>
          <Trans>Отмена</Trans>
        </ActionButton>
        <ActionButton disabled={isBusy === true} onClick={() => dialog.current && sendForm(dialog.current, onConfirm)}>
          {act}
        </ActionButton>
      </div>
    </dialog>
  );
}
