import { type ReactNode, useId, useState } from 'react';
import { takeFocus } from '#base/ui/fields/take-focus.ts';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import classes from './watched.module.css';

interface TwoTapsProps {
  readonly isBusy: boolean;
  /** The first tap. */
  readonly act: ReactNode;
  /** The second one, which does it. */
  readonly sure: ReactNode;
  /** The way back. */
  readonly stay: ReactNode;
  /** What has to be known before the second tap; null: nothing. */
  readonly note?: ReactNode;
  readonly onAct: () => void;
  /** The usual button, before the first tap; false: there is none. */
  readonly children: ReactNode;
}

/** What stands below the buttons may be behind the edge of the window. */
function show(note: HTMLElement | null): void {
  note?.scrollIntoView({ block: 'nearest' });
}

/**
 * The buttons of something that is ended for good, in two taps: calm before the first. The way back stands where the first tap was and has the focus: a double tap, or a
 * key that is held, ends nothing.
 */
export function TwoTaps({ isBusy, act, sure, stay, note = null, onAct, children }: TwoTapsProps) {
  const noteId = useId();
  const [isAsked, setAsked] = useState(false);
  if (!isAsked) {
    return (
      <div key="free" className={classes.acts}>
        {children}
        <ActionButton className={classes.act} look="quiet" disabled={isBusy} onClick={() => setAsked(true)}>
          {act}
        </ActionButton>
      </div>
    );
  }
  const end = (
    <ActionButton className={classes.act} disabled={isBusy} onClick={onAct}>
      {sure}
    </ActionButton>
  );
  const isAlone = children === false;
  return (
    <div key="asked" className={classes.acts}>
      {!isAlone && end}
      <ActionButton
        ref={takeFocus}
        className={classes.act}
        look="quiet"
        aria-describedby={note === null ? undefined : noteId}
        onClick={() => setAsked(false)}
      >
        {stay}
      </ActionButton>
      {isAlone && end}
      {note !== null && (
        <p id={noteId} ref={show} className={classes.note}>
          {note}
        </p>
      )}
    </div>
  );
}
