import { type ComponentProps, type RefObject, useEffect, useRef } from 'react';
import classes from './dialog.module.css';

/**
 * A dialog that is over the page while `isOpen`, by default as long as its component is there. The browser gives the focus back where it
 * closes; here it is given back where an open one is taken away, unless what follows it has taken the focus.
 */
export function useModal(isOpen = true): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  const opener = useRef<Element>(null);
  useEffect(() => {
    const { current: box } = dialog;
    if (!isOpen) box?.close();
    else if (box?.open === false) {
      opener.current = document.activeElement;
      box.showModal();
    }
    return () => {
      const isFocusLost = box?.isConnected === false && document.activeElement === document.body;
      if (isFocusLost && opener.current instanceof HTMLElement) opener.current.focus();
    };
  }, [isOpen]);
  return dialog;
}

/** The native dialog in the look of all: it traps the focus, closes on Escape and gives the focus back. */
export function DialogBox(box: Omit<ComponentProps<'dialog'>, 'className'>) {
  return <dialog {...box} className={classes.dialog} />;
}
