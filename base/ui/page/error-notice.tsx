import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { FailureText } from '../failures/failure-text.tsx';
import classes from './error-notice.module.css';
import { ActionButton } from './link-button.tsx';

interface ErrorNoticeProps {
  /** The server's message. */
  readonly children: ReactNode;
  readonly onRetry?: () => void;
  /** What the button does; by default it tries again. */
  readonly retry?: ReactNode;
}

/** An error message that screen readers announce at once, with a retry button where that may help. */
export function ErrorNotice({ children, onRetry, retry }: ErrorNoticeProps) {
  return (
    <div className={classes.notice} role="alert">
      <div>
        <FailureText>{children}</FailureText>
      </div>
      {onRetry && (
        <ActionButton look="quiet" onClick={onRetry}>
          {retry ?? <Trans>Попробовать ещё раз</Trans>}
        </ActionButton>
      )}
    </div>
  );
}
