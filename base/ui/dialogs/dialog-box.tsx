import { type ComponentProps, type RefObject, useEffect, useRef } from 'react';
import classes from './dialog.module.css';

/** A dialog that is over the page while `isOpen`, by default as long as its component is there. */
export function useModal(isOpen = true): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (!isOpen) dialog.current?.close();
    else if (dialog.current?.open === false) dialog.current.showModal();
  }, [isOpen]);
  return dialog;
}

/** The native dialog in the look of all: it traps the focus, closes on Escape and gives the focus back. */
export function DialogBox(box: Omit<ComponentProps<'dialog'>, 'className'>) {
  return <dialog {...box} className={classes.dialog} />;
}
