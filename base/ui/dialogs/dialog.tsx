import { useLingui } from '@lingui/react/macro';
import { IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import icon from '../page/icon-button.module.css';
import classes from './dialog.module.css';

interface DialogProps {
  readonly title: ReactNode;
  readonly children: ReactNode;
  /** Called once it is closed and the focus is back on what opened it. */
  readonly onClose: () => void;
}

/** Shows something over the page until it is closed. The native dialog traps the focus, closes on Escape and gives the focus back. */
export function Dialog({ title, children, onClose }: DialogProps) {
  const { t } = useLingui();
  const heading = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
  }, []);
  return (
    <dialog ref={dialog} className={classes.dialog} aria-labelledby={heading} closedby="any" onClose={onClose}>
      <div className={classes.top}>
        <h2 id={heading}>{title}</h2>
        <button type="button" className={icon.button} aria-label={t`Закрыть`} onClick={() => dialog.current?.close()}>
          <IconX size={24} stroke={1.75} />
        </button>
      </div>
      {children}
    </dialog>
  );
}
