import { type ReactNode, useState } from 'react';
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

/** The buttons of something that is ended for good, in two taps. */
export function TwoTaps({ isBusy, act, sure, stay, onAct, children }: TwoTapsProps) {
  const [isAsked, setAsked] = useState(false);
  return isAsked ? (
    <Row gap={12} rowGap={8}>
      <ActionButton className={classes.act} disabled={isBusy} onClick={onAct}>
        {sure}
      </ActionButton>
      <ActionButton className={classes.act} look="quiet" onClick={() => setAsked(false)}>
        {stay}
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
