import { Trans } from '@lingui/react/macro';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import classes from './dialog.module.css';
import { ActionButton } from './link-button.tsx';

interface ConfirmDialogProps {
  readonly isOpen: boolean;
  readonly title: ReactNode;
  /** The words of the button that does it: what it does, not «Да». */
  readonly act: ReactNode;
  /** What follows from it; fields where the act needs a reason. */
  readonly children?: ReactNode;
  readonly isBusy?: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks before something that cannot easily be undone. Escape and «Отмена» leave everything as it was. */
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
        <ActionButton look="quiet" onClick={onClose}>
          <Trans>Отмена</Trans>
        </ActionButton>
        <ActionButton disabled={isBusy === true} onClick={onConfirm}>
          {act}
        </ActionButton>
      </div>
    </dialog>
  );
}
