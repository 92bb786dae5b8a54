import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import classes from './error-notice.module.css';
import { ActionButton } from './link-button.tsx';

interface ErrorNoticeProps {
  /** What happened, as the server words it, and what to do. */
  readonly children: ReactNode;
  readonly onRetry?: () => void;
}

/** What went wrong, in its place and read aloud at once; with a button where trying again may help. */
export function ErrorNotice({ children, onRetry }: ErrorNoticeProps) {
  return (
    <div className={classes.notice} role="alert">
      <div>{children}</div>
      {onRetry && (
        <ActionButton look="quiet" onClick={onRetry}>
          <Trans>Попробовать ещё раз</Trans>
        </ActionButton>
      )}
    </div>
  );
}
