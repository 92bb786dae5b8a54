import { Children, type ReactNode, type RefObject, useId } from 'react';
import classes from './dialog.module.css';
import { DialogBox } from './dialog-box.tsx';

interface ActsDialogProps {
  readonly ref: RefObject<HTMLDialogElement | null>;
  readonly title: ReactNode;
  /** What it is about, and fields where the act needs them. */
  readonly lead?: ReactNode;
  readonly children?: ReactNode;
  /** Its buttons, the last one for what it asks for. */
  readonly acts: ReactNode;
  readonly onClose: () => void;
}

/** A dialog that ends with one of its buttons. */
export function ActsDialog({ ref, title, lead, children, acts, onClose }: ActsDialogProps) {
  const heading = useId();
  return (
    <DialogBox ref={ref} aria-labelledby={heading} onClose={onClose}>
      <h2 id={heading}>{title}</h2>
      {Children.toArray(lead).length > 0 && <div className={classes.lead}>{lead}</div>}
      {children}
      <div className={classes.acts}>{acts}</div>
    </DialogBox>
  );
}
