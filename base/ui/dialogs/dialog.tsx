import { useLingui } from '@lingui/react/macro';
import { IconX } from '@tabler/icons-react';
import { type ReactNode, type RefObject, useId } from 'react';
import icon from '../page/icon-button.module.css';
import classes from './dialog.module.css';
import { DialogBox, useModal } from './dialog-box.tsx';

interface DialogProps {
  readonly title: ReactNode;
  readonly children: ReactNode;
  /** Called once it is closed and the focus is back on what opened it. */
  readonly onClose: () => void;
}

interface DialogFrameProps extends Omit<DialogProps, 'onClose'>, Partial<Pick<DialogProps, 'onClose'>> {
  readonly ref: RefObject<HTMLDialogElement | null>;
  readonly id?: string;
}

/** A dialog that is there before it is opened, so that a button opens it without scripts too. */
export function DialogFrame({ ref, id, title, children, onClose }: DialogFrameProps) {
  const { t } = useLingui();
  const heading = useId();
  return (
    <DialogBox ref={ref} id={id} aria-labelledby={heading} closedby="any" onClose={onClose}>
      <div className={classes.top}>
        <h2 id={heading}>{title}</h2>
        <button type="button" className={icon.button} aria-label={t`Закрыть`} onClick={() => ref.current?.close()}>
          <IconX size={24} stroke={1.75} />
        </button>
      </div>
      {children}
    </DialogBox>
  );
}

/** Shows something over the page until it is closed. */
export function Dialog(props: DialogProps) {
  return <DialogFrame {...props} ref={useModal()} />;
}
