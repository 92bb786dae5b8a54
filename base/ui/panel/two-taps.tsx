import { type ReactNode, useState } from 'react';
import { takeFocus } from '#base/ui/fields/take-focus.ts';
import { Row } from '#base/ui/layout/parts.tsx';
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
  readonly onAct: () => void;
  /** Other buttons beside the first tap. */
  readonly children: ReactNode;
}

/**
 * The buttons of something that is ended for good, in two taps. The way back stands where the first tap was and has the focus: a double tap, or a
 * key that is held, ends nothing.
 */
export function TwoTaps({ isBusy, act, sure, stay, onAct, children }: TwoTapsProps) {
  const [isAsked, setAsked] = useState(false);
  return isAsked ? (
    <Row key="asked" gap={12} rowGap={8}>
      <ActionButton ref={takeFocus} className={classes.act} look="quiet" onClick={() => setAsked(false)}>
        {stay}
      </ActionButton>
      <ActionButton className={classes.act} disabled={isBusy} onClick={onAct}>
        {sure}
      </ActionButton>
    </Row>
  ) : (
    <Row gap={12} rowGap={8}>
      <ActionButton className={classes.act} look="quiet" disabled={isBusy} onClick={() => setAsked(true)}>
        {act}
      </ActionButton>
      {children}
    </Row>
  );
}
