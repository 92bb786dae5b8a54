import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { ErrorNotice } from './error-notice.tsx';
import { ActionButton } from './link-button.tsx';
import classes from './save-bar.module.css';

interface SaveBarProps {
  readonly isUnsaved: boolean;
  readonly isBusy: boolean;
  /** Why it could not be saved; empty: the faults stand at their fields. Null: nothing is wrong. */
  readonly fault: string | null;
  /** Where somebody else has saved in between: shows what. */
  readonly onReload?: (() => void) | undefined;
  /** What is said of what has just been saved; null: nothing has. */
  readonly saved: ReactNode;
  readonly unsaved?: ReactNode;
  /** What the button that saves is called. */
  readonly save?: ReactNode;
  readonly onForget: () => void;
  readonly onSave: () => void;
}

/** How a form stands with the server, with the buttons to save it and to take everything back; nothing while it is as it was read. */
export function SaveBar({ isUnsaved, isBusy, fault, onReload, saved, onForget, onSave, ...words }: SaveBarProps) {
  if (!isUnsaved && fault === null && saved === null) return null;
  const { unsaved = <Trans>Есть несохранённые изменения</Trans>, save = <Trans>Сохранить</Trans> } = words;
  return (
    <div className={classes.bar}>
      {fault !== null && onReload ? (
        <ErrorNotice onRetry={onReload}>{fault}</ErrorNotice>
      ) : (
        <p role="status" data-tone={fault !== null ? 'fault' : saved !== null ? 'saved' : undefined}>
          {fault !== null ? fault || <Trans>Проверьте отмеченные поля</Trans> : (saved ?? unsaved)}
        </p>
      )}
      {isUnsaved && (
        <>
          <ActionButton look="quiet" disabled={isBusy} onClick={onForget}>
            <Trans>Отменить</Trans>
          </ActionButton>
          <ActionButton disabled={isBusy} onClick={onSave}>
            {isBusy ? <Trans>Сохраняем…</Trans> : save}
          </ActionButton>
        </>
      )}
    </div>
  );
}
